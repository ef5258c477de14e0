"""Runs: figures do not depend on workers, chunks, stored games or kills; safeties are exact."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

import numpy as np
import pytest

from sapper.analysis import analyse
from sapper.board.spec import BoardSpec
from sapper.documents import document
from sapper.games import Game, play
from sapper.lab import RunResult, simulate
from sapper.lab.errors import RunStopped
from sapper.lab.ledger import Ledger
from sapper.lab.playing.chunk import Chunk, play_chunk
from sapper.lab.playing.games import play_games
from sapper.lab.playing.schedule import Backlog
from sapper.lab.playing.sums import GameSums
from sapper.lab.runs.run import Run
from sapper.lab.simulation import Laboratory, Watch
from sapper.lab.workers import LocalPool
from sapper.players import Move
from tests.support.command import COMMAND
from tests.support.running_command import assert_none_is_left, games_in, start, wait_for
from tests.support.stored_games import are_same_games


def run_with(workers: int, **options: object) -> RunResult:
    return simulate("greedy", "9x9/10", games=90, seed=5, workers=workers, **options)  # type: ignore[arg-type]


def test_the_number_of_workers_does_not_matter() -> None:
    one = run_with(1)
    for workers in (2, 5):
        assert are_same_games(run_with(workers).data, one.data)


def test_figures_are_those_of_the_games() -> None:
    result = run_with(1, start="open")
    records = [
        play("greedy", "9x9/10", seed=5, start="open", first=(4, 4), game=i) for i in range(90)
    ]
    won = [record for record in records if record.is_won]
    assert result.wins == len(won)
    assert result.data.steps.tolist() == [record.steps for record in records]
    assert result.guesses_per_game == sum(record.guesses for record in records) / 90
    survived = sum(record.guesses_survived for record in records)
    assert result.accuracy.value == survived / result.guesses
    assert result.steps_per_win == sum(record.steps for record in won) / len(won)
    assert (result.data.first == 4 * 9 + 4).all()
    lost = ~result.data.won
    assert (result.data.cleared[lost] < 71).all()
    assert (result.data.cleared[~lost] == 71).all()
    assert document(result)["win_rate"] == result.win_rate.value
    assert "<table" in result._repr_html_()


def test_safeties_are_those_of_the_positions_of_the_guesses() -> None:
    run = Run.of("hybrid", "9x9/10", start="safe", first="corner", seed=21)
    games = play_games(run, 0, 25)[0]
    wanted = []
    for number in range(25):
        record = play("hybrid", "9x9/10", seed=21, first=(0, 0), game=number)
        table = Game(BoardSpec.parse("9x9/10"), seed=21, game=number)
        for move in record.moves:
            if move.is_guess:
                wanted.append(float(1 - analyse(table.position).fraction(move.cell)))
            table.make(Move(move.kind, move.cell))
    assert games.safeties is not None
    assert len(wanted) > 5
    assert games.safeties.tolist() == pytest.approx(wanted, abs=1e-12)


def test_more_games_continue_a_run(tmp_path: Path) -> None:
    path = tmp_path / "ledger"

    class Counter(Watch):
        stored = played = 0

        def begin(self, results: Sequence[RunResult], games: int) -> None:
            self.stored = results[0].games

        def update(self, result: RunResult) -> None:
            self.played = result.games

    simulate("greedy", "9x9/10", games=30, seed=5, workers=1, ledger=path)
    counter = Counter()
    result = simulate("greedy", "9x9/10", games=90, seed=5, workers=1, ledger=path, watch=counter)
    assert counter.stored == 30
    assert counter.played == 90
    assert are_same_games(result.data, run_with(1).data)
    fewer = simulate("greedy", "9x9/10", games=20, seed=5, workers=1, ledger=path)
    assert are_same_games(fewer.data, result.data.between(0, 20))


def test_chunks_finished_beside_a_failure_are_stored(tmp_path: Path) -> None:
    class HalfMortal(LocalPool):
        def slots(self, run: Run) -> int:
            return 8

        def submit(self, run: Run, begin: int, count: int) -> Future[Chunk]:
            future: Future[Chunk] = Future()
            if begin < 32:
                future.set_exception(MemoryError("no room"))
            else:
                future.set_result(play_chunk(run, begin, count))
            return future

    run = Run.of("greedy", "9x9/10", seed=5)
    with Ledger(tmp_path / "ledger") as ledger:
        with pytest.raises(RunStopped, match=r"MemoryError.*stored"):
            Laboratory(HalfMortal(8), ledger, Watch()).play([run], 64)
        (stored,) = ledger.runs()
        assert [chunk.begin for chunk in ledger.chunks(stored)] == [32, 40, 48, 56]
        (result,) = Laboratory(LocalPool(1), ledger, Watch()).play([run], 90)
    assert are_same_games(result.data, run_with(1).data)


RUN = Run.of("fast", "9x9/10")


def chunk(games: int, seconds: float) -> Chunk:
    """Return lost games that took some time."""
    return Chunk(0, GameSums(games=games), seconds=seconds)


@pytest.mark.parametrize(
    ("at_once", "least", "sizes"),
    [
        (1, 8, [64, 36]),
        (2, 8, [25, 19, 14, 11, 8, 8, 8, 7]),
        (2, 20, [25, 20, 20, 18, 9, 8]),
        (8, 60, [13, 11, 10, 9, 8, 8, 8, 8, 8, 8, 8, 1]),
    ],
)
def test_only_chunks_that_are_played_together_end_small(
    at_once: int, least: int, sizes: list[int]
) -> None:
    backlog, cut = Backlog(RUN, [(0, 100)], size=64, least=least), []
    while backlog.missing:
        cut.append(backlog.cut_chunk(at_once))
    assert [size for _, size in cut] == sizes
    assert [begin for begin, _ in cut] == np.cumsum([0, *sizes[:-1]]).tolist()


@pytest.mark.parametrize(("target", "full", "least"), [(0.5, 500, 50), (1.0, 1000, 100)])
def test_a_chunk_takes_the_wanted_time(target: float, full: int, least: int) -> None:
    backlog = Backlog(RUN, [(0, 10**6)], size=400)
    backlog.adapt_size(chunk(100, 0.1), target)
    assert (backlog.size, backlog.least) == (full, least)


KILLED = ["run", "hybrid", "--board", "16x16/40", "--games", "300", "--seed", "9", "--json"]
TIMES = ("ms_per_game", "ms_per_win", "ms_per_step")


def figures(*options: str) -> dict[str, object]:
    done = subprocess.run(
        [*COMMAND, *KILLED, *options], capture_output=True, text=True, check=True, timeout=600
    )
    document: dict[str, object] = json.loads(done.stdout)
    return {name: value for name, value in document.items() if name not in TIMES}


def kill_in_the_middle(path: Path, workers: str) -> tuple[int, int]:
    """Start the run, wait for its first games and kill it; return exit code and games."""
    before = games_in(path)
    process = start([*KILLED, "--ledger", str(path), "--workers", workers])
    wait_for(lambda: games_in(path) > before, process)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    assert_none_is_left(process.pid)
    return process.returncode, games_in(path)


@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_a_killed_run_can_be_continued(workers: str, tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    there = []
    for _ in range(2):
        code, games = kill_in_the_middle(path, workers)
        assert code == -signal.SIGKILL
        there.append(games)
    assert 0 < there[0] < there[1] < 300
    resumed = figures("--ledger", str(path), "--workers", workers)
    assert resumed == figures("--ledger", str(tmp_path / "other"), "--workers", "2")
    assert resumed["games"] == 300
