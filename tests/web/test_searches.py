"""Long searches as events; the steps of a game; games of any format."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from pydantic import ValidationError

from sapper.games import Game
from sapper.games.converting import convert
from sapper.web.openapi_models import model_of_answer
from sapper.web.schema import EVENTS, ROUTES, Documents

GUESS = "9x9/20:1________/" + "/".join(["_" * 9] * 8)
IMPOSSIBLE = "3x3/1:3__/___/___"
GAME = "9x9/10 safe 5 0 o4,4 o2,0 o0,0"


def check(text: str, name: str, table: Mapping[str, Documents] = ROUTES) -> dict[str, Any]:
    """Return a document that keeps one of the schemas of its name."""
    for document in table[name]:
        try:
            model_of_answer(document).model_validate_json(text, strict=True)
        except ValidationError:
            continue
        found: dict[str, Any] = json.loads(text)
        return found
    raise AssertionError(text)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        (f"deep?position={GUESS}&seconds=0.3", {"search", "done"}),
        ("optimal?position=3x3/2:___/___/___", {"search", "done"}),
        ("optimal?position=5x5/5:_____/_2___/__2__/_____/1____", {"search", "done"}),
        (f"optimal?position={GUESS}", {"search", "failed"}),
        (f"deep?position={IMPOSSIBLE}", {"search", "done"}),
        ("optimal?position=9x9/10:" + "/".join(["_" * 9] * 9), {"failed"}),
    ],
)
def test_searches_keep_the_schema(api: httpx.Client, query: str, names: set[str]) -> None:
    name, found = "", set()
    with api.stream("GET", f"/api/{query}") as stream:
        for line in stream.iter_lines():
            kind, _, text = line.partition(": ")
            if kind == "event":
                name = text
            elif kind == "data":
                check(text, name, EVENTS)
                found.add(name)
    assert found == names


def test_the_steps_of_a_game_rebuild_every_position(api: httpx.Client) -> None:
    answer = check(api.post("/api/steps", json={"game": GAME}).text, "steps")
    game = Game.parse(GAME)
    faces = [*str(Game.parse(game.line.opening).position).partition(":")[2].replace("/", "")]
    for step in answer["steps"]:
        for index, face in zip(step["cells"], step["faces"], strict=True):
            faces[index] = face
    assert "".join(faces) == str(game.position).partition(":")[2].replace("/", "")
    assert [step["move"] for step in answer["steps"]] == list(game.line.moves)


def test_a_game_of_any_format_is_converted(api: httpx.Client) -> None:
    for data in (GAME.encode(), str(convert(GAME, "link").data).encode()):
        found = check(api.post("/api/convert", content=data).text, "convert")
        assert found["text"].split()[4:] == GAME.split()[4:]
    assert api.post("/api/convert", content=b"no game").status_code == 422
    wide = b"100000x100000/5 safe 1 0 o0,0"
    assert api.post("/api/convert", content=wide).status_code in (413, 422)


def test_the_best_move_follows_density_and_trust(api: httpx.Client) -> None:
    unknown = {"position": "2x3/?:1__/___"}
    assert api.post("/api/best", json=unknown).status_code == 422
    found = api.post("/api/best", json={**unknown, "density": 0.2}).json()
    assert found["basis"] == "safest"
    flagged = {"position": "1x4/1:1F__"}
    assert api.post("/api/best", json={**flagged, "trust_flags": True}).json()["cell"] == [0, 2]


def test_a_search_is_bounded(api: httpx.Client) -> None:
    assert api.get(f"/api/deep?position={GUESS}&seconds=1000").status_code == 413
    assert api.get("/api/deep?position=1x2/1:1").status_code == 422
