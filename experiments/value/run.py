"""Learn the winning chance that the champion's look-ahead ends in: one command, several rounds.

    python experiments/value/run.py            # by estimate ninety minutes on two cores, 12 GB
    python experiments/value/run.py --quick    # one minute: shows that all steps run

Each round plays games with the value of the round before, keeps the positions of its guesses,
describes them to the value, trains it, and checks it on games it has not seen. The last one is
written where the core compiles it in (native/sapper/value/weights.inc), unless --quick.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from rich.console import Console
from weights import write_weights

from sapper import BoardSpec, _training

HERE = Path(__file__).parent
say = Console(highlight=False, soft_wrap=True).print
STORE = HERE / "build"  # positions and networks in between; not kept


@dataclass(frozen=True)
class School:
    """A board to learn on, and its games in thousands per round."""

    board: str
    start: str
    first: tuple[int, int]
    thousands: int


@dataclass(frozen=True)
class Round:
    """How one round plays and trains. The first has no value to play by and learns outcomes."""

    seed: int
    share: float  # of the games that each school names
    exploring: float  # guesses made at random among the candidates
    trust: float  # how far later luck is followed: 1 to the end of the game
    epochs: float


SCHOOLS = (
    School("16x30/99", "safe", (0, 0), 260),
    School("16x30/99", "open", (3, 3), 430),
    School("16x16/40", "safe", (0, 0), 100),
    School("16x16/40", "open", (2, 2), 160),
    School("9x9/10", "safe", (0, 0), 80),
    School("9x9/10", "open", (2, 2), 80),
    School("8x8/10", "safe", (0, 0), 60),
    School("8x8/10", "open", (2, 2), 80),
    School("10x10/15", "open", (5, 5), 80),
    School("20x20/60", "open", (10, 10), 160),
    School("30x30/135", "open", (15, 15), 120),
)
ROUNDS = (
    Round(901, 0.3, 0.15, 1.0, 6),
    Round(902, 0.4, 0.25, 1.0, 6),
    Round(903, 1.0, 0.2, 0.6, 5),
    Round(904, 1.4, 0.2, 0.6, 5),
    Round(905, 1.0, 0.2, 0.6, 6),
)
QUICK = (Round(801, 0.004, 0.15, 1.0, 20), Round(802, 0.004, 0.25, 0.6, 20))
COLUMNS = ("faces", "cells", "numbers", "worth", "game")
AT_ONCE = 20_000  # games played and described before they are put away
WINDOWS = (32, 16)  # units of the network that looks through windows; the last are the sights
WHOLE = (64, 32)
LAST = 2  # rounds whose positions the final value learns from


def main() -> None:
    """Run all rounds and write what was learned."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few games, nothing written")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    STORE.mkdir(exist_ok=True)
    rounds = QUICK if arguments.quick else ROUNDS
    told: list[dict[str, object]] = []
    positions: list[list[Path]] = []
    weights: bytes | None = None
    for number, this in enumerate(rounds):
        value = _training.Value(weights) if weights else None
        positions.append(play(number, this, value, arguments.workers))
        is_last = number + 1 == len(rounds)
        files = [*chain(*positions[-LAST:])] if is_last else positions[-1]
        weights, report = learn(this, files, arguments.workers)
        (STORE / f"round-{number}.f32").write_bytes(weights)
        told.append(asdict(this) | report)
        say(told[-1])
    if not arguments.quick and weights is not None:
        write_weights(weights)
        (HERE / "result.json").write_text(json.dumps(told, indent=1) + "\n")


def play(number: int, this: Round, value: _training.Value | None, workers: int) -> list[Path]:
    """Play a round's games; return the files of positions."""
    files = []
    setting = "champion" if value else "lookahead"
    for k, school in enumerate(SCHOOLS):
        spec = BoardSpec.parse(school.board)
        graph = spec.geometry.native
        first = spec.geometry.index(school.first)
        games = max(200, int(1000 * school.thousands * this.share))
        for begin in range(0, games, AT_ONCE):
            end = min(games, begin + AT_ONCE)
            columns = _training.self_play(
                graph, spec.mines, school.start, first, this.seed, begin, end, setting, value,
                this.exploring, this.trust, workers,
            )  # fmt: skip
            path = STORE / f"round-{number}-{k}-{begin}.npz"
            np.savez_compressed(
                path, board=school.board, **dict(zip(COLUMNS, columns, strict=True))
            )
            files.append(path)
        say(f"round {number}: {games} games of {school.board} {school.start}")
    return files


def learn(this: Round, files: list[Path], workers: int) -> tuple[bytes, dict[str, object]]:
    """Train on the positions; return the weights and how they do on games kept back."""
    began = time.perf_counter()
    training = _training.Training([*WINDOWS], [*WHOLE], this.seed)
    for lessons in read(files):
        training.add(*lessons.where(lessons.game % 20 != 0), workers)
    training.run(this.epochs, 3e-3, 512, workers)
    weights = training.weights()
    value = _training.Value(weights)
    predicted, worth = [], []
    for lessons in read(files):
        *positions, known = lessons.where(lessons.game % 20 == 0)
        predicted.append(_training.winning_chances(value, *positions, workers))
        worth.append(known)
    report = check(np.concatenate(predicted), np.concatenate(worth))
    report |= {"positions": len(training), "seconds": round(time.perf_counter() - began)}
    return weights, report


@dataclass(frozen=True)
class Lessons:
    """What was played on one board: positions before guesses, and what came of them."""

    board: str
    faces: np.ndarray
    cells: np.ndarray
    numbers: np.ndarray
    worth: np.ndarray
    game: np.ndarray

    def where(self, chosen: np.ndarray) -> tuple[object, ...]:
        """Return the chosen lessons as the core takes them."""
        spec = BoardSpec.parse(self.board)
        worth = np.clip(self.worth, -0.3, 1.3)  # single games may be lucky beyond all bounds
        return (
            spec.geometry.native, spec.mines, self.faces[chosen], self.cells[chosen],
            self.numbers[chosen], worth[chosen],
        )  # fmt: skip


def read(files: list[Path]) -> Iterator[Lessons]:
    """Yield what the files hold."""
    for path in files:
        with np.load(path) as stored:
            yield Lessons(str(stored["board"]), *(stored[name] for name in COLUMNS))


def check(predicted: np.ndarray, worth: np.ndarray) -> dict[str, object]:
    """Return the squared error and, by tenths of the prediction, what was promised and came."""
    is_told = np.isfinite(predicted)  # not where a position was beyond the look-ahead
    predicted, worth = predicted[is_told], worth[is_told]
    tenths = np.array_split(np.argsort(predicted), 10)
    return {
        "squared_error": float(np.mean((predicted - worth) ** 2)),
        "variance": float(worth.var()),
        "calibration": [
            [round(float(predicted[t].mean()), 4), round(float(worth[t].mean()), 4)] for t in tenths
        ],
    }


if __name__ == "__main__":
    main()
