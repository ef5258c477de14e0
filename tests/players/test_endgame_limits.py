"""How far the exact endgame goes: by the player in whole games, by the budget for a question."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest

from sapper import Budget, Geometry, Position, best, optimal, win_chance
from sapper.players.engine.engine import Engine

HARD = Position.parse("3x6/4:______/______/______")  # 3,060 layouts, more than 30,000 nodes
LISTED = 4000  # layouts, by the default budget


def small_boards() -> list[Position]:
    """Return the empty boards of 9 to 28 cells with a few hundred layouts or more."""
    return [
        Position.hidden(Geometry.grid(rows, columns), mines)
        for rows, columns in product(range(2, 6), range(2, 15))
        for mines in range(2, 6)
        if rows <= columns and 9 <= rows * columns <= 28
        and 400 < comb(rows * columns, mines) <= LISTED
    ]  # fmt: skip


def test_the_best_first_cell_of_a_small_board() -> None:
    """The search of whole boards, which has no limit, says the same."""
    found = best(HARD, player="patient")
    assert found.is_exact
    spec = f"{HARD.rows}x{HARD.columns}/{HARD.mines}"
    assert found.candidates[0].win == pytest.approx(float(optimal(spec, start="raw").chance))
    assert win_chance(HARD).chance == found.candidates[0].win


def test_small_boards_are_searched_by_default() -> None:
    for position in small_boards()[::2]:
        assert best(position).is_exact, position
        assert win_chance(position).is_exact, position


def test_players_of_whole_games_keep_the_limit_of_their_setting() -> None:
    """Whatever the budget, and also after a question that went further."""
    engine = Engine("patient")
    before = engine.ask(HARD, Budget(states=2**40))
    assert not before.is_exact
    assert engine.ask(HARD, compare_all=True).is_exact
    assert engine.ask(HARD) == engine.ask(HARD, Budget(states=2**40)) == before
    assert engine.exact_wins(HARD) is None
    assert engine.exact_wins(HARD, follow_budget=True) is not None
