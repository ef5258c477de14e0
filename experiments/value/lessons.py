"""Play games to learn from, and read their files back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from experiments.games import chunks
from experiments.value.plan import BOARDS, Board, Plan, Round
from experiments.value.training_core import training
from sapper import BoardSpec
from sapper.files import replace_file

__all__ = ["Lessons", "play_round", "read_lessons"]

COLUMNS = ("faces", "cells", "numbers", "worth", "game")
AT_ONCE = 20_000  # games in one file
console = Console(highlight=False, soft_wrap=True)


@dataclass(frozen=True)
class Lessons:
    """Positions before guesses, the opened cells, their numbers, and the value of the results."""

    board: str
    faces: npt.NDArray[np.uint8]
    cells: npt.NDArray[np.int32]
    numbers: npt.NDArray[np.int32]
    worth: npt.NDArray[np.float32]
    game: npt.NDArray[np.uint32]

    def where(self, chosen: npt.NDArray[np.bool_]) -> tuple[object, ...]:
        """Return the chosen lessons as arguments of the native module, their worth last."""
        spec = BoardSpec.parse(self.board)
        worth = np.clip(self.worth, -0.3, 1.3)  # single games may lie outside 0 to 1
        return (
            spec.geometry.native, spec.mines, self.faces[chosen], self.cells[chosen],
            self.numbers[chosen], worth[chosen],
        )  # fmt: skip


def play_round(plan: Plan, number: int, this: Round, weights: bytes | None, store: Path,
               workers: int) -> list[Path]:  # fmt: skip
    """Play the games of a round that are not stored yet; return all its files."""
    value = training.Value(weights) if weights else None
    parts = [
        (board, games) for board in BOARDS for games in chunks(plan.games_of(board, this), AT_ONCE)
    ]
    files = []
    for board, games in track(parts, f"round {number + 1}: self-play", console=console):
        size = board.board.replace("/", "-")
        path = store / f"round-{number + 1}-{size}-{board.start}-{games.start}.npz"
        if not path.exists():
            _play(path, board, this, value, games, workers)
        files.append(path)
    return files


def _play(path: Path, board: Board, this: Round, value: training.Value | None,
          games: range, workers: int) -> None:  # fmt: skip
    """Play games of one board and write them to a file."""
    spec = BoardSpec.parse(board.board)
    columns = training.self_play(
        spec.geometry.native, spec.mines, board.start, spec.geometry.index(board.first),
        this.seed, games.start, games.stop, "champion" if value else "lookahead", value,
        this.exploring, this.trust, workers,
    )  # fmt: skip
    stored = dict(zip(COLUMNS, columns, strict=True))
    with replace_file(path) as partial, partial.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, board=board.board, **stored)


def read_lessons(files: list[Path]) -> Iterator[Lessons]:
    """Yield the lessons of one file after another."""
    for path in files:
        with np.load(path) as stored:
            yield Lessons(str(stored["board"]), *(stored[name] for name in COLUMNS))
