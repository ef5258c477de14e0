"""What is read in parts of an answer: claims, cells, citations and chances, also negated ones."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sapper.board.cell import Cell
from sapper.tasks.chances import read_chance
from sapper.tasks.claims import Claim, read_cells, read_cited, read_claims
from sapper.tasks.reading import read_shown


@pytest.mark.parametrize(("text", "chance"), [
    ("1\u2153", "4/3"), ("1 1/3", "4/3"), ("1\u2153 %", "1/75"), ("33\u2153%", "1/3"),
    ("33 \u2153 %", "1/3"), ("one third", "1/3"), ("two-thirds", "2/3"), ("a quarter", "1/4"),
    ("not \u00bd", None),
])  # fmt: skip
def test_mixed_and_spoken_fractions(text: str, chance: str | None) -> None:
    said = read_chance(text)
    assert (said and said.value) == (chance and Fraction(chance))


@pytest.mark.parametrize(("text", "claims"), [
    ("r1c1 isn't safe", {(1, 1): True}), ("r1c1 cannot be safe", {(1, 1): True}),
    ("r1c1 is not certainly safe", {}), ("r1c1 cannot be a mine", {(1, 1): False}),
    ("r1c1 can't be a mine", {(1, 1): False}), ("r1c1 is never a mine", {(1, 1): False}),
    ('[{"cell":"r4c5","is_mine":false}]', {(4, 5): False}),
    ('[{"row":2,"col":5,"safe":false}]', {(2, 5): True}),
    ('[{"cell":"r4c5","is_mine":true},\n{"safe":true,"cell":"r1c1"}]',
     {(4, 5): True, (1, 1): False}),
    ("{'cell': 'r4c5', 'is_mine': False}", {(4, 5): False}),
    ("safe: r0c1; undecided: r1c1, r1c2", {(0, 1): False}), ("r1c1 is undetermined", {}),
    ("safe: r0c1\nUnknown:\n- r1c1\n- r1c2", {(0, 1): False}), ("r1c1 is not certain", {}),
    ("r0c1 is safe, r1c1 could be safe or a mine", {(0, 1): False}), ("r1c1 may be a mine", {}),
    ("Safe: no\nMines: r0c0", {(0, 0): True}), ("r1c1 is not unsafe", {(1, 1): False}),
    ("neither r1c1 nor r1c2 is safe", {}), ("r1c1 can be neither", {}), ("r1c1 is neither", {}),
    ("r1c1 can be neither safe nor a mine; r0c1 is safe", {(0, 1): False}),
    ("r1c1 can be either", {}), ("r1c1 could go either way", {}),
    ("safe: 0,1; mines: 2,2", {(0, 1): False, (2, 2): True}),
])  # fmt: skip
def test_claims_may_be_negated(text: str, claims: dict[tuple[int, int], bool]) -> None:
    found = read_claims(text) or {}
    assert {tuple(cell): claim.is_mine for cell, claim in found.items()} == claims


@pytest.mark.parametrize(("text", "cells"), [
    ("do not open r0c0", None), ("avoid r3c3", None), ("not r1c0", None),
    ("r1c0: do not open", None),
    ("open r0c1, not r1c0", [(0, 1)]), ("r0c1, not r1c0", [(0, 1)]),
    ("not r1c0 but r0c1", [(0, 1)]),
    ("open r0c1 and avoid r3c3", [(0, 1)]), ("r0c1 rather than r1c0", [(0, 1)]),
    ("I choose r0c1 over r1c0", [(0, 1)]),
    ("Don't click (1, 2); open (0, 1)", [(0, 1)]), ("open r0c1, r0c2", [(0, 1), (0, 2)]),
    ("not 0,1", None), ("avoid 0,1", None), ("0,1, not 1,1", [(0, 1)]), ("0,1", [(0, 1)]),
    ("0,2 rather than 0,1", [(0, 2)]), ("0,1, 2,3 and 4,5", [(0, 1), (2, 3), (4, 5)]),
])  # fmt: skip
def test_rejected_cells_are_not_opened(text: str, cells: list[tuple[int, int]] | None) -> None:
    assert read_cells(text) == cells


@pytest.mark.parametrize(("text", "is_cited"), [
    ("the mine count is not needed", False), ("mine_count: false", False), ("mine count", True),
    ('"uses_mine_count": true', True), ("count of mines", True), ("without the mine count", False),
    ('"uses_mine_count": false', False), ("the mine count isn't used", False),
    ("we do not need the mine count", False), ("number of mines", True),
])  # fmt: skip
def test_the_mine_count_is_cited_or_not(text: str, is_cited: bool) -> None:
    assert read_cited(f"r1c1, {text}") == (frozenset({Cell(1, 1)}), is_cited)
    claims = read_claims(f"r0c0 safe by r1c1, {text}")
    assert claims is not None
    assert claims[Cell(0, 0)] == Claim(False, frozenset({Cell(1, 1)}), is_cited)


@pytest.mark.parametrize(("text", "cells"), [
    ("r1c1 is not part of it", None), ("r0c0 and r0c1, r1c1 is not part of it", "r0c0 r0c1"),
    ("r0c0, not r1c1", "r0c0"), ("r0c0, r0c1 but not r1c1", "r0c0 r0c1"),
    ("r0c0 and r0c1 clash; r1c1 is fine", "r0c0 r0c1"), ("r0c0 without r1c1", "r0c0"),
    ("r0c0 and r0c1 (r2c2 is irrelevant)", "r0c0 r0c1"), ("neither r0c0 nor r0c1", None),
    ("r0c0; r1c1 and r2c2 are not needed", "r0c0"), ("(0, 0), 3 instead of (1, 1)", "r0c0"),
    ("r1c1 doesn't contradict anything; r0c0 does", "r0c0"), ("0,0 and 0,1, not 2,2", "r0c0 r0c1"),
    ("r0c0 cannot be 3 because r0c1 shows 1", "r0c0 r0c1"),
    ("r0c0 is not consistent with r0c1", "r0c0 r0c1"),
    ("r0c0 and r0c1 do not fit together", "r0c0 r0c1"),
    ("r0c0. r1c1 does not belong to the contradiction", "r0c0"),
])  # fmt: skip
def test_cells_that_an_answer_rejects_are_not_cited(text: str, cells: str | None) -> None:
    found = read_cited(text)
    assert (found and " ".join(sorted(map(str, found[0])))) == cells


@pytest.mark.parametrize(("text", "shown"), [
    ("not covered", None), ("it is not covered, it shows 2", "2"), ("no mine: covered", "covered"),
    ("it isn't hidden but a flag", "known mine"), ("not open: it is covered", "covered"),
    ("not empty, 3", "3"), ("no mine", None), ("a known mine, not a 3", "known mine"),
])  # fmt: skip
def test_what_a_cell_does_not_show(text: str, shown: str | None) -> None:
    assert read_shown(text) == shown
