"""Ledgers of earlier forms are upgraded."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np

from sapper.games.table import COLUMNS, GameTable
from sapper.lab import Ledger, simulate
from sapper.lab.chunk import play_chunk
from sapper.lab.identity import identity_of, sapper_version
from sapper.lab.run import Run

FORMS = {1: ("score", "slowest", "fault"), 2: ("slowest", "fault"), 3: ("fault",)}
"""Earlier forms of the ledger, and their missing columns."""


def old_ledger(path: Path, run: Run, games: GameTable, form: int) -> None:
    """Write a ledger of an earlier form."""
    stored = [name for name in COLUMNS if name not in FORMS[form]] + ["safeties"]
    base = sqlite3.connect(path)
    base.executescript(
        "CREATE TABLE runs (id INTEGER PRIMARY KEY, strategy TEXT NOT NULL, board TEXT NOT NULL, "
        "start TEXT NOT NULL, first TEXT NOT NULL, seed TEXT NOT NULL, version TEXT NOT NULL, "
        "signature TEXT NOT NULL, "
        "UNIQUE (strategy, board, start, first, seed, version, signature));"
        "CREATE TABLE chunks (run INTEGER NOT NULL REFERENCES runs (id), begin INTEGER NOT NULL, "
        "count INTEGER NOT NULL CHECK (count > 0), "
        + ", ".join(f"{name} BLOB" for name in stored)
        + ", UNIQUE (run, begin));"
        f"PRAGMA user_version = {form}; PRAGMA application_id = {0x5341_5052};"
    )
    words = (run.strategy, run.board, run.start, run.first, str(run.seed))
    base.execute(
        "INSERT INTO runs VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
        (*words, sapper_version(), identity_of(run)),
    )
    blobs = dict(zip([*COLUMNS, "safeties"], games.to_blobs(), strict=True))
    base.execute(
        f"INSERT INTO chunks VALUES (1, 0, ?, {', '.join('?' * len(stored))})",
        (len(games), *(blobs[name] for name in stored)),
    )
    base.commit()
    base.close()


def test_an_old_ledger_is_upgraded_and_continued(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    run = Run.of("champion", "9x9/10", seed=3)
    old_ledger(path, run, play_chunk(run, 0, 40).games, form=1)
    with Ledger(path) as one, Ledger(path) as two:  # the second time it is already upgraded
        for ledger in (one, two):
            (entry,) = ledger.entries()
            assert np.isnan(ledger.games(entry, 40).score).all()
    result = simulate("champion", "9x9/10", games=100, seed=3, workers=1, ledger=path)
    whole = simulate("champion", "9x9/10", games=100, seed=3, workers=1)
    assert result.data.won.tolist() == whole.data.won.tolist()
    assert result.data.score[40:].tolist() == whole.data.score[40:].tolist()
    assert result.control_variate is None
    assert "40 games of champion were stored without their score" in str(
        result.why_no_control_variate
    )
    base = sqlite3.connect(path)
    assert base.execute("PRAGMA user_version").fetchone() == (5,)
    base.close()


def test_a_ledger_without_the_slowest_decision_is_upgraded(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    run = Run.of("champion", "9x9/10", seed=3)
    old_ledger(path, run, play_chunk(run, 0, 40).games, form=2)
    result = simulate("champion", "9x9/10", games=400, seed=3, workers=1, ledger=path)
    assert np.isnan(result.data.slowest[:40]).all()
    assert (result.data.slowest[40:] >= 0).all()
    assert (result.data.slowest[40:] <= result.data.seconds[40:]).all()
    assert result.control_variate is not None
