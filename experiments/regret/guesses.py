"""Guesses of the champion whose close candidates were rolled out, in files of some games each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from experiments.games import chunks
from experiments.value.training_core import training
from sapper import BoardSpec
from sapper.files import replace_file

__all__ = ["BOARD", "FIRST", "Guesses", "Sample", "read_guesses"]

BOARD = "16x30/99"
FIRST = {"safe": (0, 0), "open": (3, 3)}
CLOSE, MOST = 0.03, 4  # candidates this near to the best by the value, at most so many
STORE = Path(__file__).parents[2] / "build" / "regret"
COLUMNS = ("faces", "games", "owners", "cells", "chances", "wins", "scores")
console = Console(highlight=False, soft_wrap=True)


@dataclass(frozen=True)
class Sample:
    """Which guesses are rolled out: a share of those of some games, each on some layouts."""

    name: str
    seed: int
    games: dict[str, int]
    share: float
    layouts: int
    at_once: int  # games in one file


@dataclass(frozen=True)
class Guesses:
    """Positions with their games; for each candidate its position, cell, numbers and scores."""

    faces: npt.NDArray[np.uint8]
    games: npt.NDArray[np.uint32]
    owners: npt.NDArray[np.int32]
    cells: npt.NDArray[np.int32]
    chances: npt.NDArray[np.float32]  # of each number
    wins: npt.NDArray[np.float32]  # the winning chance after it, by the shipped value
    scores: npt.NDArray[np.float32]  # of each layout, luck taken out

    @property
    def firsts(self) -> npt.NDArray[np.int64]:
        """Return for every candidate the row of the champion's choice in the same position."""
        leads = np.searchsorted(self.owners, np.arange(len(self.faces)))
        return np.asarray(leads[self.owners], np.int64)

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """Return the winning chance of every candidate by the shipped value."""
        return np.asarray((self.chances.astype(float) * self.wins).sum(axis=1))

    @property
    def opened(self) -> npt.NDArray[np.float64]:
        """Return for every position the share of safe cells that are open."""
        return np.asarray((self.faces < 9).sum(axis=1) / BoardSpec.parse(BOARD).safe_cells)


def read_guesses(sample: Sample, start: str) -> Guesses:
    """Return the guesses of a sample from one start; roll out those that are not stored yet."""
    parts = chunks(sample.games[start], sample.at_once)
    columns: dict[str, list[npt.NDArray[np.generic]]] = {name: [] for name in COLUMNS}
    before = 0  # positions of earlier files
    for games in track(parts, f"{sample.name}, {start} start", console=console):
        path = STORE / f"{sample.name}-{start}-{games.start}.npz"
        if not path.exists():
            _roll_out(path, sample, start, games)
        with np.load(path) as stored:
            for name in COLUMNS:
                columns[name].append(stored[name] + (before if name == "owners" else 0))
            before += len(stored["faces"])
    return Guesses(**{name: np.concatenate(found) for name, found in columns.items()})


def _roll_out(path: Path, sample: Sample, start: str, games: range) -> None:
    spec = BoardSpec.parse(BOARD)
    columns = training.score_guesses(
        spec.geometry.native, spec.mines, start, spec.geometry.index(FIRST[start]), sample.seed,
        games.start, games.stop, sample.share, CLOSE, MOST, sample.layouts, 1,
    )  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    with replace_file(path) as partial, partial.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **dict(zip(COLUMNS, columns, strict=True)))
