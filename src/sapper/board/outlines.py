"""Where the cells of a board lie in a picture, and the outline of each.

Grid and torus have squares, hex boards hexagons, graphs discs joined by lines; a small graph in one
row is drawn as a ring, where no line hides behind a disc. All cells of a board share one outline,
written relative to its centre, so a tile costs a few characters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from sapper.board.geometry import Geometry

__all__ = ["Plan", "brief", "plan_of"]

_MARGIN = 0.2  # of a cell, around the board
_RULER = 0.55  # of a cell, for the numbers of rows and columns
_GAP = 0.035  # of a cell, on each side of a tile
_STEP = 1.5  # of a cell, between the discs of a graph
_LARGEST_RING = 60  # cells; a larger ring would be mostly empty
_HEX_SIDE = 1 / math.sqrt(3)  # of a hexagon that is one cell wide


@dataclass(frozen=True, slots=True)
class Plan:
    """The geometry of a picture; all lengths are in pixels."""

    geometry: Geometry
    cell: float
    width: float
    height: float
    outline: str
    corner: float
    """How far the board lies from the left and upper edge."""

    def centre(self, index: int) -> tuple[float, float]:
        """Return the centre of a cell."""
        return self._place(*_middle(self.geometry, index))

    def coordinates(self) -> Iterable[tuple[str, float, float]]:
        """Yield the numbers of the rows and columns, each with its place.

        A ring has one row, and the number of a column stands beside its cell.
        """
        geometry, beside = self.geometry, -(_MARGIN + _RULER) / 2
        if _is_ring(geometry):
            for index in range(geometry.size):
                yield str(index), *self._place(*_on_ring(geometry, index, 0.5 + _RULER / 2))
            return
        for row in range(geometry.rows):
            yield str(row), *self._place(beside, _middle(geometry, row * geometry.columns)[1])
        for column in range(geometry.columns):
            yield str(column), *self._place(_middle(geometry, column)[0], beside)

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return self.corner + x * self.cell, self.corner + y * self.cell

    def tiles(self, indices: Iterable[int]) -> str:
        """Return the path of some cells' outlines."""
        starts = ((brief(x), brief(y)) for x, y in map(self.centre, indices))
        return "".join(f"M{x} {y}{self.outline}" for x, y in starts)

    def joins(self) -> str:
        """Return the path of the lines between neighbours of a graph; long lines are curved."""
        pairs = enumerate(self.geometry.neighbour_lists)
        return "".join(self._join(i, j) for i, around in pairs for j in around if i < j)

    def _join(self, i: int, j: int) -> str:
        (x, y), (to_x, to_y) = self.centre(i), self.centre(j)
        is_far = math.hypot(to_x - x, to_y - y) > 1.1 * _STEP * self.cell
        bend = 0.5 * self.cell if is_far and not _is_ring(self.geometry) else 0.0
        by_x = (x + to_x) / 2 + (bend if to_y != y else 0)
        by_y = (y + to_y) / 2 - (2 * bend if to_y == y else 0)
        return f"M{brief(x)} {brief(y)}Q{brief(by_x)} {brief(by_y)} {brief(to_x)} {brief(to_y)}"


def plan_of(geometry: Geometry, cell: float, *, coordinates: bool = False) -> Plan:
    """Return the plan of a board whose cells are `cell` pixels wide, with room for coordinates."""
    middles = [_middle(geometry, index) for index in _extremes(geometry)]
    across = max(x for x, _ in middles) + 0.5
    down = max(y for _, y in middles) + (_HEX_SIDE if geometry.shape == "hex" else 0.5)
    draw_outline = {"hex": _hexagon, "graph": _disc}.get(geometry.shape, _square)
    before = _MARGIN + (_RULER if coordinates else 0.0)
    after = before if _is_ring(geometry) else _MARGIN
    width, height = (across + before + after) * cell, (down + before + after) * cell
    return Plan(geometry, cell, width, height, draw_outline(cell), before * cell)


def brief(length: float) -> str:
    """Return a length to a tenth of a pixel, in as few characters as possible."""
    return f"{length:.1f}".removesuffix(".0")


def _middle(geometry: Geometry, index: int) -> tuple[float, float]:
    """Return the centre of a cell, in cell widths from the corner of the board."""
    row, column = divmod(index, geometry.columns)
    if geometry.shape == "hex":
        return column + 0.5 + 0.5 * (row % 2), _HEX_SIDE * (1 + 1.5 * row)
    if _is_ring(geometry):
        return _on_ring(geometry, index)
    step = _STEP if geometry.shape == "graph" else 1.0
    return step * column + 0.5, step * row + 0.5


def _on_ring(geometry: Geometry, index: int, outside: float = 0.0) -> tuple[float, float]:
    """Return the centre of a cell of a ring, or the place so far outside it."""
    radius, turn = _STEP / 2 / math.sin(math.pi / geometry.size), math.tau / geometry.size
    centre, far = radius + 0.5, radius + outside
    return centre + far * math.sin(turn * index), centre - far * math.cos(turn * index)


def _is_ring(geometry: Geometry) -> bool:
    return geometry.shape == "graph" and geometry.rows == 1 and 3 <= geometry.size <= _LARGEST_RING


def _extremes(geometry: Geometry) -> Iterable[int]:
    """Return cells that include the outermost: all of a ring, else the ends of the last rows."""
    if _is_ring(geometry):
        return range(geometry.size)
    last, columns = geometry.size - 1, geometry.columns
    return {last, max(last - columns, columns - 1)}


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
