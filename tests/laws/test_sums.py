"""Sums that hold for any correct answer: all mines are somewhere, every number has its mines."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper import Geometry, Position, analyse
from sapper.board.cell import MINE
from tests.support.middle_games import law, mid_game, some_board, undecided, ways

SEEDS = st.integers(0, 2**32)


def check_sums(position: Position, abs_error: float = 1e-10) -> None:
    chances = analyse(position).chances.ravel()
    shown = position.faces.count(MINE)
    assert position.mines is not None
    assert math.fsum(chances[~np.isnan(chances)]) == pytest.approx(
        position.mines - shown, abs=abs_error
    )
    around = position.geometry.neighbour_lists
    for cell, n in position.numbers():
        near = chances[list(around[position.geometry.index(cell)])]
        assert np.nansum(near) == pytest.approx(n, abs=1e-10), f"{cell} of {position}"


@law
@given(SEEDS)
def test_chances_sum_to_the_mines_left(seed: int) -> None:
    check_sums(some_board(seed))


@pytest.mark.parametrize("opened", [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
@pytest.mark.parametrize("density", [0.02, 0.1, 0.2])
def test_chances_sum_to_the_mines_left_on_large_boards(opened: float, density: float) -> None:
    geometry = Geometry.grid(150, 150)
    rng = random.Random(f"{opened} {density}")
    check_sums(mid_game(rng, geometry, round(density * geometry.size), opened), abs_error=1e-8)


@law
@given(SEEDS, st.fractions("1/100", "99/100", max_denominator=100))
def test_numbers_have_their_mines_when_the_count_is_unknown(seed: int, density: Fraction) -> None:
    position = some_board(seed).with_mines(None)
    analysis = analyse(position, density=density)
    for cell, n in position.numbers():
        near = [c for c in position.geometry.around(cell) if position.is_covered(c)]
        assert sum(map(analysis.chance, near)) == pytest.approx(n, abs=1e-11)


@law
@given(SEEDS)
def test_floats_are_the_rounded_fractions(seed: int) -> None:
    position = some_board(seed)
    analysis = analyse(position)
    questions = undecided(position)
    for cell in random.Random(seed).sample(questions, min(5, len(questions))):
        exact = analysis.fraction(cell)
        assert 0 < exact < 1, f"{cell} of {position} is certain and was not found"
        assert analysis.chance(cell) == pytest.approx(float(exact), abs=1e-12)


@law
@given(SEEDS, st.fractions("1/100", "99/100", max_denominator=100))
def test_floats_are_the_rounded_fractions_under_a_density(seed: int, density: Fraction) -> None:
    position = some_board(seed).with_mines(None)
    analysis = analyse(position, density=density)
    covered = list(position.covered())
    for cell in random.Random(seed).sample(covered, min(3, len(covered))):
        exact = analysis.fraction(cell)
        assert analysis.chance(cell) == pytest.approx(float(exact), abs=1e-12)
        assert (exact == 0, exact == 1) == (cell in analysis.safe, cell in analysis.mines)


@settings(law, max_examples=30)  # of some eighty mine counts each
@given(SEEDS)
def test_ways_over_all_mine_counts(seed: int) -> None:
    """The layouts of an unknown mine count are those of all mine counts together."""
    position = some_board(seed)
    total = analyse(position.with_mines(None), density=Fraction(1, 2)).ways
    counts = range(position.geometry.size + 1)
    assert total == sum(ways(position.with_mines(mines)) for mines in counts)
