"""Damage a ledger, and keep what a run says about it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sapper.lab import Watch

__all__ = ["Notes", "flip"]


class Notes(Watch):
    """Keeps the notes."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def note(self, text: str) -> None:
        """Keep a note."""
        self.texts.append(text)


def flip(path: Path, column: str) -> None:
    """Change one byte of a stored column."""
    base = sqlite3.connect(path)
    number, blob = base.execute(
        f"SELECT rowid, {column} FROM chunks ORDER BY rowid DESC"
    ).fetchone()
    changed = bytes([blob[0] ^ 1]) + blob[1:]
    base.execute(f"UPDATE chunks SET {column} = ? WHERE rowid = ?", (changed, number))
    base.commit()
    base.close()
