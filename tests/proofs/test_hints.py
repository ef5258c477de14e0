"""Hints show as much as their level allows; guesses differ from what the numbers prove."""

from __future__ import annotations

import json
import random

from sapper import Cell, Position, document
from sapper.games import Game
from sapper.proofs import Technique, explain_all, hint
from tests.support.random_positions import random_position

WALL = Position.parse("2x5/2:_____/_121_")


def test_higher_levels_show_more() -> None:
    one, two, three, four = (hint(WALL, level) for level in (1, 2, 3, 4))
    assert (one.region, one.cell, one.is_mine, one.proof) == ((), None, None, None)
    assert two.region
    assert two.cell is None
    assert three.cell == four.cell
    assert three.cell in two.region
    assert three.proof is None
    assert four.proof is not None
    assert four.text == four.proof.text
    assert all(h.is_certain for h in (one, two, three, four))


def test_a_hint_names_the_pattern_that_players_know() -> None:
    found, proof = hint(WALL, 2), hint(WALL, 4).proof
    assert proof is not None
    assert proof.pattern == "1-2-1"
    assert "(pattern 1-2-1)" in found.text
    alone = hint(Position.parse("1x3/1:1__"), 2)
    assert "pattern" not in alone.text


def test_a_hint_is_the_easiest_safe_cell() -> None:
    rng = random.Random(3)
    for _ in range(100):
        position = random_position(rng)
        found = hint(position, 4)
        proofs = explain_all(position)
        if any(not proof.is_mine for proof in proofs):
            assert found.proof is not None
            assert not found.proof.is_mine
            safe = [proof for proof in proofs if not proof.is_mine]
            assert found.proof.difficulty == min(proof.difficulty for proof in safe)
            known = {proof.technique for proof in safe}
            simple = [t for t in list(Technique)[:3] if t in known]
            assert not simple or found.proof.technique is simple[0]
        json.dumps(document(found))


def test_a_flagged_mine_is_not_a_hint() -> None:
    position = Position.parse("1x3/2:F2F")
    assert not hint(position, 1).is_certain
    assert hint(Position.parse("1x3/2:F2_"), 3).cell == (0, 2)


def test_nothing_left_to_do() -> None:
    assert not hint(Position.parse("1x2/0:00"), 4).is_certain
    assert not hint(Position.parse("1x2/1:1F"), 4, trust_flags=True).is_certain


def test_two_steps_of_one_number_are_easier_than_a_difference() -> None:
    position = Game.parse("9x9/10 safe 5 0 o4,4").position
    proofs = explain_all(position)
    assert Technique.DIFFERENCE in {proof.technique for proof in proofs if not proof.is_mine}
    found = hint(position, 4).proof
    assert found is not None
    assert [len(step.numbers) for step in found.steps] == [1, 1]


def test_a_density_tells_the_safest_cells_of_an_unknown_mine_count() -> None:
    """With a known mine count it changes nothing."""
    line = "1x5/?:_1___"
    assert hint(line, 3).cell is None
    found = hint(line, 3, density=0.2)
    assert found.region == (Cell(0, 3), Cell(0, 4))
    assert found.text.endswith("are mines with a chance of 20 % each.")
    assert hint("1x5/2:_1___", 4, density=0.2) == hint("1x5/2:_1___", 4)
