"""Write files completely or not at all."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sapper.errors import InputError, OutputError

__all__ = ["replace_file", "write_text"]

_DEVICE_FAILURES = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def write_text(path: Path, text: str) -> None:
    """Write a text file; raise `InputError` or `OutputError` if that fails."""
    with replace_file(path) as target:
        target.write_text(text, encoding="utf-8")


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside `path` to write to; move it into place at the end.

    A device such as /dev/stdout is written directly. Raise `OutputError` if the disk is full or the
    device fails, and `InputError` if the path cannot be written at all.
    """
    target = path.with_name(path.name + ".part")
    if path.exists() and not path.is_file():
        target = path
    try:
        yield target
        if target != path:
            target.replace(path)
    except OSError as error:
        if target != path:
            with suppress(OSError):
                target.unlink()
        kind = OutputError if error.errno in _DEVICE_FAILURES else InputError
        raise kind(f"cannot write {path}: {error.strerror}") from None
