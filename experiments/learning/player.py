"""The learned player: opens the cell that the network holds for the safest.

    sapper run experiments.learning.player:LearnedPlayer --board beginner --games 1000

Plain NumPy, so that playing needs no PyTorch. The weights are those of the last training:
`python -m experiments.learning.run` writes them to `build/learning.npz`; the variable
SAPPER_LEARNING names another file.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sapper import Decision, Move, Position
from sapper.board.cell import HIDDEN, QUESTION
from sapper.errors import InputError
from sapper.gym import planes_of

__all__ = ["WEIGHTS", "LearnedPlayer", "chances_of"]

WEIGHTS = Path(__file__).parents[2] / "build" / "learning.npz"
Floats = npt.NDArray[np.float32]


class LearnedPlayer:
    """Imitates exact chances; it knows no rule, and calls nothing certain."""

    name = "learned"

    def __init__(self) -> None:
        self._layers = _layers(os.environ.get("SAPPER_LEARNING", str(WEIGHTS)))

    def decide(self, position: Position) -> Decision:
        """Return the opening of the covered cell with the least estimated chance."""
        chances = chances_of(position, self._layers)
        faces = np.frombuffer(position.faces, np.uint8)
        covered = (faces == HIDDEN) | (faces == QUESTION)  # a flagged cell cannot be opened
        if not covered.any():
            raise InputError("no cell is left to open")
        index = int(np.where(covered, chances.ravel(), np.inf).argmin())
        chance = float(chances.ravel()[index])
        cell = position.geometry.cell(index)
        return Decision(Move("open", cell), "the network holds no cell for safer", chance, True)


def chances_of(position: Position, layers: list[tuple[Floats, Floats]]) -> Floats:
    """Return the estimated chance of a mine in every cell."""
    faces = np.frombuffer(position.faces, np.uint8).astype(np.int16)
    seen = np.where(faces <= 8, faces, -1).reshape(position.rows, position.columns)
    first, *blocks, last = layers
    values = np.maximum(_convolve(planes_of(seen), first), 0)
    for one, two in zip(blocks[::2], blocks[1::2], strict=True):
        values = np.maximum(values + _convolve(np.maximum(_convolve(values, one), 0), two), 0)
    logits: Floats = _convolve(values, last)[0]
    return 1 / (1 + np.exp(-logits))


def _convolve(values: Floats, layer: tuple[Floats, Floats]) -> Floats:
    """Return a convolution with zeros around the board, as one product of matrices."""
    weight, bias = layer
    size = weight.shape[-1]
    around = size // 2
    padded = np.pad(values, ((0, 0), (around, around), (around, around)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (size, size), axis=(1, 2))
    channels, rows, columns = windows.shape[:3]
    flat = windows.transpose(0, 3, 4, 1, 2).reshape(channels * size * size, rows * columns)
    product = weight.reshape(len(weight), -1) @ flat + bias[:, None]
    return product.reshape(-1, rows, columns)


@cache
def _layers(path: str) -> list[tuple[Floats, Floats]]:
    if not Path(path).exists():
        raise InputError(f"no weights in {path}: run python -m experiments.learning.run")
    with np.load(path) as file:
        layers = len(file.files) // 2
        return [
            (file[f"weight{i}"].astype(np.float32), file[f"bias{i}"].astype(np.float32))
            for i in range(layers)
        ]
