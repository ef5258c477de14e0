"""Closed groups against the whole game tree of small boards.

Opening a cell of the group first must be as good as any other play, and no play can win more often
than the group's chance.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sapper import Position
from sapper.proofs import Group, unavoidable
from tests.support.best_play import BestPlay
from tests.support.random_positions import late_position


def check(position: Position, groups: tuple[Group, ...]) -> None:
    play = BestPlay(position)
    bound = Fraction(1)
    for group in groups:
        bound *= group.chance
        for cell in group.first:
            assert play.chance_opening(position.geometry.index(cell)) == play.chance, (
                f"{position} {cell}"
            )
    assert play.chance <= bound, f"{position} {groups}"


def check_many(seed: int, boards: int) -> tuple[int, int]:
    rng = random.Random(seed)
    pairs = larger = 0
    for _ in range(boards):
        position = late_position(rng)
        if len(list(position.covered())) > 9:
            continue
        groups = unavoidable(position)
        if groups:
            check(position, groups)
            pairs += sum(len(g.cells) == 2 for g in groups)
            larger += sum(len(g.cells) > 2 for g in groups)
    return pairs, larger


@pytest.mark.parametrize("seed", range(10))
def test_guessing_now_is_as_good_as_anything(seed: int) -> None:
    pairs, larger = check_many(seed, 120)
    assert pairs > 5
    assert larger > 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_many_groups(seed: int) -> None:
    check_many(1000 + seed, 1000)


@pytest.mark.parametrize(
    "line",
    [
        "2x3/1:_10/_10",  # a pair in a corner
        "2x4/3:_X20/_X20",  # behind a wall of mines: only the mine count limits them
        "hex-1x3/1:_1_",
    ],
)
def test_fifty_fifties(line: str) -> None:
    (group,) = unavoidable(Position.parse(line))
    assert group.chance == Fraction(1, 2)
    assert len(group.cells) == 2
    assert group.first == group.cells
    assert "50/50" in group.text


def test_a_pair_beside_untouched_cells_is_found() -> None:
    """Nothing is known about the five cells on the right, and none of them can help."""
    position = Position.parse("2x8/3:_1______/_1______")
    groups = unavoidable(position)
    assert [str(c) for group in groups for c in group.cells] == []
    position = Position.parse("2x8/3:_12_____/_12_____")
    assert [str(c) for group in unavoidable(position) for c in group.cells] == ["r0c0", "r1c0"]


def test_what_can_still_be_resolved_is_not_reported() -> None:
    """The safe cells below are not yet open, and will distinguish the two above."""
    assert unavoidable(Position.parse("4x3/2:_10/_10/___/___")) == ()
    assert unavoidable(Position.parse("3x3/1:_10/_10/_10")) == ()  # all is certain
