"""Every decision on a hard board ends (pytest has a limit of time) and is legal."""

from __future__ import annotations

import random

import pytest

from sapper import Budget, Geometry, Position, analyse, best, win_chance
from sapper.board.cell import is_covered
from tests.support.committed_positions import stress_positions
from tests.support.lessons import positions_before_guesses
from tests.support.middle_games import LATTICE, mid_game, scattered


def dense(rows: int, columns: int, share: float, opened: float) -> Position:
    geometry = Geometry.grid(rows, columns)
    return scattered(random.Random(rows), geometry, round(share * geometry.size), opened)


HARD = stress_positions() | {
    "hidden 100x100": Position.hidden(Geometry.grid(100, 100), 2000),
    "hidden 300x300": Position.hidden(Geometry.grid(300, 300), 18_000),
    "hidden, all but one mined": Position.hidden(Geometry.grid(15, 20), 299),
    "300x300 in the middle of a game": mid_game(
        random.Random(3), Geometry.grid(300, 300), 18_000, 0.4
    ),
    "dense 40x40": dense(40, 40, 0.45, 0.25),
    "dense 100x100": dense(100, 100, 0.35, 0.3),
    "dense hexagons": mid_game(random.Random(1), Geometry.hex(60, 60), 1200, 0.2),
    "wide lattice": LATTICE,
}


@pytest.mark.parametrize("player", ["champion", "patient", "lookahead", "fast"])
@pytest.mark.parametrize("name", HARD)
def test_a_hard_position_is_answered(name: str, player: str) -> None:
    position = HARD[name]
    advice = best(position, player=player)
    assert all(is_covered(position.face(c.cell)) for c in advice.candidates)
    assert 0 < advice.candidates[0].safety <= 1


def test_over_budget_the_guess_is_a_rough_estimate() -> None:
    advice = best(LATTICE, budget=Budget(states=1000))
    assert advice.basis == "rough"
    assert advice.is_guess
    assert not advice.is_exact
    assert "budget" in advice.reason
    assert is_covered(LATTICE.face(advice.cell))


def test_a_budget_for_the_count_gives_exact_chances() -> None:
    """The look-ahead costs more than the count: without it the safest cell is still known."""
    for position in positions_before_guesses("16x30/99", 40, 20):
        for states in (300, 1000, 3000, 10_000):
            advice = best(position, budget=Budget(states=states))
            if advice.basis == "rough":
                continue
            chances = analyse(position).chances
            for candidate in advice.candidates:
                row, column = candidate.cell
                assert candidate.safety == pytest.approx(1 - chances[row][column])
            if advice.basis == "safest":
                safest = max(candidate.safety for candidate in advice.candidates)
                assert advice.candidates[0].safety > safest - 0.01
                return
    pytest.fail("no budget ended between the count and the look-ahead")


def test_few_layouts_among_very_many() -> None:
    """Only the mine count makes them few: listing must not enumerate all others."""
    ones = "2x121/60:" + "_1" * 60 + "_/" + "_" * 121
    assert analyse(Position.parse(ones)).ways == 9
    assert 0.3 < win_chance(ones).chance < 0.6
