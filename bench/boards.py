"""Random boards in the middle of a game, of any size, at the expert's density (99 in 480).

The mines are dealt uniformly. The player opens one random zero for every 480 cells, as an expert
game begins with one, and each opened zero opens its neighbours. Then all cells that the analysis
proves safe are opened, repeatedly. When nothing is certain, one safe cell for every 480 cells (a
zero, as long as there are any) is opened as a lucky guess. Three stages of such a game are used:

    early   a tenth of the safe cells is open
    middle  half of them
    late    at least 95 of 100, and nothing is certain: only guesses are left
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

import sapper
from sapper import Geometry, Position
from sapper.board.cell import HIDDEN

__all__ = ["STAGES", "Stage", "board"]

Stage = Literal["early", "middle", "late"]
STAGES: dict[Stage, float] = {"early": 0.1, "middle": 0.5, "late": 0.95}
CELLS_PER_OPENING = 480

Mask = npt.NDArray[np.bool_]


class _Layout(NamedTuple):
    is_mine: Mask
    numbers: npt.NDArray[np.uint8]
    zeros: Mask


def board(side: int, stage: Stage, seed: int, geometry: Geometry | None = None) -> Position:
    """Return the square board of this seed at this stage of its game."""
    rng = np.random.default_rng([seed, side])
    geometry = geometry or Geometry.grid(side, side)
    layout = _deal(side, rng)
    wanted = int(STAGES[stage] * np.count_nonzero(~layout.is_mine))
    opened = np.zeros((side, side), dtype=bool)
    certain = opened
    while True:
        missing = wanted - np.count_nonzero(opened)
        if missing <= 0 and (stage != "late" or not certain.any()):
            return _position(geometry, layout, opened)
        chosen = np.flatnonzero(certain)
        if not chosen.size:
            chosen = _lucky_guesses(layout, opened, rng)
        if stage != "late" and chosen.size > missing:
            chosen = rng.choice(chosen, missing, replace=False)
        opened = _open(opened, chosen, layout.zeros)
        certain = sapper.analyse(_position(geometry, layout, opened)).chances == 0


def _deal(side: int, rng: np.random.Generator) -> _Layout:
    is_mine = np.zeros(side * side, dtype=bool)
    is_mine[rng.choice(is_mine.size, round(is_mine.size * 99 / 480), replace=False)] = True
    is_mine = is_mine.reshape(side, side)
    padded = np.pad(is_mine.astype(np.uint8), 1)
    rows = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    numbers = rows[:-2] + rows[1:-1] + rows[2:] - is_mine
    return _Layout(is_mine, numbers, (numbers == 0) & ~is_mine)


def _lucky_guesses(layout: _Layout, opened: Mask, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    count = max(1, round(opened.size / CELLS_PER_OPENING))
    places = np.flatnonzero(layout.zeros & ~opened)
    if places.size < count:
        places = np.flatnonzero(~layout.is_mine & ~opened)
    return rng.choice(places, min(count, places.size), replace=False)


def _open(opened: Mask, chosen: npt.NDArray[np.intp], zeros: Mask) -> Mask:
    """Open the chosen cells and, repeatedly, all neighbours of opened zeros."""
    opened = opened.copy()
    opened.flat[chosen] = True
    while True:
        grown = opened | _widen(opened & zeros)
        if np.array_equal(grown, opened):
            return opened
        opened = grown


def _widen(mask: Mask) -> Mask:
    padded = np.pad(mask, 1)
    rows = padded[:, :-2] | padded[:, 1:-1] | padded[:, 2:]
    return rows[:-2] | rows[1:-1] | rows[2:]


def _position(geometry: Geometry, layout: _Layout, opened: Mask) -> Position:
    faces = np.where(opened, layout.numbers, np.uint8(HIDDEN)).tobytes()
    return Position(geometry, int(np.count_nonzero(layout.is_mine)), faces)
