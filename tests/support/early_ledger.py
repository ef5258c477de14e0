"""Ledgers of the earliest forms."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np

from sapper.games.table import COLUMNS, GameTable
from sapper.lab.identity import identity_of, sapper_version
from sapper.lab.run import Run

__all__ = ["forget_checksums", "ledger_of_form"]

FORMS = {1: ("score", "slowest", "fault"), 2: ("slowest", "fault"), 3: ("fault",)}
"""Earlier forms of the ledger, and their missing columns."""


def ledger_of_form(path: Path, run: Run, games: GameTable, form: int) -> None:
    """Write a ledger of an earlier form."""
    stored = [name for name in COLUMNS if name not in FORMS[form]] + ["safeties"]
    base = sqlite3.connect(path)
    base.executescript(
        "CREATE TABLE runs (id INTEGER PRIMARY KEY, player TEXT NOT NULL, board TEXT NOT NULL, "
        "start TEXT NOT NULL, first TEXT NOT NULL, seed TEXT NOT NULL, version TEXT NOT NULL, "
        "signature TEXT NOT NULL, "
        "UNIQUE (player, board, start, first, seed, version, signature));"
        "CREATE TABLE chunks (run INTEGER NOT NULL REFERENCES runs (id), begin INTEGER NOT NULL, "
        "count INTEGER NOT NULL CHECK (count > 0), "
        + ", ".join(f"{name} BLOB" for name in stored)
        + ", UNIQUE (run, begin));"
        f"PRAGMA user_version = {form}; PRAGMA application_id = {0x5341_5052};"
    )
    words = (run.player, run.board, run.start, run.first, str(run.seed))
    base.execute(
        "INSERT INTO runs VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
        (*words, sapper_version(), identity_of(run)),
    )
    columns = {**COLUMNS, "safeties": "<f8"}  # earlier forms stored them all
    blobs = {n: np.asarray(getattr(games, n), dtype).tobytes() for n, dtype in columns.items()}
    base.execute(
        f"INSERT INTO chunks VALUES (1, 0, ?, {', '.join('?' * len(stored))})",
        (len(games), *(blobs[name] for name in stored)),
    )
    base.commit()
    base.close()


def forget_checksums(base: sqlite3.Connection) -> None:
    """Store all chunks as before there were checksums: every whole number took four bytes."""
    base.execute("UPDATE chunks SET checksum = NULL")
    whole = [name for name, dtype in COLUMNS.items() if np.dtype(dtype).kind == "i"]
    rows = base.execute(f"SELECT rowid, count, {', '.join(whole)} FROM chunks").fetchall()
    for number, count, *blobs in rows:
        for name, blob in zip(whole, blobs, strict=True):
            if blob is not None:
                wide = np.frombuffer(blob, f"<i{len(blob) // count}").astype(COLUMNS[name])
                base.execute(
                    f"UPDATE chunks SET {name} = ? WHERE rowid = ?", (wide.tobytes(), number)
                )
