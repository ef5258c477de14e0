"""Compare two players in pairs: the same boards, before and after a change.

    python -m experiments.value.pair play before.npz      with the old sapper installed
    python -m experiments.value.pair play after.npz       with the new sapper installed
    python -m experiments.value.pair compare before.npz after.npz

`play --player patient` plays another player; `play --weights build/train/weights.inc` plays with
weights that are not compiled in (this needs a development build).

Both sides play 16x30/99 from the safe corner and from the open (3,3) with the seed for tuning. The
outcomes are compared, and the outcomes with luck subtracted, which detect a tenth of a point with
far fewer games. The games of shipped weights are runs of the laboratory, whose ledger keeps them;
those of other weights, which no player has, take some minutes and are played anew.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from experiments.games import measure
from experiments.value.weights import read_weights
from sapper.board.spec import BoardSpec, StartRule
from sapper.lab.statistics.moments import mean_error
from sapper.lab.workers.mapping import map_in_order

__all__ = ["BOUND", "GAMES", "SEED", "Gain", "gain_of", "passes", "play_side"]

BOARD = "16x30/99"
STARTS = {StartRule.SAFE: (0, 0), StartRule.OPEN: (3, 3)}
SEED = 5
GAMES = 40_000  # boards of each start
CHUNK = 200  # games of a part: half a second
BOUND = (
    f"the mean gain of both starts is more than its error, no start loses more than its error, "
    f"{GAMES:,} boards or more of each start, luck taken out, seed {SEED}"
)
console = Console(highlight=False, soft_wrap=True)
Side = Mapping[str, npt.NDArray[np.generic]]


@dataclass(frozen=True)
class Gain:
    """The difference of the win rates in points, with its 95 % error."""

    before: float
    after: float
    points: float
    error: float
    boards: int

    def __str__(self) -> str:
        return f"{self.points:+.3f} +-{self.error:.3f} points on {self.boards:,} boards"


def main() -> None:
    """Play one side or compare two."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    jobs = parser.add_subparsers(dest="job", required=True)
    job = jobs.add_parser("play", help="play one side and store it")
    job.add_argument("file", type=Path)
    job.add_argument("--games", type=int, default=GAMES, help="boards of each start")
    job.add_argument("--player", choices=("champion", "patient"), default="champion")
    job.add_argument("--weights", type=Path, help="weights file; without it the shipped weights")
    job.add_argument("--workers", type=int, default=2)
    job = jobs.add_parser("compare", help="compare two stored sides")
    job.add_argument("before", type=Path)
    job.add_argument("after", type=Path)
    asked = parser.parse_args()
    if asked.job == "play":
        if asked.games < 2 or asked.workers < 1:
            parser.error("at least two games and one worker are needed")
        weights = read_weights(asked.weights)[0] if asked.weights else None
        side = play_side(asked.games, asked.player, weights, asked.workers)
        np.savez_compressed(asked.file, allow_pickle=False, **side)
        return
    for file in (asked.before, asked.after):
        if not file.is_file():
            parser.error(f"{file} does not exist: play that side first")
    with np.load(asked.before) as before, np.load(asked.after) as after:
        print_gains(before, after)


def play_side(games: int, player: str, weights: bytes | None, workers: int) -> Side:
    """Return outcome and score of every game of both starts, as columns."""
    side: dict[str, npt.NDArray[np.generic]] = {}
    for start, first in STARTS.items():
        if weights is None:
            table = measure(
                player, BOARD, start, first, SEED, games, workers=workers, keep="games"
            ).data
            columns: tuple[npt.NDArray[np.generic], ...] = (table.won, table.score)
        else:
            columns = _with_weights(start, games, player, weights, workers)
        for name, column in zip(("won", "score"), columns, strict=True):
            side[f"{start.value}.{name}"] = column
    return side


def _with_weights(
    start: StartRule, games: int, player: str, weights: bytes, workers: int
) -> tuple[npt.NDArray[np.generic], ...]:
    """Return outcomes and scores with other weights."""
    parts = [_Games(start, begin, player, weights) for begin in range(0, games, CHUNK)]
    made = map_in_order(_play, parts, workers)
    played = list(track(made, f"{BOARD} {start.value}", len(parts), console=console))
    won, score = (np.concatenate(columns)[:games] for columns in zip(*played, strict=True))
    return won.astype(bool), score.astype(np.float64)


@dataclass(frozen=True)
class _Games:
    """Games of one start from `begin` on, and who plays them."""

    start: StartRule
    begin: int
    player: str
    weights: bytes


def _play(games: _Games) -> tuple[npt.NDArray[np.generic], ...]:
    """Return outcomes and scores; called on a worker."""
    from experiments.value.training_core import training

    spec = BoardSpec.parse(BOARD)
    geometry = spec.geometry
    columns = training.simulate(
        training.Value(games.weights), geometry.native, spec.mines, games.start.value,
        geometry.index(STARTS[games.start]), SEED, games.begin, games.begin + CHUNK, games.player,
        1,
    )  # fmt: skip
    won, score = map(np.asarray, columns)
    return won, score


def gain_of(before: Side, after: Side, start: StartRule, column: str = "score") -> Gain:
    """Return the gain from one start: of outcomes (`won`), or with luck subtracted (`score`)."""
    old, new = before[f"{start.value}.{column}"], after[f"{start.value}.{column}"]
    count = min(len(old), len(new))
    a, b = 100 * old[:count].astype(float), 100 * new[:count].astype(float)
    return Gain(float(a.mean()), float(b.mean()), float((b - a).mean()), mean_error(b - a), count)


def passes(gains: list[Gain]) -> bool:
    """Return whether new weights may replace the shipped ones: `BOUND`."""
    mean = sum(gain.points for gain in gains) / len(gains)
    error = sum(gain.error**2 for gain in gains) ** 0.5 / len(gains)
    loses_nowhere = all(gain.points > -gain.error and gain.boards >= GAMES for gain in gains)
    return mean > error and loses_nowhere


def print_gains(before: Side, after: Side) -> None:
    """Print what the change gains from each start."""
    for start, first in STARTS.items():
        for column, name in (("won", "plain"), ("score", "luck taken out")):
            gain = gain_of(before, after, start, column)
            console.print(
                f"{BOARD} {start.value} {first}, {name}: "
                f"{gain.before:.2f} -> {gain.after:.2f}, {gain}"
            )


if __name__ == "__main__":
    main()
