"""Drills: every position needs just its technique, by solvers written again here."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

import sapper
from sapper.analysis import analyse
from sapper.board.cell import FLAG, HIDDEN
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.games.drills import Drill, drills
from sapper.games.drills.drill import TECHNIQUES
from sapper.proofs import Technique

BOARDS = ["10x10/20", "torus-8x8/14"]
Constraint = tuple[frozenset[int], int]


def constraints_of(position: Position) -> list[Constraint]:
    """Return what every number says about unknown cells; flags are mines."""
    found = []
    for cell, number in position.numbers():
        around = list(map(position.geometry.index, position.geometry.around(cell)))
        unknown = frozenset(i for i in around if position.faces[i] == HIDDEN)
        if unknown:
            found.append((unknown, number - sum(position.faces[i] == FLAG for i in around)))
    return found


def settles_alone(constraint: Constraint) -> bool:
    return constraint[1] in (0, len(constraint[0]))


def settles_together(one: Constraint, other: Constraint) -> bool:
    """Return whether two numbers settle any cell, by all numbers of mines in their three parts."""
    common = one[0] & other[0]
    ways = [
        (shared, one[1] - shared, other[1] - shared)
        for shared in range(len(common) + 1)
        if 0 <= one[1] - shared <= len(one[0] - common)
        and 0 <= other[1] - shared <= len(other[0] - common)
    ]
    sizes = (len(common), len(one[0] - common), len(other[0] - common))
    return any(
        size and (all(way[part] == 0 for way in ways) or all(way[part] == size for way in ways))
        for part, size in enumerate(sizes)
    )


def has_plain_step(constraints: list[Constraint]) -> bool:
    """Return whether one number with any others settles a cell by bounds on what they share."""
    for cells, need in constraints:
        bounds = []
        for others, other_need in constraints:
            shared = cells & others
            if shared and (others, other_need) != (cells, need):
                outside = len(others) - len(shared)
                bounds.append((shared, max(0, other_need - outside), min(other_need, len(shared))))
        for chosen in groups_apart(bounds):
            rest = cells.difference(*(shared for shared, _, _ in chosen))
            least, most = sum(b[1] for b in chosen), sum(b[2] for b in chosen)
            if rest and (least == need or need - most == len(rest)):
                return True
    return False


def groups_apart(
    bounds: list[tuple[frozenset[int], int, int]],
) -> Iterator[list[tuple[frozenset[int], int, int]]]:
    """Yield every choice of bounds that have no cell in common."""
    yield []
    for k, bound in enumerate(bounds):
        fitting = [other for other in bounds[k + 1 :] if not other[0] & bound[0]]
        for more in groups_apart(fitting):
            yield [bound, *more]


def technique_needed(position: Position) -> Technique | None:
    """Return the easiest technique that settles any unknown cell."""
    constraints = constraints_of(position)
    if any(map(settles_alone, constraints)):
        return Technique.SINGLE_NUMBER
    pairs = [p for p in combinations(constraints, 2) if p[0][0] & p[1][0] and settles_together(*p)]
    if pairs:
        inside = any(one[0] <= other[0] or other[0] <= one[0] for one, other in pairs)
        return Technique.SUBSET if inside else Technique.DIFFERENCE
    if has_plain_step(constraints):
        return Technique.CHAIN
    unknown = {c for c in position.covered() if position.face(c) == HIDDEN}
    by_numbers = analyse(position.with_mines(None), density=0.2, trust_flags=True)
    if unknown & (by_numbers.safe | by_numbers.mines):
        return Technique.CASE_SPLIT
    by_all = analyse(position, trust_flags=True)
    return Technique.MINE_COUNT if unknown & (by_all.safe | by_all.mines) else None


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", TECHNIQUES)
def test_drills_need_just_their_technique(name: str, board: str) -> None:
    check_drills(name, board)


@pytest.mark.parametrize("name", ["single-number", "subset", "mine-count"])
def test_drills_on_hexagons(name: str) -> None:
    check_drills(name, "hex-8x8/12")  # chains are hardly ever needed there


def check_drills(name: str, board: str) -> None:
    found = drills(name, 4, board=board, seed=5)
    assert len(found) == 4
    for drill in found:
        assert technique_needed(drill.position) is TECHNIQUES[name]
        check_answers(drill)


@pytest.mark.slow
@pytest.mark.parametrize("name", TECHNIQUES)
def test_many_drills_need_just_their_technique(name: str) -> None:
    for board in (*BOARDS, "16x16/40"):
        for drill in drills(name, 60, board=board, seed=6):
            assert technique_needed(drill.position) is TECHNIQUES[name]
            check_answers(drill)


def check_answers(drill: Drill) -> None:
    """Check that the answers are certain, proved by the technique, and not known already."""
    certain = analyse(drill.position, trust_flags=True)
    assert drill.answer == drill.answers[0]
    for proof in drill.answers:
        assert proof.technique is drill.technique
        assert proof.cell in (certain.mines if proof.is_mine else certain.safe)
        assert drill.position.face(proof.cell) == HIDDEN
    assert not drill.answer.is_mine or all(proof.is_mine for proof in drill.answers)


def test_a_seed_gives_the_same_drills_and_more_begin_with_fewer() -> None:
    few, many = drills("subset", 3, seed=9), drills("subset", 6, seed=9)
    assert few == many[:3]
    assert few == drills(Technique.SUBSET, 3, board="10x10/20", seed=9)
    assert len({drill.text for drill in many}) == 6
    assert few != drills("subset", 3, seed=10)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    drills("single number", 3, watch=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_what_cannot_be_found_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.games.drills.drill.PATIENCE", 50)
    with pytest.raises(InputError, match="50 boards 3x3/0 in a row have no position that needs"):
        drills("chain", 1, board="3x3/0")


def test_a_drill_in_words_and_in_notebooks() -> None:
    [drill] = drills("subset", 1, board="8x8/12", seed=2)
    assert str(drill) == drill.text == str(drill.position)
    assert repr(drill).startswith("<Drill subset: ")
    assert "Find a cell by: subset" in drill._repr_html_()
    assert drill.answer.text not in drill._repr_html_()
    assert drill.answer_svg() == drill.answer.svg()
    document = sapper.document(drill)
    assert document["technique"] == "subset"
    assert [a["cell"] for a in document["answers"]] == [list(p.cell) for p in drill.answers]
