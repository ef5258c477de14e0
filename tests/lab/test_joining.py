"""Short chunks whose games are not kept become one row; no figure changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sapper.lab import Ledger, simulate
from sapper.lab.chunk import play_chunk
from sapper.lab.identity import Worker
from sapper.lab.ledger.keep import Keep
from sapper.lab.run import Run
from sapper.lab.sums import GameSums

RUN = Run.of("fast", "9x9/10", seed=1)
WORKER, OTHER = Worker("here", 1), Worker("there", 2)


@pytest.fixture(autouse=True)
def short_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.lab.ledger.joining.JOINED_GAMES", 100)


def store(ledger: Ledger, *begins: int, keep: Keep = Keep.OUTCOMES, worker: Worker = WORKER) -> Any:
    entry = ledger.enter(RUN, "1", "a")
    for begin in begins:
        ledger.store(entry, play_chunk(RUN, begin, 20).games, keep, None, worker)
    return entry


@pytest.mark.parametrize("keep", [Keep.OUTCOMES, Keep.SUMMARY])
def test_chunks_are_joined_in_any_order(keep: Keep) -> None:
    with Ledger() as ledger, Ledger() as apart:
        entry = store(ledger, 20, 0, 60, 40, keep=keep)
        assert len(ledger.sizes(entry)) == 4  # not enough yet
        store(ledger, 80, 100, keep=keep)
        assert ledger.sizes(entry) == {0: 100, 100: 20}
        assert ledger.damaged(entry) == []
        assert ledger.workers(entry) == {0: WORKER, 100: WORKER}
        for begin in range(0, 100, 20):  # each ledger joins only what it has written itself
            entry = store(apart, begin, keep=keep, worker=Worker("here", begin))
        assert len(apart.sizes(entry)) == 5
        (whole, *_), parts = list(ledger.chunks(entry)), list(apart.chunks(entry))
        assert whole.sums.wins == sum(part.sums.wins for part in parts)
        total = GameSums.total(part.sums for part in parts)
        assert whole.sums.guess_counts == total.guess_counts
        won = [] if whole.won is None else whole.won.tolist()
        assert won == [w for part in parts if part.won is not None for w in part.won.tolist()]


def test_what_does_not_fit_together_stays_apart() -> None:
    with Ledger() as ledger:
        entry = store(ledger, 0, 20, 60, 80, 120)  # gaps before 60 and 120
        assert ledger.sizes(entry) == {0: 40, 60: 40, 120: 20}
        store(ledger, *range(200, 300, 20), keep=Keep.GAMES)
        assert len(ledger.sizes(entry)) == 8
        for begin in range(400, 500, 20):
            store(ledger, begin, worker=WORKER if begin % 40 else OTHER)
        assert len(ledger.sizes(entry)) == 13


def test_the_chunks_of_many_workers_do_not_fill_the_memory() -> None:
    with Ledger() as ledger:
        for number in range(60):
            store(ledger, 20 * number, worker=Worker("cluster", number))
            waiting = ledger._joiner._waiting.values()
            assert sum(each.games for each in waiting) <= 4 * 100


def test_rows_that_another_process_changed_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    with Ledger(path) as ledger, Ledger(path) as other:
        entry = store(ledger, 0, 20, 40, 60)
        other.drop_below(entry, Keep.GAMES, 10)  # game 0 must be kept: it is played again
        store(other, 0, keep=Keep.GAMES)
        store(ledger, 80)
        assert ledger.sizes(entry) == dict.fromkeys(range(0, 100, 20), 20)
        assert ledger.damaged(entry) == []
        assert [chunk.table is not None for chunk in ledger.chunks(entry, with_games=True)] == [
            True, False, False, False, False,
        ]  # fmt: skip


def test_a_cut_row_is_played_again_up_to_the_cut(tmp_path: Path) -> None:
    options: dict[str, Any] = {"seed": 3, "workers": 1, "keep": "outcomes"}
    long = simulate("fast", "9x9/10", games=1000, ledger=tmp_path / "ledger", **options)
    with Ledger(tmp_path / "ledger") as ledger:
        (entry,) = ledger.entries()
        assert ledger.sizes(entry)[0] > 100
    few = simulate("fast", "9x9/10", games=77, ledger=tmp_path / "ledger", **options)
    assert few.wins == simulate("fast", "9x9/10", games=77, **options).wins
    assert long.wins == simulate("fast", "9x9/10", games=1000, seed=3).wins
