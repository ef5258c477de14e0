"""The layout problem: brute force and backtracking find exactly all layouts."""

from itertools import product
from random import Random

import numpy as np
import pytest

from sapper.board.geometry import SHAPES, Geometry
from sapper.errors import BudgetExceeded
from sapper.players import solve_layout
from tests.support.random_positions import numbers_of

METHODS = ["brute-force", "backtracking"]


def matrix_of(geometry, mines):
    return np.array(numbers_of(geometry, mines)).reshape(geometry.rows, geometry.columns)


def cells_of(geometry, mines):
    return frozenset(map(geometry.cell, mines))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 4), (2, 3), (3, 3)])
def test_every_layout_of_a_small_board(shape, rows, columns):
    """All layouts of a size, grouped by their numbers: each group must be found exactly."""
    geometry = Geometry.of_shape(shape, rows, columns)
    by_numbers: dict[bytes, list[set[int]]] = {}
    for bits in product((0, 1), repeat=geometry.size):
        mines = {i for i, bit in enumerate(bits) if bit}
        key = matrix_of(geometry, mines).tobytes()
        by_numbers.setdefault(key, []).append(mines)
    for layouts in list(by_numbers.values())[:: 7 if geometry.size > 6 else 1]:
        numbers = matrix_of(geometry, layouts[0])
        for method in METHODS:
            result = solve_layout(numbers, method, geometry=geometry)
            assert sorted(map(sorted, result.solutions)) == sorted(
                sorted(cells_of(geometry, mines)) for mines in layouts
            )
            assert result.is_complete
            assert result.nodes > 0


def test_both_methods_agree_with_a_known_number_of_mines():
    random = Random(2)
    for _ in range(60):
        geometry = Geometry.grid(random.randint(1, 4), random.randint(1, 4))
        mines = set(random.sample(range(geometry.size), random.randint(0, geometry.size)))
        numbers = matrix_of(geometry, mines)
        found = [solve_layout(numbers, method, mines=len(mines)).solutions for method in METHODS]
        assert set(found[0]) == set(found[1])
        assert cells_of(geometry, mines) in found[0]
        assert all(len(solution) == len(mines) for solution in found[0])


def test_backtracking_solves_an_expert_board_and_brute_force_refuses_it():
    geometry = Geometry.grid(16, 30)
    mines = set(Random(3).sample(range(480), 99))
    numbers = matrix_of(geometry, mines)
    result = solve_layout(numbers, most=1)
    assert matrix_of(geometry, {geometry.index(c) for c in result.solutions[0]}).tolist() == (
        numbers.tolist()
    )
    with pytest.raises(BudgetExceeded, match="use backtracking"):
        solve_layout(numbers, "brute-force", mines=99)
