"""Chances and counts: naive, frontier, islands and native agree with brute force."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from sapper.analysis import analyse
from sapper.board.cell import HIDDEN
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.errors import BudgetExceeded, ContradictionError, InputError
from sapper.players.papers.components import components_of
from sapper.players.papers.counting import OutOfStates, count
from sapper.players.papers.notebook import Notebook
from sapper.players.papers.probability_matrix import (
    by_frontier,
    by_islands,
    by_placements,
    enumerate_island,
    probability_matrix,
)
from tests.support.brute_force import truth
from tests.support.random_positions import random_position


def notes_of(position):
    notes = Notebook()
    notes.read(position)
    return notes


def fractions(chances, indices):
    return {i: Fraction(chances.of(i), chances.ways) for i in indices}


def check_builders(position):
    index, expected = position.geometry.index, truth(position)
    assert expected.ways
    for build in (by_placements, by_frontier, by_islands):
        chances = build(notes_of(position), 1_000_000)
        assert chances.ways == expected.ways
        assert {c: chances.of(index(c)) for c in position.covered()} == expected.mine_weight


def test_all_builders_agree_with_brute_force():
    random = Random(1)
    for _ in range(500):
        check_builders(random_position(random, cells=12, covered=12))


def test_all_builders_agree_without_a_mine_count():
    random = Random(2)
    for _ in range(240):
        check_builders(random_position(random, cells=10, covered=10).with_mines(None))


def test_naive_frontier_islands_and_native_agree():
    random = Random(3)
    for _ in range(600):
        position = random_position(random, cells=16, covered=16)
        native = analyse(position)
        islands = probability_matrix(position)
        np.testing.assert_allclose(islands, native.chances, rtol=1e-9, atol=1e-12)
        np.testing.assert_array_equal(islands, probability_matrix(position, "frontier"))
        np.testing.assert_array_equal(islands, probability_matrix(position, "naive"))
        assert by_islands(notes_of(position), 10**6).ways == native.ways


def test_the_table_counts_what_enumeration_finds():
    """Dynamic programming gives the same integers as full enumeration."""
    random = Random(5)
    compared = saved = 0
    for _ in range(600):
        position = random_position(random, cells=30, covered=30)
        for component in components_of(notes_of(position)):
            listed = enumerate_island(component, 10**6)
            by_cell = {
                group.cells[0]: ways
                for group, ways in zip(listed.component.groups, listed.mine_ways, strict=True)
            }
            for propagate in (False, True):
                table = count(component, propagate=propagate)
                assert table.ways == listed.ways
                for group, ways in zip(component.groups, table.mine_ways, strict=True):
                    for index in group.cells:
                        assert ways == _without_zeros(by_cell[index])
            summed = count(component, by_mines=False)
            assert summed.ways == (sum(listed.ways),)
            compared += 1
            saved += count(component).states - table.states
    assert compared > 400
    assert saved > 0  # propagation visits fewer states


def _without_zeros(ways):
    values = list(ways)
    while values and not values[-1]:
        values.pop()
    return tuple(values)


def test_exceeded_budgets_raise():
    position = Position.hidden(Geometry.grid(9, 9), 10)
    with pytest.raises(BudgetExceeded, match="1878392407320 placements on 81 cells"):
        probability_matrix(position, "naive")
    opened = position.with_faces({(4, 4): 2, (1, 1): 3})
    with pytest.raises(BudgetExceeded, match="frontier as a whole"):
        probability_matrix(opened, "frontier", budget=10)
    (first, *_) = components_of(notes_of(opened))
    with pytest.raises(OutOfStates):
        count(first, budget=0)


def test_impossible_positions():
    impossible = Position(Geometry.grid(1, 3), 1, bytes([1, HIDDEN, 0]))
    for method in ("naive", "frontier", "islands"):
        with pytest.raises(ContradictionError):
            probability_matrix(impossible, method)
    with pytest.raises(InputError, match="naive"):
        probability_matrix(impossible, "guess")
