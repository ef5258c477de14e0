"""Numerical limits: components of hundreds of cells, and states of many open numbers."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from sapper import Analysis, Geometry, Position, analyse
from sapper.board.cell import HIDDEN
from tests.support.exact_chances import assert_exact
from tests.support.middle_games import beyond_doubles, dotted_line, near_points, scattered, ways
from tests.support.random_positions import numbers_of


def widest_component(analysis: Analysis) -> int:
    return max(len(component.cells) for component in analysis.components)


# Large components: beyond 500 cells counts may exceed the range of doubles


@pytest.mark.parametrize(("seed", "columns"), [(1, 300), (2, 480), (3, 600)])
def test_components_of_more_than_500_cells(seed: int, columns: int) -> None:
    analysis = analyse(dotted_line(seed, columns, 0.5))
    assert widest_component(analysis) > 500, "the seed should make a large component"
    assert_exact(analysis, 6)
    assert math.fsum(analysis.chances[~np.isnan(analysis.chances)]) == pytest.approx(
        analysis.position.mines, abs=1e-9
    )


def test_numbers_behind_a_cell_of_a_large_component() -> None:
    position = dotted_line(1, 300, 0.5)
    analysis = analyse(position)
    large = max(analysis.components, key=lambda component: len(component.cells))
    for cell in large.cells[:: len(large.cells) // 4]:
        shown = analysis.numbers(cell)
        for n in range(6):
            exact = Fraction(ways(position.with_faces({cell: n})), analysis.ways)
            assert shown[n] == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("cells", [498, 499, 500, 501, 502, 503])
def test_components_around_500_cells(cells: int) -> None:
    """A chain of ones: each number touches two cells, so it has exactly two layouts."""
    analysis = analyse(chain(cells).with_mines(cells // 2 + cells % 2))
    assert widest_component(analysis) == cells
    assert analysis.ways == (1 if cells % 2 else 2)
    assert analysis.chance((0, 0)) == (1.0 if cells % 2 else 0.5)


def chain(cells: int) -> Position:
    """Return cells 0, 1, 2, ... with a 1 between every two neighbours, after all the cells."""
    lists: list[list[int]] = [[] for _ in range(2 * cells - 1)]
    for i in range(cells - 1):
        for j in (i, i + 1):
            lists[cells + i].append(j)
            lists[j].append(cells + i)
    return Position(Geometry.graph(lists), None, bytes([HIDDEN] * cells + [1] * (cells - 1)))


def test_more_layouts_than_doubles_can_count() -> None:
    position = beyond_doubles(None)
    analysis = analyse(position, density=Fraction(1, 2))
    assert widest_component(analysis) == 1280
    assert analysis.ways > 2**1024
    part = analysis.components[0]
    for mines in (part.fewest_mines, part.fewest_mines + 1, part.most_mines - 9, part.most_mines):
        assert_exact(analyse(position.with_mines(mines)), 4)


# Wide states: many open numbers, or numbers above 15


@pytest.mark.parametrize("seed", range(12))
def test_graphs_of_many_neighbours(seed: int) -> None:
    rng = random.Random(seed)
    geometry = near_points(rng, 75, 0.35)
    position = scattered(rng, geometry, rng.choice([15, 35, 55]), 0.3)
    assert_exact(analyse(position), 8, seed)


@pytest.mark.parametrize("need", [1, 14, 15, 16, 17, 34])
def test_one_number_among_35_cells(need: int) -> None:
    """Two numbers: one of 35 cells; the other shares 18 of them and has one of its own."""
    lists: list[list[int]] = [[*range(2, 37)], [*range(2, 20), 37], *([] for _ in range(36))]
    for number in (0, 1):
        for cell in lists[number]:
            lists[cell].append(number)
    other = (need + 1) // 2 if need < 34 else 18
    position = Position(Geometry.graph(lists), None, bytes([need, other, *[HIDDEN] * 36]))
    for alone in (0, 1):  # the mines of the cell that only the second number touches
        shared = other - alone
        analysis = analyse(position.with_mines(need + alone))
        assert analysis.ways == math.comb(18, shared) * math.comb(17, need - shared)
        assert analysis.chance((0, 37)) == alone
        assert analysis.chance((0, 2)) == pytest.approx(shared / 18, abs=1e-13)
        assert_exact(analysis, 36)


@pytest.mark.parametrize("count", [2, 15, 16, 17, 18, 30, 35])
def test_numbers_that_all_open_at_once(count: int) -> None:
    """One cell touches all numbers, each of which has its own pair: it or one of every pair."""
    lists: list[list[int]] = [[*range(1, count + 1)], *([0] for _ in range(count))]
    for number in range(1, count + 1):
        lists[number] += [len(lists), len(lists) + 1]
        lists += [[number], [number]]
    lists += [[] for _ in range(count)]  # untouched, so that either case can make up the mines
    faces = bytes([HIDDEN, *[1] * count, *[HIDDEN] * (3 * count)])
    analysis = analyse(Position(Geometry.graph(lists), count, faces))
    shared = math.comb(count, count - 1)
    assert analysis.ways == shared + 2**count
    assert analysis.fraction((0, 0)) == Fraction(shared, analysis.ways)
    assert analysis.chance((0, 0)) == pytest.approx(shared / analysis.ways, abs=1e-13)
    assert analysis.chance((0, count + 1)) == pytest.approx(2**count / 2 / analysis.ways, abs=1e-13)


@pytest.mark.parametrize("density", [0.2, 0.5, 0.8])
def test_more_than_16_open_numbers(density: float) -> None:
    rng = random.Random(f"wide {density}")
    geometry = Geometry.grid(21, 21)
    mines = round(density * geometry.size)
    layout = set(rng.sample(range(geometry.size), mines))
    numbers = numbers_of(geometry, layout)
    faces = bytes(
        numbers[i] if i not in layout and i // 21 % 2 == 0 and i % 21 % 2 == 0 else HIDDEN
        for i in range(geometry.size)
    )
    assert_exact(analyse(Position(geometry, mines, faces)), 5)


@pytest.mark.parametrize("density", [0.2, 1e-6, 1e-13, 1e-100])
def test_the_safest_cells_at_any_density(density: float) -> None:
    """Three ones share cell 3 (one mine), or each has its own (three mines); 7 is untouched."""
    around = [[3, 4], [3, 5], [3, 6], [0, 1, 2], [0], [1], [2], []]
    position = Position(Geometry.graph(around), None, bytes([1, 1, 1] + [HIDDEN] * 5))
    analysis = analyse(position, density=density)
    assert analysis.safest == ((0, 4), (0, 5), (0, 6))
    assert analysis.chance((0, 4)) < analysis.chance((0, 7))
