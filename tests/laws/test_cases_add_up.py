"""A covered cell is a mine or shows a number, and nothing else: the cases add up exactly."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sapper import Cell, Geometry, Position, analyse
from sapper.board.cell import MINE
from tests.support.middle_games import mid_game, some_board, ways


def cases(position: Position, cell: Cell) -> tuple[int, list[int]]:
    """Return the layouts with a mine in the cell, and those in which it shows 0, 1, 2, ..."""
    most = len(position.geometry.around(cell))
    return (
        ways(position.with_faces({cell: MINE})),
        [ways(position.with_faces({cell: n})) for n in range(most + 1)],
    )


def check_cell(position: Position, cell: Cell) -> None:
    """Check every answer about the cell against the exact layouts of its cases."""
    analysis = analyse(position)
    mine, shown = cases(position, cell)
    assert analysis.ways == mine + sum(shown), f"{position} {cell}"
    assert analysis.fraction(cell) == Fraction(mine, analysis.ways), f"{position} {cell}"
    assert (cell in analysis.safe) == (mine == 0), f"{position} {cell}"
    assert (cell in analysis.mines) == (not any(shown)), f"{position} {cell}"
    assert analysis.chance(cell) == pytest.approx(mine / analysis.ways, abs=1e-12)
    numbers = analysis.numbers(cell)
    expected = [n / analysis.ways for n in shown] + [0.0] * (len(numbers) - len(shown))
    assert numbers == pytest.approx(expected, abs=1e-12), f"{position} {cell}"
    assert all(got > 0 or n == 0 for got, n in zip(numbers, shown, strict=False))
    assert sum(numbers) == pytest.approx(1 - analysis.chance(cell), abs=1e-12)


@pytest.mark.parametrize("seed", range(12))
def test_every_covered_cell(seed: int) -> None:
    position = some_board(seed)
    for cell in position.covered():
        check_cell(position, cell)


@pytest.mark.parametrize("seed", range(60))
def test_some_cells_of_many_boards(seed: int) -> None:
    position = some_board(1000 + seed)
    covered = list(position.covered())
    for cell in random.Random(seed).sample(covered, min(6, len(covered))):
        check_cell(position, cell)


@pytest.mark.parametrize("seed", range(8))
def test_some_cells_of_large_boards(seed: int) -> None:
    """More than 24 components: they are combined by the saddle point, which rounds differently."""
    rng = random.Random(seed)
    position = mid_game(rng, Geometry.grid(60, 60), 720, 0.6)
    assert len(analyse(position).components) >= 24
    for cell in rng.sample(list(position.covered()), 4):
        check_cell(position, cell)
