"""Short chunks whose games are not kept become one row; no figure changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.lab import Ledger
from sapper.lab.playing.chunk import Keep, play_chunk
from sapper.lab.playing.sums import GameSums
from sapper.lab.runs.run import Run
from tests.support.stored_games import known_run

RUN = known_run(seed=1)


@pytest.fixture(autouse=True)
def short_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.lab.ledger.ledger.JOINED_GAMES", 100)


def store(ledger: Ledger, *begins: int, keep: Keep = Keep.OUTCOMES) -> Run:
    run = ledger.enter(RUN)
    for begin in begins:
        ledger.store(run, play_chunk(Run.of("fast", "9x9/10", seed=1), begin, 20), keep)
    return run


def sizes(ledger: Ledger, run: Run) -> dict[int, int]:
    return {chunk.begin: chunk.games for chunk in ledger.chunks(run)}


@pytest.mark.parametrize("keep", [Keep.OUTCOMES, Keep.SUMMARY])
def test_chunks_are_joined_in_any_order(tmp_path: Path, keep: Keep) -> None:
    with Ledger(tmp_path / "joined") as ledger:
        run = store(ledger, 20, 0, 60, 40, keep=keep)
        assert len(sizes(ledger, run)) == 4  # not enough yet
        parts = list(ledger.chunks(run))
        store(ledger, 80, 100, keep=keep)
        assert sizes(ledger, run) == {0: 100, 100: 20}
        assert ledger.damaged(run) == []
        whole = next(ledger.chunks(run))
    total = GameSums.total(part.sums for part in parts)
    assert whole.sums.guess_counts != total.guess_counts
    (alone,) = [play_chunk(Run.of("fast", "9x9/10", seed=1), 0, 100)]
    assert (whole.sums.wins, whole.sums.guess_counts) == (alone.sums.wins, alone.sums.guess_counts)
    assert alone.won is not None
    assert whole.won is None or whole.won.tolist() == alone.won.tolist()


def test_what_does_not_fit_together_stays_apart(tmp_path: Path) -> None:
    with Ledger(tmp_path / "ledger") as ledger:
        run = store(ledger, 0, 20, 60, 80, 120)  # gaps before 60 and 120
        assert sizes(ledger, run) == {0: 40, 60: 40, 120: 20}
        store(ledger, *range(200, 300, 20), keep=Keep.GAMES)
        assert len(sizes(ledger, run)) == 8
