"""Closed groups against the whole game tree of small boards.

Opening a cell of the group first must be as good as any other play, and no play can win more often
than the group's chance.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sapper import Position
from sapper.board.cell import is_covered
from sapper.proofs import Group, unavoidable
from tests.support.proof_referee import Referee
from tests.support.random_positions import random_geometry


class GameTree:
    """The best chance to win from a position, by trying every order of opening cells."""

    def __init__(self, position: Position) -> None:
        referee = Referee(position)
        self.around = position.geometry.neighbour_lists
        self.cells = [i for i, f in enumerate(position.faces) if is_covered(f)]
        rows = referee.mines[referee.fitting]
        self.layouts = [frozenset(row.nonzero()[0].tolist()) for row in rows]
        self.memo: dict[tuple[frozenset[int], frozenset[int]], int] = {}

    def value(self) -> Fraction:
        everything = frozenset(range(len(self.layouts)))
        return Fraction(self.wins(everything, frozenset()), len(self.layouts))

    def value_of(self, cell: int) -> Fraction:
        everything = frozenset(range(len(self.layouts)))
        return Fraction(self.after(cell, everything, frozenset()), len(self.layouts))

    def wins(self, possible: frozenset[int], opened: frozenset[int]) -> int:
        if all(len(self.layouts[i]) + len(opened) == self.size(i) for i in possible):
            return len(possible)
        key = possible, opened
        if key not in self.memo:
            left = [c for c in self.cells if c not in opened]
            free = [c for c in left if all(c not in self.layouts[i] for i in possible)]
            self.memo[key] = max(self.after(c, possible, opened) for c in free[:1] or left)
        return self.memo[key]

    def size(self, layout: int) -> int:
        covered = set(self.cells)
        return len(covered) + len(self.layouts[layout] - covered)

    def after(self, cell: int, possible: frozenset[int], opened: frozenset[int]) -> int:
        parts: dict[int, set[int]] = {}
        for i in possible:
            if cell not in self.layouts[i]:
                shown = len(self.layouts[i].intersection(self.around[cell]))
                parts.setdefault(shown, set()).add(i)
        return sum(self.wins(frozenset(p), opened | {cell}) for p in parts.values())


def late_position(rng: random.Random) -> Position:
    """Return a small board with few covered cells, where unavoidable guesses are common."""
    geometry = random_geometry(rng, 16)
    size = geometry.size
    mines = set(rng.sample(range(size), min(size, rng.randint(1, max(1, size // 3)))))
    covered = set(rng.sample(range(size), min(size, rng.randint(2, 8)))) | {
        m for m in mines if rng.random() < 0.8
    }
    faces = bytes(
        64 if i in covered else 67 if i in mines else sum(j in mines for j in around)
        for i, around in enumerate(geometry.neighbour_lists)
    )
    return Position(geometry, len(mines), faces)


def check(position: Position, groups: tuple[Group, ...]) -> None:
    tree = GameTree(position)
    best = tree.value()
    bound = Fraction(1)
    for group in groups:
        bound *= group.chance
        for cell in group.first:
            assert tree.value_of(position.geometry.index(cell)) == best, f"{position} {cell}"
    assert best <= bound, f"{position} {groups}"


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
