"""What is kept of games, and short chunks that become one row: the figures are the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sapper.documents import document
from sapper.errors import InputError
from sapper.lab import Ledger, compare, simulate
from sapper.lab.playing.chunk import Keep, play_chunk
from sapper.lab.playing.sums import GameSums
from sapper.lab.report.export import write_csv
from sapper.lab.runs.run import Run
from tests.support.stored_games import known_run

TIMES = ("ms_per_game", "ms_per_win", "ms_per_step")


def figures(result: Any) -> dict[str, object]:
    return {name: value for name, value in document(result).items() if name not in TIMES}


@pytest.mark.parametrize("player", ["champion", "greedy"])
@pytest.mark.parametrize("keep", ["outcomes", "summary"])
def test_figures_do_not_depend_on_what_is_kept(tmp_path: Path, player: str, keep: str) -> None:
    every = simulate(player, "9x9/10", games=250, seed=3, workers=1)
    few = simulate(
        player, "9x9/10", games=250, seed=3, workers=1, keep=keep, ledger=tmp_path / "ledger"
    )
    assert figures(few) == figures(every)
    assert few.keep is Keep(keep)
    with pytest.raises(InputError, match="not kept one by one"):
        _ = few.data
    with pytest.raises(InputError, match="play them with --keep games"):
        write_csv([few], tmp_path / "games.csv")


def test_pairs_need_outcomes_only(tmp_path: Path) -> None:
    options: dict[str, Any] = {"board": "9x9/10", "games": 300, "seed": 5, "workers": 1}
    (pair,) = compare("champion", "greedy", **options).contests[0].pairs
    kept = compare("champion", "greedy", keep="outcomes", ledger=tmp_path / "ledger", **options)
    (same,) = kept.contests[0].pairs
    assert (same.only_first, same.only_second) == (pair.only_first, pair.only_second)
    assert same.difference == pair.difference
    assert same.luck_free is None
    assert same.why_no_luck_free == "the games were not kept one by one"
    with pytest.raises(InputError, match="needs the outcomes"):
        compare("champion", "greedy", keep="summary", **options)


def test_a_sequential_test_on_outcomes_can_keep_them_only(tmp_path: Path) -> None:
    options: dict[str, Any] = {"board": "9x9/10", "games": 3000, "seed": 5, "workers": 1}
    test: dict[str, Any] = {"sprt": (0.0, 20.0), "sprt_on": "outcomes"}
    every = compare("champion", "greedy", **test, **options).contests[0]
    for _ in range(2):  # the second time from the ledger
        few = compare(
            "champion", "greedy", keep="outcomes", ledger=tmp_path / "ledger", **test, **options
        ).contests[0]
        assert few.sprt == every.sprt
        assert [figures(r) for r in few.results] == [figures(r) for r in every.results]
    with pytest.raises(InputError, match="needs every game"):
        compare("champion", "patient", keep="outcomes", sprt=(0, 9), sprt_on="scores", **options)


RUN = known_run(seed=1)


@pytest.fixture
def short_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.lab.ledger.ledger.JOINED_GAMES", 100)


def store(ledger: Ledger, *begins: int, keep: Keep = Keep.OUTCOMES) -> Run:
    run = ledger.enter(RUN)
    for begin in begins:
        ledger.store(run, play_chunk(Run.of("fast", "9x9/10", seed=1), begin, 20), keep)
    return run


def sizes(ledger: Ledger, run: Run) -> dict[int, int]:
    return {chunk.begin: chunk.games for chunk in ledger.chunks(run)}


@pytest.mark.usefixtures("short_rows")
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


@pytest.mark.usefixtures("short_rows")
def test_what_does_not_fit_together_stays_apart(tmp_path: Path) -> None:
    with Ledger(tmp_path / "ledger") as ledger:
        run = store(ledger, 0, 20, 60, 80, 120)  # gaps before 60 and 120
        assert sizes(ledger, run) == {0: 40, 60: 40, 120: 20}
        store(ledger, *range(200, 300, 20), keep=Keep.GAMES)
        assert len(sizes(ledger, run)) == 8
