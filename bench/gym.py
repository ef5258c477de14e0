"""Steps a second of the vector environment.

Every board opens a random covered cell, or the safest by the exact chances; only the steps are
timed, not the choice. A step that merely starts the next game is timed but not counted. Passes are
short and repeated; the best counts, so that other load on the machine affects the figures little.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from bench.benchmark import Say
from bench.clock import seconds_by_both_clocks
from sapper.gym import MinesweeperVectorEnv
from sapper.gym.rules import Oracle
from sapper.lab.table import Table, Value

__all__ = ["tables"]

PASSES, STEPS = 150, 3
BOARDS = {"none": 2048, "chances": 256}  # a pass of either takes some milliseconds


@dataclass(frozen=True)
class Way:
    """One row: a board, what is told, who chooses, and the steps a second to reach."""

    board: str
    oracle: Oracle
    chooser: str
    target: int | None


WAYS = (
    Way("beginner", "none", "random", 1_000_000),
    Way("intermediate", "none", "random", None),
    Way("expert", "none", "random", 300_000),
    Way("beginner", "chances", "random", None),
    Way("expert", "chances", "random", 50_000),
    Way("expert", "chances", "safest", 50_000),
)


@dataclass
class Best:
    """The most moves a second of any pass: by the wall clock, and of a second of processor time."""

    wall: float = 0.0
    processor: float = 0.0

    def note(self, moves: int, wall: float, processor: float) -> None:
        """Take one pass into account."""
        self.wall = max(self.wall, moves / wall)
        self.processor = max(self.processor, moves / max(processor, 1e-9))


def tables(say: Say) -> list[Table]:
    """Return the steps a second, of one thread and of two."""
    rows: list[list[Value]] = []
    for way in WAYS:
        say(f"{way.board}, oracle {way.oracle}, {way.chooser}")
        one, two = _measure(way, 1), _measure(way, 2)
        rows.append([
            way.board, way.oracle, way.chooser, one.wall, one.processor, two.wall,
            2 * two.processor, way.target,
        ])  # fmt: skip
    return [Table(
        "The vector environment: moves a second",
        ["board", "oracle", "moves", "1 thread", "per processor second", "2 threads",
         "2 processor seconds, 2 threads", "to reach on two cores"],
        rows,
        ["1 thread and 2 threads: by the wall clock, which other work on the machine slows down.",
         f"Open start; reward by progress; copies returned. {BOARDS['none']} boards, "
         f"with chances {BOARDS['chances']}."],
    )]  # fmt: skip


def _measure(way: Way, workers: int) -> Best:
    boards = BOARDS[way.oracle]
    env = MinesweeperVectorEnv(
        boards, way.board, "open", reward="progress", oracle=way.oracle, workers=workers
    )
    random, best = np.random.default_rng(1), Best()
    _, infos = env.reset(seed=1)
    is_over = np.zeros(boards, np.bool_)
    for _ in range(PASSES):
        moves, wall, processor = 0, 0.0, 0.0
        for _ in range(STEPS):
            actions = _choose(infos, way.chooser, random)
            answer: list[tuple[npt.NDArray[np.bool_], dict[str, npt.NDArray[np.float64]]]] = []

            def step() -> None:
                _, _, terminated, _, told = env.step(actions)  # noqa: B023
                answer.append((terminated, told))  # noqa: B023

            spent = seconds_by_both_clocks(step)
            wall, processor = wall + spent[0], processor + spent[1]
            moves += boards - int(is_over.sum())
            is_over, infos = answer[0]
        best.note(moves, wall, processor)
    return best


def _choose(
    infos: dict[str, npt.NDArray[np.float64]], chooser: str, random: np.random.Generator
) -> npt.NDArray[np.int64]:
    masks = infos["action_mask"]
    if chooser == "safest":
        chances = infos["chances"].reshape(masks.shape)
        chosen: npt.NDArray[np.int64] = np.where(chances >= 0, chances, inf).argmin(axis=1)
        return chosen
    drawn: npt.NDArray[np.int64] = (random.random(masks.shape, np.float32) * masks).argmax(axis=1)
    return drawn
