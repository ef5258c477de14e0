"""Ledgers that others use too: other processes, other limits, other ways of keeping games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sapper.lab import Ledger, RunResult, Watch, compare, simulate
from sapper.lab.playing.chunk import Chunk, Keep, play_chunk
from sapper.lab.playing.games import play_games
from sapper.lab.runs.run import Run
from sapper.lab.statistics.referee import SprtReferee
from sapper.lab.statistics.sprt import Sprt
from tests.support.damage import Notes

BOARD: dict[str, Any] = {"board": "9x9/10", "seed": 5, "workers": 1}


def test_parts_that_overlap_reach_the_sequential_test_once() -> None:
    runs = [Run.of(name, "9x9/10", seed=5) for name in ("champion", "greedy")]
    whole = [play_games(run, 0, 120)[0] for run in runs]
    cells = runs[0].spec.safe_cells
    states = []
    for parts in ([(0, 120)], [(40, 90), (0, 50), (30, 60), (80, 120), (0, 10)]):
        referee = SprtReferee(runs, Sprt(0, 90), "outcomes", Watch())
        for run, games in zip(runs, whole, strict=True):
            for begin, end in parts:
                referee.see(run, Chunk.of(games.between(begin, end), cells))
        states.append(referee.state())
    assert states[0] == states[1]
    assert states[0].games > 0


class Intruder(Watch):
    """Stores games in the same ledger as soon as the run has looked at it."""

    def __init__(self, path: Path, run: Run) -> None:
        self.path, self.run = path, run
        self.done: list[int] = []

    def begin(self, results: Sequence[RunResult], games: int) -> None:
        """Store games as another process would."""
        with Ledger(self.path) as ledger:
            ledger.store(ledger.enter(results[0].run), play_chunk(self.run, 0, 100))

    def update(self, result: RunResult) -> None:
        """Keep the progress."""
        self.done.append(result.games)


def test_games_that_another_process_stores_are_counted_once(tmp_path: Path) -> None:
    path, run = tmp_path / "ledger", Run.of("greedy", "9x9/10", seed=5)
    watch = Intruder(path, run)
    found = simulate("greedy", "9x9/10", seed=5, games=300, workers=1, ledger=path, watch=watch)
    alone = simulate("greedy", "9x9/10", seed=5, games=300, workers=1)
    assert max(watch.done) == 300
    assert (found.games, found.wins, found.sums.steps) == (300, alone.wins, alone.sums.steps)


def test_games_of_which_too_little_is_kept_are_played_again(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    simulate("greedy", "9x9/10", seed=5, games=80, workers=1, ledger=path, keep="summary")
    notes = Notes()
    contest = compare("greedy", "bfs", games=100, ledger=path, watch=notes, **BOARD).contests[0]
    alone = compare("greedy", "bfs", games=100, **BOARD).contests[0]
    assert contest.pairs[0].difference == alone.pairs[0].difference
    assert any("they are played again" in text for text in notes.texts)
    every = simulate(
        "greedy", "9x9/10", seed=5, games=100, workers=1, ledger=path, keep="games", watch=notes
    )
    assert every.keep is Keep.GAMES
