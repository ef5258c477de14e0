"""Random layouts."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from sapper.board import Geometry, Layout

__all__ = ["LAYOUTS", "random_layout"]


@st.composite
def _layouts(draw: st.DrawFn, most: int = 12) -> Layout:
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    size = rows * columns
    mines = draw(st.sets(st.integers(0, size - 1), max_size=size - 1))
    return Layout(Geometry.grid(rows, columns), bytes(i in mines for i in range(size)))


LAYOUTS = _layouts()
"""Layouts of plain grids up to 12x12."""


def random_layout(random: Random, rows: int, columns: int, mines: int) -> Layout:
    """Return a layout with this many mines."""
    chosen = set(random.sample(range(rows * columns), mines))
    cells = bytes(i in chosen for i in range(rows * columns))
    return Layout(Geometry.grid(rows, columns), cells)
