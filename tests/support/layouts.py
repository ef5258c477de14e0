"""Random layouts, and texts of every format that are damaged at random."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from sapper.board import Geometry, Layout

__all__ = ["LAYOUTS", "damage", "random_layout"]


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


def damage(random: Random, data: bytes) -> bytes:
    """Return data with some bytes changed, cut out, repeated or put in."""
    changed = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 5])):
        at = random.randrange(len(changed) + 1)
        kind = random.randrange(5)
        if kind == 0:
            del changed[at : at + random.choice([1, 2, 10, len(data)])]
        elif kind == 1:
            changed[at:at] = random.choice([b"9", b"\0", b"\xff", b"x", b"=", b"999999", b"\n"])
        elif kind == 2 and changed:
            changed[at % len(changed)] = random.randrange(256)
        elif kind == 3:
            changed[at:at] = changed[: random.randrange(20)]
        elif changed:
            changed[at % len(changed)] ^= 1 << random.randrange(8)
    return bytes(changed)
