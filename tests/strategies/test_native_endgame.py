"""The exact end of the game equals best play by the whole game tree, on every kind of position."""

from __future__ import annotations

import random

import pytest
from tests.analysis.boards import random_position
from tests.strategies.test_native_referee import BestPlay

from sapper import InputError, Position, best, win_chance

SEEDS = range(1500)


def small_position(seed: int) -> Position:
    """Return a real position: all shapes, flags, question marks, shown mines, certain cells."""
    return random_position(random.Random(seed), cells=14, covered=9)


def hidden(rows: int, columns: int, mines: int) -> Position:
    return Position.parse(f"{rows}x{columns}/{mines}:" + "/".join(["_" * columns] * rows))


def test_win_chance_is_that_of_best_play() -> None:
    for seed in SEEDS:
        position = small_position(seed)
        found = win_chance(position)
        assert found.is_exact, position
        assert found.chance == pytest.approx(float(BestPlay(position).chance)), position


@pytest.mark.parametrize(
    "line",
    [
        "hex-3x3/1:F_0/__Q/___",  # what single numbers settle has a number to tell as well
        "3x4/3:__3_/__Q_/0Q11",
        "hex-1x7/3:F__Q_00",
        "1x6/2:_X1___",  # a shown mine
    ],
)
def test_certain_cells_are_opened_first_and_tell(line: str) -> None:
    position = Position.parse(line)
    assert win_chance(position).chance == pytest.approx(float(BestPlay(position).chance))


def test_every_candidate_wins_what_it_says() -> None:
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


def test_a_board_with_only_mines_left_has_no_move() -> None:
    for line in ("1x1/1:_", "2x2/4:__/_F", "1x5/5:XX___", "1x2/1:1_"):
        with pytest.raises(InputError, match="without another safe cell"):
            best(Position.parse(line))


@pytest.mark.parametrize("size", [(17, 17), (1, 300), (2, 12)])
def test_one_or_two_mines_on_a_wide_board(size: tuple[int, int]) -> None:
    """Comparing all guesses takes more nodes than finding the best one."""
    advice = best(hidden(*size, 2 if size == (2, 12) else 1))
    assert advice.candidates[0].safety > 0.9
