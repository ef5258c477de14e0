"""The exact endgame search equals best play by the full game tree, as far as it goes."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from sapper import Budget, Geometry, InputError, Position, best, optimal, win_chance
from sapper.board.cell import HIDDEN
from sapper.players.engine.engine import Engine
from tests.support.best_play import BestPlay
from tests.support.random_positions import random_position

SEEDS = range(1500)


def small_position(seed: int) -> Position:
    """Return a random position of any shape, with flags, shown mines and certain cells."""
    return random_position(random.Random(seed), cells=14, covered=9)


@pytest.mark.parametrize(
    ("line", "chance"),
    [
        ("1x4/0:____", Fraction(1)),
        ("1x2/1:__", Fraction(1, 2)),
        ("1x3/1:___", Fraction(2, 3)),  # an end decides everything, the middle nothing
        ("2x2/1:__/1_", Fraction(1, 3)),  # three equal cells
        ("3x3/1:___/_0_/___", None),
        ("3x4/2:____/____/____", Fraction(26, 33)),
    ],
)
def test_the_referee_on_positions_with_known_values(line: str, chance: Fraction | None) -> None:
    play = BestPlay(Position.parse(line))
    if chance is None:
        assert play.count == 0
        return
    assert play.chance == chance
    assert play.wins == max(play.wins_opening(cell) for cell in play.closed)


def test_win_chance_is_that_of_best_play() -> None:
    for seed in SEEDS:
        position = small_position(seed)
        found = win_chance(position)
        assert found.is_exact, position
        assert found.chance == pytest.approx(float(BestPlay(position).chance)), position


def test_winning_chances_of_candidates_are_exact() -> None:
    searched = 0
    for seed in SEEDS:
        position = small_position(seed)
        try:
            advice = best(position)
        except InputError:
            continue
        if advice.basis != "endgame":
            continue
        searched += 1
        play = BestPlay(position)
        assert advice.candidates[0].win == pytest.approx(float(play.chance)), position
        for candidate in advice.candidates:
            cell = position.geometry.index(candidate.cell)
            assert candidate.win == pytest.approx(play.wins_opening(cell) / play.count), position
            assert candidate.safety == pytest.approx(play.safe_layouts(cell) / play.count), position
    assert searched > 300


def hub(leaves: int, mines: int) -> Position:
    """Return a graph: a covered hub with many covered neighbours, and an isolated cell."""
    lists: list[list[int]] = [[*range(1, leaves + 2)], *[[0]] * (leaves + 1), []]
    faces = bytes([HIDDEN] * (leaves + 1) + [0, HIDDEN])
    return Position(Geometry.graph(lists), mines, faces)


@pytest.mark.parametrize("leaves", [6, 13, 14, 15, 16, 17])
def test_numbers_as_large_as_a_graph_allows(leaves: int) -> None:
    """A number must not be taken for a mine, nor for a smaller number."""
    position = hub(leaves, leaves - 1)
    found = win_chance(position)
    assert found.is_exact
    assert found.chance == pytest.approx(float(BestPlay(position).chance))


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
