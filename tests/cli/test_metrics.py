"""The command `sapper metrics` as a person or a script meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sapper import Game
from sapper.documents import document as document_of
from tests.support.command import sapper

GAME = "3x3/1 raw =010 0 o0,0@0 f1,1@2 c0,0@4 c0,1@5 o2,0@6 o2,1@7.5 o2,2@8"


@pytest.mark.parametrize("where", ["words", "stdin", "file", "record", "pasted"])
def test_the_same_from_everywhere(where: str, tmp_path: Path) -> None:
    expected = json.loads(sapper("metrics", GAME, "--json").stdout)
    figures = json.loads(json.dumps(document_of(Game.parse(GAME).metrics)))
    assert expected == {"schema": 1, **figures}
    texts = {"record": json.dumps({"game": GAME}, indent=1), "pasted": f"record    {GAME}"}
    if where == "words":
        done = sapper("metrics", *GAME.split(), "--json")
    elif where == "file":
        path = tmp_path / "game.txt"
        path.write_text(GAME + "\n")
        done = sapper("metrics", str(path), "--json")
    else:
        done = sapper("metrics", "-", "--json", stdin=texts.get(where, GAME))
    assert json.loads(done.stdout) == expected


def test_the_budget_leaves_pluck_out() -> None:
    game = "16x30/99 safe 5 0 o0,0 o0,29 o15,0"
    done = sapper("metrics", game, "--time", "0.000001ms", "--json")
    document = json.loads(done.stdout)
    assert document["pluck"] is None
    assert "the time ran out" in document["pluck_problem"]
    assert done.returncode == 0
