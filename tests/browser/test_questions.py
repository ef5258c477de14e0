"""The page's Python gives the documents of native Python: texts exactly, floats to 1e-12."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

import pytest

from sapper.answers import answer, laboratory
from sapper.board.picture_reading import decode_picture
from sapper.browser.worker import answer_text
from sapper.documents import json_text
from sapper.players.registry import player_specs
from tests.support.asked_questions import Asked, questions
from tests.support.browser_python import BrowserPython, differences, without_times
from tests.support.drawn_pictures import draw_picture

HEAPS = ("js.sapperCore.exports.memory.buffer.byteLength", "pyodide_js._module.HEAP8.length")


@pytest.mark.parametrize("count", [150, pytest.param(700, marks=pytest.mark.slow)])
def test_every_document_is_the_same(python: BrowserPython, count: int) -> None:
    asked = list(questions(count))
    assert len(asked) >= count
    different = {str(each): found for each in asked if (found := _difference(python, each))}
    assert not different


def _difference(python: BrowserPython, asked: Asked) -> list[str]:
    question, body, language = asked
    ours = json.loads(answer_text(question, json.dumps(body), None, language))
    theirs = python.ask(question, body, language)
    if "time" in (ours.get("limit"), theirs.get("limit")):
        return []  # of a busy machine
    return differences(without_times(ours), without_times(theirs))


def test_all_players_play_the_games_that_they_play_natively(
    python: BrowserPython, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laboratory, "find_spec", lambda _name: None)
    players = [spec.name for spec in player_specs() if spec.name != "probability-naive"]
    body = {"player": players[:16], "board": "6x6/6", "games": 5, "seed": "7"}
    assert _difference(python, ("simulate", body, "en")) == []


@pytest.mark.parametrize("seed", [1, 9])
def test_pictures_are_read_alike(python: BrowserPython, seed: int) -> None:
    width, height, data = decode_picture(draw_picture(seed).data)
    size = {"width": width, "height": height, "mines": 40}
    theirs = python.ask("read_picture", {**size, "data": b64encode(data).decode()})
    ours = json_text(answer("read_picture", {**size, "data": data}))
    assert differences(json.loads(ours), theirs) == []
    assert "/40:" in theirs["position"]
    blank = python.ask("read_picture", {**size, "data": b64encode(bytes(len(data))).decode()})
    assert "no board was found" in blank["error"]


def test_long_questions_report_progress(python: BrowserPython) -> None:
    events = python.events("best", {"position": "2x2/1:1_/__", "player": "deep", "games": 9})
    assert {name for name, _ in events} == {"search"}


def test_a_thousand_questions_leave_the_memory_as_it_was(python: BrowserPython) -> None:
    def memory() -> Any:
        code = f"import json, js, pyodide_js\njson.dumps([{', '.join(HEAPS)}])"
        return json.loads(python.run(code))

    body = {"position": "9x9/10:" + "/".join(["_" * 9] * 9), "density": None}
    python.ask("best", body)
    before = memory()
    for number in range(1000):
        question = ("analyse", "explain", "best", "hint")[number % 4]
        python.ask(question, {"position": "3x3/2:01_/12_/___"})
    assert memory() == before
    assert before[1] <= 80_000_000, "of Python"
