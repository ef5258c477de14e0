"""`best` never argues against its own choice, in words or figures."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pytest

from sapper import BoardSpec, Budget, Cell, ContradictionError, Position, SapperError
from sapper.players import Candidate, Choice, Rollouts, best
from sapper.players.engine.basis import Basis
from sapper.players.engine.words import candidate_columns, explain_choice, explain_guess, legend
from tests.support.middle_games import mid_game, scattered

SEED = 20261116
BOARDS = (
    "5x5/6", "8x8/10", "9x9/25", "16x16/40", "16x30/99", "4x30/25", "hex-8x8/12", "torus-9x9/14",
)  # fmt: skip
OPENED = (0, 0.02, 0.1, 0.3, 0.6, 0.8, 0.95)
FIGURE = re.compile(r"[<>]?[0-9]+(?:\.[0-9]+)? %|0\.[0-9]{4}")
NEARLY_AS_SAFE = 0.04  # a safest cell may have this much less safety, for fewer neighbours


def positions(player: str) -> Iterator[tuple[Position, Budget | None]]:
    """Yield positions of every kind of board, some with a budget that ends the look-ahead."""
    rng = random.Random(f"{SEED} {player}")
    for number in count():
        spec = BoardSpec.parse(BOARDS[number % len(BOARDS)])
        make = rng.choice([mid_game, scattered])
        position = make(rng, spec.geometry, spec.mines, rng.choice(OPENED))
        yield position, Budget(states=rng.choice([30, 300, 3000])) if number % 5 == 4 else None


def ask(player: str, position: Position, budget: Budget | None) -> Choice | None:
    """Return the choice; None if there is nothing left to open or the budget ends first."""
    games = 24 if player == "deep" else None
    try:
        return best(position, player=player, games=games, seed=1, budget=budget)  # type: ignore[arg-type]
    except ContradictionError:
        raise
    except SapperError:
        return None


def check(choice: Choice) -> None:
    """Check that the chosen cell leads in the figure that decided, and that the words say so."""
    columns = {column.heading: column.texts for column in candidate_columns(choice)}
    assert columns["cell"][0] == str(choice.cell)
    chosen, *others = choice.candidates
    if not others:
        return
    compared = choice.basis.compared
    assert compared is not None
    own = chosen.figure(compared)
    assert own is not None
    assert chosen.compared == compared
    slack = NEARLY_AS_SAFE if compared == "safety" else 1e-9
    for other in others:
        figure = other.figure(compared)
        is_dropped = other.rollouts is not None and other.rollouts.is_dropped
        assert figure is None or figure <= own + slack or is_dropped, (chosen, other)
    check_words(choice, columns)


def check_words(choice: Choice, columns: dict[str, list[str]]) -> None:
    """Check that a sentence has the figures of the table, and its comparisons are true."""
    text = explain_guess(choice.candidates)
    shown = {part for texts in columns.values() for one in texts for part in FIGURE.findall(one)}
    assert set(FIGURE.findall(text)) <= shown, (text, shown)
    by_name = {str(c.cell): c for c in choice.candidates}
    chosen = choice.candidates[0]
    for name in re.findall(r"(r\d+c\d+) is safer", text):
        assert by_name[name].safety > chosen.safety
        assert "but" in text
    assert str(choice.cell) not in text  # nothing is said of a rival under the name of the choice
    if "more often" in text:
        own, other = re.findall(r"in (\S+ %) against (\S+ %)", text)[0]
        assert float(own.lstrip("<>")[:-2]) >= float(other.lstrip("<>")[:-2])
    assert "riskier" not in text
    deciding = re.match(r"Compared by '([^']*)'", legend(choice))
    assert deciding is not None
    assert deciding[1] in columns


def guesses(player: str, wanted: int) -> Iterator[Choice]:
    """Yield choices that are guesses."""
    for position, budget in positions(player):
        choice = ask(player, position, budget)
        if choice is not None and choice.is_guess:
            yield choice
            wanted -= 1
            if not wanted:
                return


@pytest.mark.parametrize(
    ("player", "wanted", "bases"),
    [
        ("champion", 120, {Basis.WINNING_CHANCE, Basis.LOOK_AHEAD, Basis.ENDGAME, Basis.SAFEST}),
        ("patient", 100, {Basis.WINNING_CHANCE, Basis.SECOND_STEP, Basis.ENDGAME}),
        ("lookahead", 120, {Basis.LOOK_AHEAD, Basis.ENDGAME}),
        ("fast", 120, {Basis.LOOK_AHEAD, Basis.SAFEST}),
        pytest.param("deep", 20, {Basis.ROLLOUTS}, marks=pytest.mark.many_games),
    ],
)
def test_a_choice_never_argues_against_itself(player: str, wanted: int, bases: set[Basis]) -> None:
    seen = set()
    for number, choice in enumerate(guesses(player, wanted)):
        seen.add(choice.basis)
        check(choice)
        if number % 4 == 0:
            assert str(choice.cell) in explain_choice(choice)
    assert seen >= bases


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
