"""The engine: its bases; no decision against what is certain; every hard board is answered."""

from __future__ import annotations

import pickle
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from sapper import (
    Budget,
    ContradictionError,
    Game,
    Geometry,
    InputError,
    Position,
    analyse,
    best,
    win_chance,
)
from sapper.board.cell import is_covered
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Status
from sapper.players import Engine, player_spec
from sapper.players.engine.basis import Basis
from sapper.players.engine.choice import NativePlayerName
from sapper.players.engine.words import explain_choice
from tests.support.committed_positions import stress_positions
from tests.support.lessons import positions_before_guesses
from tests.support.middle_games import LATTICE, marked, mid_game, scattered, some_board
from tests.support.random_positions import random_position, spoiled

ROOT = Path(__file__).parents[2]
END = Position.parse("2x4/3:____/____")
SURE = Position.parse("3x3/2:01_/12_/___")

SETTLED_BUT_IMPOSSIBLE = (
    "2x3/4:___/_11",
    "3x3/2:___/_11/_2_",
    "2x4/3:_11_/1___",
    "2x3/3:1__/1_1",
    "3x3/1:___/_13/1__",
    "torus-4x4/6:___2/3_2_/3___/__3_",
    "torus-1x5/1:00_0_",
)
"""No layout fits, although one number or two settle a cell."""


def test_python_and_core_have_the_same_bases() -> None:
    source = (ROOT / "native" / "sapper" / "player" / "choice.cpp").read_text("utf-8")
    names = re.search(r"kNames\{(.*?)\}", source, re.S)
    assert names is not None
    assert set(re.findall(r'"([^"]+)"', names[1])) == set(Basis)


@pytest.mark.parametrize("player", ["champion", "patient", "lookahead", "fast", "deep"])
def test_answers_do_not_depend_on_earlier_questions_or_pickling(player: NativePlayerName) -> None:
    engine = Engine(player)
    first = engine.ask(END)
    assert engine.ask(SURE).basis is Basis.CERTAIN
    assert engine.ask(END) == first
    assert pickle.loads(pickle.dumps(engine)).ask(END) == replace(first, player=player)


@pytest.mark.parametrize("player", ["champion", "patient", "lookahead", "fast"])
def test_a_small_risk_is_not_shown_as_none(player: NativePlayerName) -> None:
    wide = Position.hidden(Geometry.grid(60, 60), 1)
    decision = player_spec(player).player().decide(wide)
    assert decision.is_guess
    assert "mine in <0.1 %" in decision.reason
    assert "(mine in <0.1 %)" in explain_choice(Engine(player).ask(wide))


@pytest.mark.parametrize("player", ["champion", "patient", "lookahead", "fast", "deep"])
@pytest.mark.parametrize("line", SETTLED_BUT_IMPOSSIBLE)
def test_no_cell_of_an_impossible_position_is_certain(line: str, player: NativePlayerName) -> None:
    with pytest.raises(ContradictionError):
        best(line, player=player)


def test_best_refuses_what_analyse_refuses() -> None:
    rng = random.Random(20261117)
    refused = 0
    for _ in range(800):
        position = spoiled(rng, random_position(rng))
        try:
            safe = analyse(position).safe
        except ContradictionError:
            refused += 1
            with pytest.raises(ContradictionError):
                best(position, player="fast")
            continue
        try:
            choice = best(position, player="fast")
        except InputError:  # no safe cell is left
            continue
        assert choice.is_guess == (not safe)
        assert choice.is_guess or {c.cell for c in choice.candidates} <= safe
    assert refused > 30


PLAYERS: tuple[NativePlayerName, ...] = ("champion", "patient", "lookahead", "fast")


