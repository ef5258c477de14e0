"""Every public result: a short repr, a view for notebooks, a pickle, a document."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import sapper
from sapper import Game, Position
from sapper.board import read_position
from sapper.documents import document
from sapper.games import turns
from sapper.players import Engine, player_spec, search_tree, trace
from sapper.proofs import unavoidable

LINE = "3x3/2:01_/12_/___"
EXPERT = "16x30/99:" + "/".join(["_" * 30] * 16)
IMPOSSIBLE = "3x3/2:81_/12_/___"


@cache
def _record() -> Any:
    return sapper.play("champion", "expert", seed=3)


@cache
def _review() -> Any:
    return sapper.review(sapper.play("fast", "6x6/6", seed=3))


@cache
def _result() -> Any:
    return sapper.simulate("champion", "expert", games=30)


@cache
def _comparison() -> Any:
    return sapper.compare("champion", "fast", board=["beginner", "6x6/5"], games=20)


SHOWN: dict[str, Callable[[], Any]] = {
    "position": lambda: Position.parse(EXPERT),
    "analysis": lambda: sapper.analyse(EXPERT),
    "analysis of certain cells": lambda: sapper.analyse(LINE),
    "choice": lambda: sapper.best(EXPERT),
    "deep choice": lambda: sapper.best(EXPERT, player="deep", games=20),
    "certain choice": lambda: sapper.best(LINE),
    "hint 1": lambda: sapper.hint(LINE, 1),
    "hint 4": lambda: sapper.hint(LINE, 4),
    "hint to guess": lambda: sapper.hint(EXPERT, 4),
    "proof": lambda: sapper.explain(LINE, "r2c2"),
    "undecided": lambda: sapper.explain(EXPERT, (0, 0)),
    "conflict": lambda: sapper.conflict(IMPOSSIBLE),
    "game": lambda: Game("expert", seed=1),
    "finished game": lambda: _record().game,
    "record": _record,
    "optimal": lambda: sapper.optimal("4x4/3"),
    "result": _result,
    "comparison": _comparison,
    "review": _review,
    "board metrics": lambda: _record().game.metrics.board,
    "game metrics": lambda: _record().game.metrics,
    "layout": lambda: sapper.solve_layout([[1, 1, 1], [1, 0, 1], [1, 1, 1]]),
    "win chance": lambda: sapper.win_chance(LINE),
    "rollouts": lambda: sapper.win_chance(EXPERT, games=5),
    "no layout": lambda: sapper.solve_layout([[8]]),
}
PLAIN: dict[str, Callable[[], Any]] = {
    "batch": lambda: sapper.analyse_many([LINE, EXPERT, IMPOSSIBLE] * 4),
    "component": lambda: sapper.analyse(LINE).components[0],
    "candidate": lambda: sapper.best(EXPERT).candidates[0],
    "step": lambda: sapper.explain(LINE, "r2c2").steps[0],  # type: ignore[union-attr]
    "repair": lambda: sapper.conflict(IMPOSSIBLE).repairs[0],  # type: ignore[union-attr]
    "group": lambda: unavoidable("2x2/1:1_/1_")[0],
    "recorded move": lambda: _record().moves[0],
    "turn": lambda: next(iter(turns(Game("expert"), player_spec("champion")))),
    "contest": lambda: _comparison().contests[0],
    "pair": lambda: _comparison().contests[0].pairs[0],
    "move review": lambda: _review().moves[0],
    "trace": lambda: trace(LINE, "backtracking"),
    "player": lambda: player_spec("hybrid"),
    "reading": lambda: read_position(EXPERT),
}
OTHERS: dict[str, Callable[[], Any]] = {
    "table": lambda: _result().data,
    "search step": lambda: search_tree(LINE)[0],
    "geometry": lambda: Position.parse(EXPERT).geometry,
    "graph": lambda: sapper.Geometry.graph([[j for j in range(30) if j != i] for i in range(30)]),
    "board": lambda: sapper.BoardSpec.parse("expert"),
    "budget": sapper.Budget,
    "engine": Engine,
}
EVERY = SHOWN | PLAIN | OTHERS


@pytest.mark.parametrize("name", EVERY)
def test_a_value_has_a_short_repr_and_survives_pickling_and_copying(name: str) -> None:
    value = EVERY[name]()
    assert 5 < len(repr(value)) <= 210
    assert "\n" not in repr(value)
    if name in SHOWN | PLAIN:
        assert json.loads(json.dumps(document(value)))
    for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert type(again) is type(value)
        if name in SHOWN | PLAIN:
            assert document(again) == document(value)
        elif name not in ("table", "engine"):
            assert again == value


@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_shows_well_formed_html(name: str) -> None:
    value = SHOWN[name]()
    html = value._repr_html_()
    root = ET.fromstring(html)
    assert root.tag == "div"
    assert "<script" not in html
    assert "".join(root.itertext()).strip()
    assert not hasattr(value, "_repr_svg_")
    assert html.count("<svg") <= 1
    if "<title>Minesweeper board" in html:
        assert 'class="coordinates"' in html
        assert html.count("inline-block") or name == "hint 1"
