"""Where the cells of a board lie in a picture, and the outline of each.

Squares for grid and torus, hexagons for hexagons, discs joined by lines for a graph. All cells of
a board have one outline, written relative to its start, so a tile costs a few characters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from sapper.board.geometry import Geometry

__all__ = ["Plan", "brief", "plan_of"]

_MARGIN = 0.2  # of a cell, around the board
_GAP = 0.035  # of a cell, on each side of a tile
_HEX_SIDE = 1 / math.sqrt(3)  # of a hexagon that is one cell wide


@dataclass(frozen=True, slots=True)
class Plan:
    """A board in a picture: all lengths in pixels."""

    geometry: Geometry
    cell: float
    width: float
    height: float
    outline: str

    def centre(self, index: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        row, column = divmod(index, self.geometry.columns)
        if self.geometry.shape == "hex":
            x, y = column + 0.5 + 0.5 * (row % 2), _HEX_SIDE * (1 + 1.5 * row)
        else:
            x, y = column + 0.5, row + 0.5
        return (x + _MARGIN) * self.cell, (y + _MARGIN) * self.cell

    def tiles(self, indices: Iterable[int]) -> str:
        """Return the path of some cells' outlines."""
        starts = ((brief(x), brief(y)) for x, y in map(self.centre, indices))
        return "".join(f"M{x} {y}{self.outline}" for x, y in starts)

    def joins(self) -> str:
        """Return the path of lines between the neighbours of a graph; bent past other cells."""
        pairs = enumerate(self.geometry.neighbour_lists)
        return "".join(self._join(i, j) for i, around in pairs for j in around if i < j)

    def _join(self, i: int, j: int) -> str:
        (x, y), (to_x, to_y) = self.centre(i), self.centre(j)
        bend = 0.28 if math.hypot(to_x - x, to_y - y) > 1.5 * self.cell else 0
        # Half as high as the chord at most, so that a long bend stays in the picture.
        by_x = (x + to_x) / 2 + bend * min(abs(to_y - y), 1.6 * self.cell)
        by_y = (y + to_y) / 2 - bend * min(abs(to_x - x), 1.6 * self.cell)
        return f"M{brief(x)} {brief(y)}Q{brief(by_x)} {brief(by_y)} {brief(to_x)} {brief(to_y)}"


def plan_of(geometry: Geometry, cell: float) -> Plan:
    """Return the plan of a board whose cells are `cell` pixels wide."""
    across, down = float(geometry.columns), float(geometry.rows)
    outline = _square(cell)
    if geometry.shape == "hex":
        across += 0.5 if geometry.rows > 1 else 0
        down = _HEX_SIDE * (1.5 * geometry.rows + 0.5)
        outline = _hexagon(cell)
    elif geometry.shape == "graph":
        outline = _disc(cell)
    margins = 2 * _MARGIN
    return Plan(geometry, cell, (across + margins) * cell, (down + margins) * cell, outline)


def brief(length: float) -> str:
    """Return a length in as few characters as a tenth of a pixel needs."""
    return f"{length:.1f}".removesuffix(".0")


def _square(cell: float) -> str:
    half, corner = cell * (0.5 - _GAP), cell * 0.12
    side, r = brief(2 * (half - corner)), brief(corner)
    turn = f"a{r} {r} 0 0 1"
    return (
        f"m{brief(corner - half)} {brief(-half)}h{side}{turn} {r} {r}v{side}{turn} -{r} {r}"
        f"h-{side}{turn} -{r} -{r}v-{side}{turn} {r} -{r}z"
    )


def _hexagon(cell: float) -> str:
    half = cell * (0.5 - _GAP)
    side = 2 * half * _HEX_SIDE
    w, s, h = brief(half), brief(side), brief(side / 2)
    return f"m0 -{s}l{w} {h}v{s}l-{w} {h}l-{w} -{h}v-{s}z"


def _disc(cell: float) -> str:
    r, across = brief(cell * 0.4), brief(cell * 0.8)
    return f"m-{r} 0a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1 -{across} 0z"
