"""Boards of which other programs say 3BV and ZiNi."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sapper import Geometry, Layout

__all__ = ["KnownBoard", "known_boards"]

_FILE = Path(__file__).parents[1] / "data" / "metrics.txt"


class KnownBoard(NamedTuple):
    """A board and what ms_toollib and LlamaSweeper say of it."""

    layout: Layout
    bbbv: int
    openings: int
    islands: int
    zini: int
    human_zini: int
    numbers: tuple[int, ...]
    zini_rows: int
    zini_8way: int


def known_boards() -> list[KnownBoard]:
    """Return the boards of tests/data/metrics.txt, whose first lines describe it."""
    text = "\n".join(
        line for line in _FILE.read_text("utf-8").splitlines() if not line.startswith("#")
    )
    return [_board(block.split("\n")) for block in text.strip().split("\n\n")]


def _board(lines: list[str]) -> KnownBoard:
    heading, first, second, *rows = lines
    bbbv, openings, islands, zini, human, *numbers = map(int, first.split()[1:])
    by_rows, eight = map(int, second.split()[1:])
    layout = _layout(rows)
    assert str(layout.spec) == heading.removeprefix("board ")
    return KnownBoard(
        layout, bbbv, openings, islands, zini, human, tuple(numbers), by_rows, eight
    )  # fmt: skip


def _layout(rows: list[str]) -> Layout:
    geometry = Geometry.grid(len(rows), len(rows[0]))
    return Layout(geometry, bytes(sign == "*" for row in rows for sign in row))
