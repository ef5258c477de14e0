"""The core as WebAssembly, for the page: there where `make wasm` built it."""

from __future__ import annotations

from pathlib import Path

__all__ = ["FOLDER", "has_engine"]

FOLDER = Path(__file__).parent / "static" / "engine"


def has_engine() -> bool:
    """Return whether the core was built as WebAssembly."""
    return (FOLDER / "sapper.wasm").is_file()