def check(position: Position, player: NativePlayerName) -> str:
    """Compare a decision with the analysis; return its basis."""
    advice = best(position, player=player)
    analysis = analyse(position)
    cells = {candidate.cell for candidate in advice.candidates}
    assert not cells & analysis.mines, position
    assert advice.is_guess == (not analysis.safe), position
    if not advice.is_guess:
        assert cells <= analysis.safe, position
    for candidate in advice.candidates:
        assert candidate.safety == pytest.approx(1 - analysis.chance(candidate.cell)), position
    return advice.basis


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(
    ("board", "games"),
    [("8x8/20", 25), ("16x30/99", 3), ("torus-9x9/18", 15), ("hex-10x10/20", 15)],
)
def test_along_games(board: str, games: int, player: NativePlayerName) -> None:
    spec, seen = BoardSpec.parse(board), set()
    for number in range(games):
        game = Game(spec, StartRule.OPEN, seed=11, game=number)
        game.open((3, 3))
        while game.status is Status.PLAYING:
            seen.add(check(game.position, player))
            game.open(best(game.position, player=player).cell)
    assert "certain" in seen
    assert len(seen) > 1


@pytest.mark.parametrize("player", PLAYERS)
def test_on_positions_that_no_game_reaches(player: NativePlayerName) -> None:
    for seed in range(80):
        check(marked(random.Random(seed), some_board(seed)), player)


@pytest.mark.parametrize("player", PLAYERS)
def test_on_small_positions_with_flags_and_shown_mines(player: NativePlayerName) -> None:
    moves = 0
    for seed in range(600):
        position = random_position(random.Random(seed))
        analysis = analyse(position)
        if analysis.mines >= set(position.covered()):
            with pytest.raises(InputError, match="no other safe cell"):
                best(position, player=player)
            continue
        moves += 1
        check(position, player)
    assert moves > 200


def dense(rows: int, columns: int, share: float, opened: float) -> Position:
    geometry = Geometry.grid(rows, columns)
    return scattered(random.Random(rows), geometry, round(share * geometry.size), opened)


HARD = stress_positions() | {
    "hidden 100x100": Position.hidden(Geometry.grid(100, 100), 2000),
    "hidden 300x300": Position.hidden(Geometry.grid(300, 300), 18_000),
    "hidden, all but one mined": Position.hidden(Geometry.grid(15, 20), 299),
    "300x300 in the middle of a game": mid_game(
        random.Random(3), Geometry.grid(300, 300), 18_000, 0.4
    ),
    "dense 40x40": dense(40, 40, 0.45, 0.25),
    "dense 100x100": dense(100, 100, 0.35, 0.3),
    "dense hexagons": mid_game(random.Random(1), Geometry.hex(60, 60), 1200, 0.2),
    "wide lattice": LATTICE,
}


@pytest.mark.parametrize("player", ["champion", "patient", "lookahead", "fast"])
@pytest.mark.parametrize("name", HARD)
def test_a_hard_position_is_answered(name: str, player: str) -> None:
    position = HARD[name]
    advice = best(position, player=player)
    assert all(is_covered(position.face(c.cell)) for c in advice.candidates)
    assert 0 < advice.candidates[0].safety <= 1


def test_over_budget_the_guess_is_a_rough_estimate() -> None:
    advice = best(LATTICE, budget=Budget(states=1000))
    assert advice.basis == "rough"
    assert advice.is_guess
    assert not advice.is_exact
    assert "budget" in advice.reason
    assert is_covered(LATTICE.face(advice.cell))


def test_a_budget_for_the_count_gives_exact_chances() -> None:
    """The look-ahead costs more than the count: without it the safest cell is still known."""
    for position in positions_before_guesses("16x30/99", 40, 20):
        for states in (300, 1000, 3000, 10_000):
            advice = best(position, budget=Budget(states=states))
            if advice.basis == "rough":
                continue
            chances = analyse(position).chances
            for candidate in advice.candidates:
                row, column = candidate.cell
                assert candidate.safety == pytest.approx(1 - chances[row][column])
            if advice.basis == "safest":
                safest = max(candidate.safety for candidate in advice.candidates)
                assert advice.candidates[0].safety > safest - 0.01
                return
    pytest.fail("no budget ended between the count and the look-ahead")


def test_few_layouts_among_very_many() -> None:
    """Only the mine count makes them few: listing must not enumerate all others."""
    ones = "2x121/60:" + "_1" * 60 + "_/" + "_" * 121
    assert analyse(Position.parse(ones)).ways == 9
    assert 0.3 < win_chance(ones).chance < 0.6
