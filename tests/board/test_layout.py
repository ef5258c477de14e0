"""Layouts: values, texts that survive a round trip, and what is refused."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Geometry, InputError, Layout, ParseError
from sapper.board.cell import MINE


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    shape = draw(st.sampled_from(["grid", "torus", "hex"]))
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    size = rows * columns
    mines = draw(st.sets(st.integers(0, size - 1), max_size=size - 1))
    cells = bytes(i in mines for i in range(size))
    return Layout(Geometry.of_shape(shape, rows, columns), cells)  # type: ignore[arg-type]


@given(layouts())
def test_a_text_survives_a_round_trip(layout: Layout) -> None:
    assert Layout.parse(layout.text) == layout
    assert pickle.loads(pickle.dumps(layout)) == layout
    assert Layout.of_mines(layout.geometry, layout.mines) == layout


@given(layouts())
def test_numbers_count_the_mines_around(layout: Layout) -> None:
    for index, around in enumerate(layout.geometry.neighbour_lists):
        if layout.cells[index]:
            assert layout.numbers[index] == MINE
        else:
            assert layout.numbers[index] == sum(layout.cells[i] for i in around)


def test_a_graph_is_read_with_its_geometry() -> None:
    graph = Geometry.graph([[1], [0, 2], [1]])
    layout = Layout(graph, b"\1\0\0")
    assert layout.text == "graph-1x3/1=4"
    assert Layout.parse(layout.text, geometry=graph) == layout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3x3/2", "expected a layout like '3x3/2=044'"),
        ("3x3/2=", "hexadecimal digits"),
        ("3x3/2=xyz", "hexadecimal digits"),
        ("3x3/2=fff", "expected a layout of 9 cells"),
        ("3x3/2=0ff", "'3x3/2' says 2 mines, but 8 follow"),
        ("3x3/9=1ff", "one cell must be safe"),
        ("nonsense=00", "expected a board like"),
    ],
)
def test_a_bad_text_is_refused(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        Layout.parse(text)


def test_bad_values_are_refused() -> None:
    grid = Geometry.grid(1, 2)
    values: list[tuple[Any, str]] = [(b"\1", "2 bytes 0 or 1, got 1"), (b"\2\0", "2 bytes 0 or 1")]
    for cells, says in values:
        with pytest.raises(InputError, match=says):
            Layout(grid, cells)
    with pytest.raises(InputError, match="r0c0 is given twice"):
        Layout.of_mines(grid, [(0, 0), "r0c0"])
    with pytest.raises(ParseError):
        Layout.parse("")
    with pytest.raises(AttributeError, match="cannot assign"):
        Layout(grid, b"\0\1").cells = b""  # type: ignore[misc]
