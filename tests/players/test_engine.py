"""The engine: its answers, and the table of bases."""

from __future__ import annotations

import pickle
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from sapper import ContradictionError, Geometry, InputError, Position, analyse, best
from sapper.players import Engine, player_spec
from sapper.players.engine.basis import Basis
from sapper.players.engine.choice import NativePlayerName
from sapper.players.engine.words import explain_choice
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
