"""Continue from a position: with sampled mines that fit."""

from __future__ import annotations

import pytest

from sapper import ContradictionError, Game, Geometry, InputError, Position, analyse
from sapper.games.continuation import continue_position

CORNER = Position.parse("3x3/2:01_/12_/___")


def test_the_game_has_the_given_position() -> None:
    seen = set()
    for seed in range(40):
        game = continue_position(CORNER, seed=seed)
        assert game.position == CORNER
        assert game.layout is not None
        assert sum(game.layout) == 2
        seen.add(game.layout)
        assert Game.parse(game.text).position == CORNER
    assert len(seen) == analyse(CORNER).ways  # every fitting layout is sampled


def test_marks_are_kept() -> None:
    marked = Position.parse("3x3/2:01F/12Q/___")
    assert continue_position(marked).position == marked


@pytest.mark.parametrize(
    ("position", "error", "says"),
    [
        (CORNER.with_mines(None), InputError, "mine count"),
        (Position.hidden(Geometry.grid(40, 40), 300), InputError, "1000 unknown cells"),
        (Position.parse("2x2/1:0_/__"), ContradictionError, "r0c0|mine"),
    ],
)
def test_positions_that_cannot_be_continued_raise(
    position: Position, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        continue_position(position)
