"""The best move in words."""

from dataclasses import replace

import pytest

from sapper import Cell, Position
from sapper.players import Candidate, Rollouts, best
from sapper.players.engine.words import explain_choice, explain_guess


def words(text, **options):
    return explain_choice(best(Position.parse(text), **options))


def test_certain_cells():
    assert words("3x3/2:01_/12_/___") == "r2c2 is certain: no layout has a mine there."
    assert words("1x3/0:___") == "r0c0, r0c1 and r0c2 are certain: no layout has a mine there."


def test_a_fifty_fifty_is_named():
    text = words("1x3/1:_1_")
    assert text.startswith("Nothing is certain. Open r0c0 (mine in 50 %): ")
    assert text.endswith(
        "r0c0 and r0c2 are a 50/50: one of them is a mine, and no other cell will ever show "
        "which. Guess now: it will not get better."
    )


@pytest.mark.parametrize("limit", [1, 2, None])
def test_a_guess_says_what_decided(limit):
    advice = best(Position.parse("16x30/99:" + "/".join(["_" * 30] * 16)), limit=limit)
    text = explain_choice(advice)
    assert text.startswith(f"Nothing is certain. Open {advice.cell} (mine in 20.6 %): ")
    assert ("Its estimated winning chance is 32.8 %" in text) == (len(advice.candidates) > 1)


def test_a_guess_against_a_safer_rival():
    candidates = [
        Candidate(Cell(1, 1), safety=0.80, progress=0.488, win=0.412),
        Candidate(Cell(9, 4), safety=0.83, win=0.389),
    ]
    rival = "r9c4 is safer (83 % against 80 %), but has 38.9 %."
    assert explain_guess(candidates) == f"Its winning chance is 41.2 %; {rival}"
    learned = [replace(each, win=None, estimate=each.win) for each in candidates]
    assert explain_guess(learned) == f"Its estimated winning chance is 41.2 %; {rival}"
    scored = [replace(each, win=None, score=each.win) for each in candidates]
    assert explain_guess(scored) == (
        "Its look-ahead score is 0.4120; r9c4 is safer (83 % against 80 %), but has 0.3890."
    )
    played = [
        replace(each, win=None, rollouts=Rollouts(100, each.win, 0.4, 0.4246, behind, 0.01, False))
        for each, behind in zip(candidates, (0.0, 0.023), strict=True)
    ]
    assert explain_guess(played) == (
        "It wins 41.2 % (40 to 42.5) of the sampled layouts; r9c4 is 2.3 % +-1 % behind."
    )
