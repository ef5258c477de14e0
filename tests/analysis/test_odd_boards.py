"""Extreme boards: nothing open, nothing covered, all mines; a million cells; threads."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sapper import ContradictionError, Geometry, Position, analyse
from sapper.board.cell import MAX_NUMBER
from sapper.board.geometry import SHAPES


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (1, 9), (9, 1), (2, 2)])
def test_nothing_open_on_tiny_boards(rows: int, columns: int, shape: str) -> None:
    geometry = Geometry.of_shape(shape, rows, columns)  # type: ignore[arg-type]
    for mines in range(geometry.size + 1):
        analysis = analyse(Position.hidden(geometry, mines))
        assert analysis.ways == math.comb(geometry.size, mines)
        assert np.allclose(analysis.chances, mines / geometry.size, rtol=0, atol=1e-15)
        everything = frozenset(geometry.cells())
        assert analysis.safe == (everything if mines == 0 else frozenset())
        assert analysis.mines == (everything if mines == geometry.size else frozenset())
        assert analysis.by_mine_count == analysis.safe | analysis.mines
        assert analysis.components == ()
        assert analysis.safest


def test_no_covered_cell() -> None:
    analysis = analyse(Position.parse("2x2/1:1X/11"))
    assert analysis.ways == 1
    assert analysis.safe == analysis.mines == frozenset()
    assert analysis.safest == ()
    assert analysis.untouched_chance is None
    assert np.isnan(analysis.chances).all()
    assert repr(analysis)


def test_all_covered_cells_are_mines() -> None:
    analysis = analyse(Position.parse("2x2/3:3_/__"))
    assert analysis.mines == {(0, 1), (1, 0), (1, 1)}
    assert analysis.safest == ((0, 1), (1, 0), (1, 1))
    assert analysis.by_mine_count == frozenset()
    assert not any(analysis.numbers((0, 1)))


@pytest.mark.parametrize("line", ["1x1/1:0", "1x1/0:X", "1x3/0:1__", "1x3/3:1__", "2x2/4:__/_3"])
def test_impossible_mine_counts(line: str) -> None:
    with pytest.raises(ContradictionError) as caught:
        analyse(Position.parse(line))
    assert caught.value.is_mine_count


@pytest.mark.parametrize(
    "mines",
    [
        pytest.param(0, marks=pytest.mark.slow),  # a million certain cells as Python objects
        1,
        206_000,
        999_999,
        pytest.param(1_000_000, marks=pytest.mark.slow),
    ],
)
def test_a_million_hidden_cells(mines: int) -> None:
    position = Position.hidden(Geometry.grid(1000, 1000), mines)
    analysis = analyse(position)
    assert analysis.chances[0, 0] == analysis.chances[999, 999] == mines / 1_000_000
    assert analysis.untouched_chance == mines / 1_000_000
    assert analysis.safe if mines == 0 else not analysis.safe
    assert analysis.mines if mines == 1_000_000 else not analysis.mines


def test_the_highest_number_of_neighbours() -> None:
    lists = [[j for j in range(MAX_NUMBER + 1) if j != i] for i in range(MAX_NUMBER + 1)]
    geometry = Geometry.graph(lists)
    position = Position.hidden(geometry, 20).with_faces({geometry.cell(0): 20})
    analysis = analyse(position)
    assert analysis.ways == math.comb(35, 20)
    shown = analysis.numbers((0, 1))
    assert len(shown) == 36
    assert shown[20] == pytest.approx(15 / 35, abs=1e-12)
    assert np.count_nonzero(shown) == 1
