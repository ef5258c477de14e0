"""Files that the command writes."""

from __future__ import annotations

from pathlib import Path

from sapper.errors import InputError

__all__ = ["write_text"]


def write_text(path: Path, text: str) -> None:
    """Write a file; raise `InputError` where that is not possible."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"expected to write {path}, got: {error.strerror}") from None
