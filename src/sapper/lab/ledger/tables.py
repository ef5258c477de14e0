"""The tables of a ledger, and how those of earlier forms are upgraded."""

from __future__ import annotations

from typing import Final

from sapper.lab.ledger.stored_chunk import FIGURES, GAMES

__all__ = ["SCHEMA", "TABLES", "UPGRADES"]

SCHEMA: Final = 8
"""The form of the tables."""

_ORIGINS: Final = """
CREATE TABLE origins (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL, machine TEXT NOT NULL, cores INTEGER NOT NULL, python TEXT NOT NULL,
    platform TEXT NOT NULL, version TEXT NOT NULL, "commit" TEXT, command TEXT
)"""
_ADOPTIONS: Final = """
CREATE TABLE adoptions (
    run INTEGER NOT NULL REFERENCES runs (id), source INTEGER NOT NULL, checked INTEGER NOT NULL,
    seed INTEGER NOT NULL, at TEXT NOT NULL
)"""
_WORKERS: Final = """
CREATE TABLE workers (
    id INTEGER PRIMARY KEY, machine TEXT NOT NULL, process INTEGER NOT NULL,
    UNIQUE (machine, process)
)"""
_CALLS: Final = """
CREATE TABLE calls (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs (id), games INTEGER NOT NULL,
    began REAL NOT NULL, seen REAL NOT NULL, chunk_at REAL, played INTEGER NOT NULL DEFAULT 0,
    speed REAL, ended TEXT, test TEXT
)"""
UPGRADES: Final = {
    1: ["ALTER TABLE chunks ADD COLUMN score BLOB"],
    2: ["ALTER TABLE chunks ADD COLUMN slowest BLOB"],
    3: ["ALTER TABLE chunks ADD COLUMN fault BLOB"],
    4: [
        "ALTER TABLE runs ADD COLUMN limits TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE chunks ADD COLUMN outcomes BLOB",
        "ALTER TABLE chunks ADD COLUMN sums BLOB",
        "ALTER TABLE chunks ADD COLUMN checksum INTEGER",
        "ALTER TABLE chunks ADD COLUMN origin INTEGER REFERENCES origins (id)",
        _ORIGINS,
        _ADOPTIONS,
    ],
    5: [  # a seed may also have the digest of a collection behind it: 0=1a2b...
        "ALTER TABLE chunks ADD COLUMN worker INTEGER REFERENCES workers (id)",
        _WORKERS,
        _CALLS,
    ],
    6: [],
    7: [],  # whole numbers of games may take fewer bytes, which the length of their column tells
}
"""What turns the tables of each form into those of the next."""

TABLES: Final = [
    _ORIGINS,
    _WORKERS,
    """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL, board TEXT NOT NULL, start TEXT NOT NULL, first TEXT NOT NULL,
    seed TEXT NOT NULL, version TEXT NOT NULL, signature TEXT NOT NULL,
    limits TEXT NOT NULL DEFAULT '',
    UNIQUE (player, board, start, first, seed, version, signature)
)""",
    f"""
CREATE TABLE chunks (
    run INTEGER NOT NULL REFERENCES runs (id),
    begin INTEGER NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    checksum INTEGER,
    origin INTEGER REFERENCES origins (id),
    worker INTEGER REFERENCES workers (id),
    {", ".join(f"{name} BLOB" for name in [*FIGURES, *GAMES])},
    UNIQUE (run, begin)
)""",
    _ADOPTIONS,
    _CALLS,
]
"""What makes the tables of a new ledger."""
