"""The page offers only the engines that the operator named; no request starts a program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from sapper.errors import InputError
from sapper.players import registry
from sapper.players.protocol.process import close_engines
from sapper.web import ServerLimits, engines
from tests.support.engines import PLAIN, bad

COMMAND = PLAIN.removeprefix("engine:")


@pytest.fixture(autouse=True)
def _registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_known", dict(registry._known))
    yield
    close_engines()


def names(api: httpx.Client) -> list[str]:
    return [each["name"] for each in api.get("/api/players").json()["players"]]


def test_a_named_engine_is_offered_and_plays(api: httpx.Client) -> None:
    assert "robot" not in names(api)
    engines.offer_engines([f"robot={COMMAND}"])
    assert "robot" in names(api)
    request = {"game": "5x5/3 safe 1 0", "player": "robot", "most": 50}
    watched = api.post("/api/watch", json=request)
    assert watched.status_code == 200, watched.text
    assert watched.json()["player"] == "robot"
    assert watched.json()["decisions"]
    simulation = {"player": ["robot", "fast"], "board": "5x5/3", "games": 5}
    compared = api.post("/api/simulate", json=simulation).json()
    assert [each["player"] for each in compared["players"]] == ["robot", "fast"]


def test_no_request_starts_a_program(api: httpx.Client, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    (tmp_path / "evil.py").write_text(f"open({str(mark)!r}, 'w')\nclass Player: decide = None\n")
    for name in (f"engine:touch {mark}", "evil:Player", PLAIN):
        request = {"game": "5x5/3 safe 1 0", "player": name, "most": 5}
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(tmp_path)
            assert api.post("/api/watch", json=request).status_code == 422
            refused = api.post("/api/simulate", json={"player": [name]})
            assert refused.status_code == 422
            for question in ("trace", "best"):
                request = {"position": "3x3/2:01_/12_/___", "player": name}
                assert api.post(f"/api/{question}", json=request).status_code == 422
        assert not mark.exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("robot", "expected --engine NAME=COMMAND"),
        ("=true", "expected --engine NAME=COMMAND"),
        ("champion=true", "a player of this name is there already"),
        ("robot=true", "ended its process with 0"),
        ("engine=" + COMMAND, "the name engine is taken"),
        ("a b=" + COMMAND, "expected a name of letters"),
    ],
)
def test_engines_that_cannot_be_offered(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        engines.offer_engines([text])


def test_an_engine_has_the_time_of_a_request(api: httpx.Client) -> None:
    command = bad("sleeps").removeprefix("engine:")
    engines.offer_engines([f"sleepy={command}"], ServerLimits(milliseconds=1500))
    answers = [
        api.post("/api/watch", json={"game": f"5x5/3 safe {n} 0", "player": "sleepy"})
        for n in range(4)
    ]
    assert {answer.status_code for answer in answers} == {200, 422}
    (late,) = {a.json()["error"] for a in answers if a.status_code == 422}
    assert "gave no answer within 1.5 s" in late
