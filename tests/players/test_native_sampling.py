"""Layouts are sampled uniformly, and estimates agree with whole games."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from sapper import Position, _core, win_chance
from sapper.board.cell import is_number
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.core_games import play_games
from sapper.lab.statistics.intervals import wilson
from tests.support.brute_force import layouts
from tests.support.chi_square import chi_square_p
from tests.support.middle_games import some_board
from tests.support.random_positions import random_position


def sample(position: Position, count: int, seed: int = 5) -> list[frozenset[int]]:
    graph, mines = position.geometry.native, position.mines or 0
    found = _core.sample(graph, position.faces, mines, count, seed)
    return [frozenset(np.flatnonzero(np.frombuffer(layout, np.uint8)).tolist()) for layout in found]


def test_layouts_are_uniform() -> None:
    tried, shares = 0, []
    for seed in range(120):
        position = random_position(random.Random(seed), cells=16, covered=10)
        possible = set(layouts(position))
        if not 2 <= len(possible) <= 60:
            continue
        tried += 1
        counts = Counter(sample(position, 40 * len(possible)))
        assert counts.keys() <= possible, position
        shares.append(chi_square_p([counts[mines] for mines in possible]))
    assert tried > 30
    assert min(shares) > 1e-4
    assert chi_square_p(np.histogram(shares, bins=5, range=(0, 1))[0].tolist()) > 1e-4


def test_layouts_of_larger_boards_fit() -> None:
    for seed in range(40):
        position = some_board(seed)
        around = position.geometry.neighbour_lists
        numbers = [(i, face) for i, face in enumerate(position.faces) if is_number(face)]
        found = sample(position, 5)
        assert len(found) == 5
        for mines in found:
            assert len(mines) == position.mines
            assert all(i not in mines for i, _ in numbers)
            assert all(len(mines.intersection(around[i])) == n for i, n in numbers), position


@pytest.mark.slow
def test_the_estimate_is_the_win_rate_of_whole_games() -> None:
    hidden = Position.parse("6x6/6:" + "/".join(["_" * 6] * 6))
    estimate = win_chance(hidden, games=8000, seed=3)
    assert not estimate.is_exact
    assert estimate.games == 8000
    # The player chooses its best first cell, so no given cell does better.
    spec = BoardSpec.parse("6x6/6")
    corner = play_games(spec, StartRule.RAW, (0, 0), 3, 0, 8000).won.mean()
    assert estimate.chance == pytest.approx(corner, abs=0.03)


def test_the_interval_is_that_of_the_games() -> None:
    hidden = Position.parse("9x9/10:" + "/".join(["_" * 9] * 9))
    few, many = win_chance(hidden, games=100), win_chance(hidden, games=1600)
    assert few.high - few.low == pytest.approx(4 * (many.high - many.low), rel=0.25)
    for found in (few, many):
        rate = wilson(round(found.chance * found.games), found.games)
        assert (found.low, found.high) == (rate.low, rate.high)
    assert 0.7 < many.chance < 0.9
