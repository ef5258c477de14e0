"""The best move in words."""

from dataclasses import replace

import pytest

from sapper import Cell, InputError, Position
from sapper.players import Candidate, Rollouts, best
from sapper.players.engine.basis import Basis
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
        "r0c0 and r0c2 are a 50/50: one of them is a mine, and no cell elsewhere will ever tell "
        "which. Guess now, it will not get better."
    )


@pytest.mark.parametrize("limit", [1, 2, None])
def test_a_guess_says_what_decided(limit):
    advice = best(Position.parse("16x30/99:" + "/".join(["_" * 30] * 16)), limit=limit)
    text = explain_choice(advice)
    assert text.startswith(f"Nothing is certain. Open {advice.cell} (mine in 20.6 %): ")
    assert ("as safe as" in text) == (len(advice.candidates) > 1)


def test_a_guess_against_the_safest_rival():
    candidates = [
        Candidate(Cell(1, 1), safety=0.80, progress=0.488, win=0.412),
        Candidate(Cell(9, 4), safety=0.83, win=0.389),
    ]
    risk = "r1c1 is 3 % riskier than r9c4 but opens progress in 61 % of cases"
    assert explain_guess(candidates) == f"{risk}; winning chance 41.2 % against 38.9 %."
    learned = [replace(each, win=None, estimate=each.win) for each in candidates]
    assert explain_guess(learned) == f"{risk}; estimated winning chance 41.2 % against 38.9 %."
    played = [
        replace(each, win=None, rollouts=Rollouts(100, each.win, 0.012, 0.0, 0.0, False))
        for each in candidates
    ]
    assert explain_guess(played) == (
        f"{risk}; won 41.2 % ± 1.2 % of the sampled layouts, against 38.9 % ± 1.2 %."
    )


def test_other_guesses():
    one, other = Candidate(Cell(0, 0), 0.75, 0.3), Candidate(Cell(0, 1), 0.75, 0.15)
    assert explain_guess([one]) == "r0c0 is the only candidate, safe with 75 %."
    assert explain_guess([one, other]) == (
        "r0c0 is as safe as r0c1 (75 %) and opens progress in 40 % of cases (against 20 %)."
    )
    safer = Candidate(Cell(2, 2), 0.9)
    assert explain_guess([safer, one]) == "r2c2 is 15 % safer than r0c0."
    with pytest.raises(InputError):
        explain_guess([])


@pytest.mark.parametrize("basis", Basis)
def test_every_basis_has_words(basis):
    assert basis.short
    assert basis.long
    assert not basis.short.endswith(".")
