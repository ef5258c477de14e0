"""Every conflict is a clash and minimal, and every repair works."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sapper import ContradictionError, Position, analyse
from sapper.board.cell import FLAG
from sapper.proofs import (
    Change,
    Conflict,
    conflict,
    explain,
    explain_all,
    hint,
    unavoidable,
)
from tests.support.proof_referee import Referee
from tests.support.random_positions import random_position, spoiled


def check_conflict(found: Conflict, referee: Referee, trust_flags: bool = False) -> None:
    where = str(found.position)
    numbers = found.numbers
    assert not referee.allowed(numbers, found.uses_mine_count).any(), where
    for spared in numbers:
        fewer = [n for n in numbers if n != spared]
        assert referee.allowed(fewer, found.uses_mine_count).any(), f"{where} without {spared}"
    if found.uses_mine_count:
        assert referee.allowed(numbers, False).any(), f"{where} without the mine count"
    assert found.text.endswith("impossible.") or "No way" in found.text, found.text
    for repair in found.repairs:
        mended = repair.apply(found.position)
        assert mended != found.position
        assert Referee(mended, trust_flags).fitting.any(), f"{where} {repair.text}"


@pytest.mark.parametrize("seed", range(20))
def test_spoiled_small_boards(seed: int) -> None:
    rng = random.Random(seed)
    changes = Counter[Change]()
    for _ in range(50):
        position = spoiled(rng, random_position(rng, covered=8))
        if rng.random() < 0.2:
            position = position.with_mines(None)
        referee = Referee(position)
        found = conflict(position)
        assert (found is None) == bool(referee.fitting.any()), str(position)
        if found is not None:
            check_conflict(found, referee)
            changes.update(repair.change for repair in found.repairs)
    assert changes[Change.NUMBER] > 5
    assert changes[Change.COVERED] > 5


@pytest.mark.parametrize("seed", range(10))
def test_wrong_flags_are_found(seed: int) -> None:
    rng = random.Random(300 + seed)
    flags = 0
    for _ in range(50):
        position = random_position(rng, covered=7)
        position = position.with_faces({c: FLAG for c in position.covered() if rng.random() < 0.3})
        referee = Referee(position, True)
        found = conflict(position, trust_flags=True)
        assert (found is None) == bool(referee.fitting.any()), str(position)
        if found is not None:
            check_conflict(found, referee, True)
            flags += any(repair.change is Change.FLAG for repair in found.repairs)
    assert flags > 3


def test_the_true_number_is_among_the_repairs() -> None:
    """One number is off by one: its true value is among the repairs."""
    rng = random.Random(7)
    offered = clashes = 0
    for _ in range(300):
        position = random_position(rng, covered=8)
        opened = [c for c, _ in position.numbers()]
        if not opened:
            continue
        cell = rng.choice(opened)
        true = position.face(cell)
        wrong = position.with_faces({cell: true + 1})
        found = conflict(wrong)
        if found is None:
            continue
        clashes += 1
        assert any(r.cell == cell and r.value == true for r in found.repairs) == (
            cell in found.numbers
        ), str(wrong)
        offered += cell in found.numbers
    assert clashes > 100
    # If the mine count clashes too, another set of premises may be as small.
    assert offered == clashes


def test_all_functions_report_the_same_clash() -> None:
    """There are many minimal sets: all functions find the same one and word it in the same way."""
    rng = random.Random(9)
    with_count = Counter[bool]()
    for _ in range(150):
        position = spoiled(rng, random_position(rng, covered=8))
        found = conflict(position)
        if found is None:
            continue
        with_count[found.uses_mine_count] += 1
        for ask in (analyse, explain_all, unavoidable, hint):
            with pytest.raises(ContradictionError) as caught:
                ask(position)
            assert caught.value.cells == set(found.numbers), str(position)
            assert caught.value.is_mine_count == found.uses_mine_count
            assert str(caught.value) == str(found.error)
    assert min(with_count[True], with_count[False]) > 5


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1x3/?:_3_", "no layout of mines fits the 3 at r0c1"),
        ("2x5/?:_____/_131_", "no layout of mines fits the 1 at r1c1 and the 3 at r1c2 together"),
        ("1x5/1:_2_1_", "no layout of mines fits the mine count of 1 and the 2 at r0c1 together"),
        ("1x3/1:XX_", "no layout of mines fits the mine count of 1"),
    ],
)
def test_the_sentence_names_what_clashes(line: str, sentence: str) -> None:
    with pytest.raises(ContradictionError) as caught:
        explain(Position.parse(line), (0, 2))
    assert str(caught.value) == sentence


def test_mine_count_alone() -> None:
    found = conflict(Position.parse("1x3/1:XX_"))
    assert found is not None
    assert found.numbers == ()
    assert found.uses_mine_count
    assert [r.value for r in found.repairs if r.change is Change.MINE_COUNT] == [2]
    found = conflict(Position.parse("1x3/3:_2_"))
    assert found is not None
    assert [r.value for r in found.repairs if r.change is Change.MINE_COUNT] == [2]
