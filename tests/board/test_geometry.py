"""Neighbours of every shape, against the slow and obvious way to find them."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.board import Cell, Geometry
from sapper.board.geometry import MAX_CELLS, SHAPES
from sapper.errors import GeometryError

SIZES = [(r, c) for r in range(1, 6) for c in range(1, 6)] + [(1, 9), (2, 9), (9, 1), (9, 2)]


def is_near(shape, rows, columns, a, b):
    """Tell from distances alone whether two cells touch."""
    down, right = abs(a[0] - b[0]), abs(a[1] - b[1])
    if shape == "torus":
        down, right = min(down, rows - down), min(right, columns - right)
    if shape == "hex":  # middles of touching hexagons are one width apart
        x = (a[1] + 0.5 * (a[0] % 2)) - (b[1] + 0.5 * (b[0] % 2))
        return abs(x * x + 0.75 * down * down - 1) < 1e-9
    return max(down, right) == 1


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_neighbours_are_those_that_touch(shape, rows, columns):
    geometry = Geometry.of_shape(shape, rows, columns)
    cells = list(geometry.cells())
    for cell in cells:
        near = [other for other in cells if is_near(shape, rows, columns, cell, other)]
        assert list(geometry.around(cell)) == near


@given(st.from_type(Geometry))
def test_neighbour_lists_are_sorted_symmetric_and_without_oneself(geometry):
    lists = geometry.neighbour_lists
    assert len(lists) == geometry.size == geometry.rows * geometry.columns
    for i, around in enumerate(lists):
        assert list(around) == sorted(set(around) - {i})
        assert all(i in lists[j] for j in around)


def test_cells_and_indices_are_inverse():
    geometry = Geometry.hex(3, 5)
    assert [geometry.index(cell) for cell in geometry.cells()] == list(range(15))
    assert [geometry.cell(i) for i in range(15)] == list(geometry.cells())
    assert geometry.cell(7) == Cell(1, 2) == (1, 2)
    assert str(Cell(1, 2)) == "r1c2"


@given(st.from_type(Geometry))
def test_pickles_to_an_equal_geometry(geometry):
    copy = pickle.loads(pickle.dumps(geometry))
    assert copy == geometry
    assert hash(copy) == hash(geometry)
    assert copy.neighbour_lists == geometry.neighbour_lists


def test_shapes_and_sizes_differ():
    path, fork = [[1], [0, 2], [1, 3], [2]], [[1, 2, 3], [0], [0], [0]]
    different = [
        Geometry.grid(2, 2), Geometry.torus(2, 2), Geometry.hex(2, 2), Geometry.grid(4, 1),
        Geometry.grid(1, 4), Geometry.graph(path), Geometry.graph(fork),
        Geometry.graph(path, rows=2),
    ]  # fmt: skip
    assert len(set(different)) == len(different)
    assert Geometry.graph(path) == Geometry.graph([{1}, (0, 2), np.array([3, 1]), [2, 2]])
    assert Geometry.grid(2, 2) != "grid"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Geometry.grid(0, 3), "at least 1 row and 1 column, got 0x3"),
        (lambda: Geometry.torus(3, -1), "at least 1 row and 1 column, got 3x-1"),
        (lambda: Geometry.hex(2.5, 3), "whole numbers of rows and columns, got 2.5"),
        (lambda: Geometry.grid(MAX_CELLS, 2), "at most 4000000 cells, got 4000000x2"),
        (lambda: Geometry.of_shape("ring", 2, 2), f"{', '.join(SHAPES)}, got 'ring'"),
        (lambda: Geometry.graph([]), "at least 1 row and 1 column, got 1x0"),
        (lambda: Geometry.graph([[1], [0]], rows=0), "at least 1 row and 1 column, got 0x2"),
        (lambda: Geometry.graph([[1], [0], []], rows=2), "2 x 1 neighbour lists, got 3"),
        (lambda: Geometry.graph([[1], []]), "0 has 1 but 1 lacks 0"),
        (lambda: Geometry.graph([[0]]), r"other cells 0..0 around 0, got 0"),
        (lambda: Geometry.graph([[2], [0]]), r"other cells 0..1 around 0, got 2"),
        (lambda: Geometry.graph([["1"], [0]]), r"other cells 0..1 around 0, got '1'"),
        (
            lambda: Geometry.graph([range(1, 37), *[[0]] * 36]),
            "at most 35 neighbours, got 36 around 0",
        ),
    ],
)
def test_impossible_shapes_say_what_was_expected(make, message):
    with pytest.raises(GeometryError, match=message):
        make()


@pytest.mark.parametrize("shape", SHAPES)
def test_a_board_of_a_million_cells(shape):
    geometry = Geometry.of_shape(shape, 1000, 1000)
    assert geometry.native is not None
    assert len(geometry.neighbour_lists) == 1_000_000
    assert geometry != Geometry.of_shape(shape, 1000, 999)
