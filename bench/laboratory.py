"""Laboratory: its overhead over plain calls, and the gain of a second worker.

Overhead is processor time of this process, which other load on the machine affects less. Workers
are measured in wall-clock time, alternating. On a busy machine two workers cannot be twice as fast
as one, so two bare processes that play the same games by plain calls are measured for comparison.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

from bench.benchmark import Say
from bench.clock import gain_of_second_process, one_processor, seconds
from bench.dask_workers import ADVISED, DaskWorkers
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import play
from sapper.games.core_games import play_games
from sapper.lab import simulate
from sapper.lab.table import Table, Value
from sapper.players import player_spec, player_specs

_NATIVE_GAMES = 100_000
# A second or two of plain calls each.
_FEWER_GAMES = {"lookahead": 50_000, "champion": 15_000, "patient": 3000}
_PYTHON_GAMES = 1500
_CLUSTER_GAMES = 10_000
_SETTINGS = {"as advised": ADVISED, "as Dask starts them": {}}
_WORKER_GAMES = {"champion": 50_000, "hybrid": 4000}  # several seconds of one worker
_ROUNDS = 9  # of one worker, two workers, and two bare processes
_PAIRS = 15  # of runs with and without the laboratory, and of runs here and on a cluster


def tables(say: Say) -> list[Table]:
    """Return the overhead, the gain of a second worker, and a cluster beside local workers."""
    return [_overhead(say), _second_worker(say), _cluster(say)]


def _overhead(say: Say) -> Table:
    rows: list[list[Value]] = []
    for name, games in _players():
        say(f"{name}: {games} games by plain calls and in the laboratory")
        _plain_games(name, 0, 0, 100), _in_lab(name, 100, 0, 1)  # warm up
        plain, inside = [], []
        with one_processor():
            for _ in range(_PAIRS):
                plain.append(
                    seconds(lambda x=name, n=games: _plain_games(x, 1, 0, n), process_time)
                )
                inside.append(seconds(lambda x=name, n=games: _in_lab(x, n, 1, 1), process_time))
        ratio = median(ours / theirs for theirs, ours in zip(plain, inside, strict=True))
        rows.append([name, games, median(plain), median(inside), 100 * (ratio - 1)])
    return Table(
        "Laboratory: processor time over plain calls, beginner board, one worker",
        ["player", "games", "plain calls, s", "laboratory, s", "overhead, %"],
        rows,
        [
            "Plain calls: one call of the core for all games, or a loop over play(). The "
            "laboratory writes a ledger file and computes the exact safety of every guess.",
            f"Medians of {_PAIRS} runs of each kind, in turn, all on the same boards and on one "
            "processor; the overhead is the median over the pairs. On two processors the core is "
            "a few per cent slower when it is called more than once, without the laboratory too: "
            "every call has a new thread, which may begin on the other one.",
        ],
    )


def _players() -> Iterator[tuple[str, int]]:
    for entry in player_specs():
        if entry.native is not None:
            yield entry.name, _FEWER_GAMES.get(entry.name, _NATIVE_GAMES)
    for name in ("greedy", "hybrid"):
        yield name, _PYTHON_GAMES


def _plain_games(name: str, seed: int, begin: int, end: int) -> None:
    """Play games by one call of the core, or by a loop over `play`."""
    player = player_spec(name).native
    if player is not None:
        board = BoardSpec.parse("beginner")
        play_games(board, StartRule.SAFE, (0, 0), seed, begin, end - begin, player, 1)
        return
    for game in range(begin, end):
        play(name, "beginner", seed=seed, first=(0, 0), game=game)


def _in_lab(name: str, games: int, seed: int, workers: int, cluster: str | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.sqlite"
        simulate(
            name, "beginner", games=games, seed=seed, workers=workers, ledger=path, cluster=cluster
        )


def _second_worker(say: Say) -> Table:
    rows: list[list[Value]] = []
    for name, games in _WORKER_GAMES.items():
        say(f"{name}: {games} games with one worker and two, here and as commands")
        _in_lab(name, 50, 99, 1), _in_lab(name, 50, 99, 2)  # warm up
        one, two, commands, bare = [], [], [], []
        for seed in range(_ROUNDS):
            one.append(seconds(lambda s=seed, x=name, n=games: _in_lab(x, n, s, 1)))
            two.append(seconds(lambda s=seed, x=name, n=games: _in_lab(x, n, s, 2)))
            commands.append(_command(name, games, seed, 1) / _command(name, games, seed, 2))
            bare.append(gain_of_second_process(partial(_plain_games, name, seed), games))
        gains = [a / b for a, b in zip(one, two, strict=True)]
        shares = [100 * gain / floor for gain, floor in zip(gains, bare, strict=True)]
        middle = map(median, (one, two, gains, commands, bare, shares))
        rows.append([name, games, *middle])
    return Table(
        "Laboratory: one worker and two",
        [
            "player",
            "games",
            "one, s",
            "two, s",
            "gain",
            "gain of commands",
            "bare gain",
            "share, %",
        ],
        rows,
        [
            "Gain: in a process that has run both before. Commands: `sapper run` from start to "
            "end in a new process; start-up time is not shared. Bare: the gain of a second process "
            "that plays the same games by plain calls, without the laboratory, measured at the "
            "same time. Share: the gain in per cent of the bare gain.",
            f"Each a median of {_ROUNDS} rounds, all sides in turn.",
        ],
    )


def _command(name: str, games: int, seed: int, workers: int) -> float:
    """Return the wall-clock seconds of `sapper run`."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["run", name, "--games", games, "--seed", seed, "--workers", workers]
        words += ["--ledger", Path(folder) / "ledger.sqlite"]
        code = "from sapper.cli import main; main()"
        command = [sys.executable, "-c", code, *map(str, words)]
        return seconds(lambda: subprocess.run(command, check=True, capture_output=True))


def _cluster(say: Say) -> Table:
    rows: list[list[Value]] = []
    for words, settings in _SETTINGS.items():
        say(f"hybrid: {_CLUSTER_GAMES} games, two local workers and a cluster of two {words}")
        local, remote = [], []
        with DaskWorkers(2, settings) as cluster:
            _on_cluster(50, 99, cluster), _in_lab("hybrid", 50, 99, 2)  # warm up
            for seed in range(_PAIRS):
                with cluster.stopped():
                    local.append(seconds(lambda s=seed: _in_lab("hybrid", _CLUSTER_GAMES, s, 2)))
                remote.append(seconds(lambda s=seed, c=cluster: _on_cluster(_CLUSTER_GAMES, s, c)))
        ratios = [b / a for a, b in zip(local, remote, strict=True)]
        middle = map(median, (local, remote, ratios))
        rows.append(["hybrid", words, _CLUSTER_GAMES, *middle])
    return Table(
        "Laboratory: a Dask cluster of two local processes beside two local workers",
        ["player", "Dask's workers", "games", "local, s", "cluster, s", "ratio"],
        rows,
        [
            "Connecting is included. The scheduler shares the two cores; while the local workers "
            "play, all processes of the cluster are stopped.",
            "As advised: without Dask's profiler and with fewer ticks, see "
            "docs/how-to/dask-cluster.md.",
            f"Each a median of {_PAIRS}, both sides in turn on the same boards.",
        ],
    )


def _on_cluster(games: int, seed: int, cluster: DaskWorkers) -> None:
    _in_lab("hybrid", games, seed, 1, cluster.address)
