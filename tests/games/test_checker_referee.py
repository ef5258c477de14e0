"""What the checker of certificates works with, against the geometry and brute force."""

from __future__ import annotations

import random
from itertools import compress, product

import pytest

from sapper.board.geometry import Geometry
from sapper.games.certificates import checker
from tests.support.random_positions import random_geometry
from tests.support.slow_grades import random_layout


@pytest.mark.parametrize("seed", range(40))
def test_neighbours_are_those_of_the_geometry(seed: int) -> None:
    geometry = random_geometry(random.Random(seed), 24)
    lists = [list(around) for around in geometry.neighbour_lists]
    document = {"neighbours": lists}
    found = checker._neighbours(geometry.shape, geometry.rows, geometry.columns, document)
    assert [sorted(each) for each in found] == [sorted(each) for each in lists]


def every_way(unknown: list[int], left: int | None) -> list[set[int]]:
    every = product((False, True), repeat=len(unknown))
    ways = [set(compress(unknown, chosen)) for chosen in every]
    return [w for w in ways if left is None or len(w) == left]


@pytest.mark.parametrize("seed", range(25))
def test_what_follows_equals_brute_force(seed: int) -> None:
    """Any claim about any cited numbers is believed just when every layout agrees."""
    rng = random.Random(seed)
    layout, _ = random_layout(rng, 11)
    geometry: Geometry = layout.geometry
    game = object.__new__(checker._Game)
    game.around = [frozenset(each) for each in geometry.neighbour_lists]
    game.mines = frozenset(i for i, is_mine in enumerate(layout.cells) if is_mine)
    safe_cells = [i for i in range(geometry.size) if i not in game.mines]
    game.open = set(rng.sample(safe_cells, rng.randint(1, len(safe_cells))))
    game.found = {i for i in game.mines if rng.random() < 0.3}
    unknown = [i for i in range(geometry.size) if i not in game.open | game.found]
    for _ in range(30):
        numbers = rng.sample(sorted(game.open), rng.randint(0, min(4, len(game.open))))
        counts = rng.random() < 0.5
        ways = every_way(unknown, len(game.mines) - len(game.found) if counts else None)
        ways = [
            way for way in ways
            if all(len((way | game.found) & game.around[n]) == layout.numbers[n] for n in numbers)
        ]  # fmt: skip
        for cell in unknown:
            is_safe, is_mine = all(cell not in w for w in ways), all(cell in w for w in ways)
            assert game._follows(numbers, counts, [cell], []) == is_safe
            assert game._follows(numbers, counts, [], [cell]) == is_mine
