"""The referee of best play, on positions with known values."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sapper import Position
from tests.support.best_play import BestPlay


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
def test_known_values(line: str, chance: Fraction | None) -> None:
    play = BestPlay(Position.parse(line))
    if chance is None:
        assert play.count == 0
        return
    assert play.chance == chance
    assert play.wins == max(play.wins_opening(cell) for cell in play.closed)
