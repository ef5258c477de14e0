"""Ledgers of earlier forms are upgraded."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np

from sapper.lab import Ledger, simulate
from sapper.lab.chunk import play_chunk
from sapper.lab.identity import this_worker
from sapper.lab.ledger.tables import SCHEMA
from sapper.lab.run import Run
from tests.support.early_ledger import ledger_of_form


def test_an_old_ledger_is_upgraded_and_continued(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    run = Run.of("champion", "9x9/10", seed=3)
    ledger_of_form(path, run, play_chunk(run, 0, 40).games, form=1)
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
    assert base.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
    base.close()


def test_a_ledger_without_the_slowest_decision_is_upgraded(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    run = Run.of("champion", "9x9/10", seed=3)
    ledger_of_form(path, run, play_chunk(run, 0, 40).games, form=2)
    result = simulate("champion", "9x9/10", games=400, seed=3, workers=1, ledger=path)
    assert np.isnan(result.data.slowest[:40]).all()
    assert (result.data.slowest[40:] >= 0).all()
    assert (result.data.slowest[40:] <= result.data.seconds[40:]).all()
    assert result.control_variate is not None


def test_a_ledger_without_workers_is_read_and_upgraded(tmp_path: Path) -> None:
    """Form 5 does not know who played a chunk, nor who plays now."""
    path = tmp_path / "ledger"
    simulate("fast", "9x9/10", games=40, seed=3, workers=1, ledger=path)
    base = sqlite3.connect(path)
    base.executescript(
        "DROP TABLE calls; DROP TABLE workers; "
        "UPDATE chunks SET worker = NULL; "
        "ALTER TABLE chunks DROP COLUMN worker; PRAGMA user_version = 5;"
    )
    base.close()
    with Ledger(path, read_only=True) as ledger:
        (entry,) = ledger.entries()
        assert set(ledger.workers(entry).values()) == {None}
        assert ledger.origins(entry)[0][0] is not None
    result = simulate("fast", "9x9/10", games=60, seed=3, workers=1, ledger=path)
    assert result.games == 60
    with Ledger(path) as ledger:
        workers = ledger.workers(entry)
        assert (workers[0], workers[40]) == (None, this_worker())
        assert ledger.damaged(entry) == []
