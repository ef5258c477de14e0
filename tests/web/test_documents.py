"""One schema: facts and events keep it, and the command and the API answer alike.

Answers are checked in tests/answers/, what commands print in tests/golden/test_commands.py.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click
import httpx
import pytest

from docs.documents import COMMANDS
from sapper.answers import QUESTIONS
from sapper.cli.app import app
from sapper.games.certificates.certify import NeedsGuess
from sapper.web.facts import FACTS
from sapper.web.openapi import ANSWERS, EVENTS, answer_models, openapi
from sapper.web.schema import answer_model
from tests.support.command import sapper
from tests.support.schemas import check_schema, models_of_command
from tests.support.web_server import events

CERTAIN = "3x3/2:01_/12_/___"
GUESS = "9x9/20:1________/" + "/".join(["_" * 9] * 8)
IMPOSSIBLE = "3x3/1:3__/___/___"
BAD = "3x3/1:3__/_!_/___"
GAME = "9x9/10 safe 5 0 o4,4 o2,0 o0,0"


def printed(command: str, *arguments: str) -> dict[str, Any]:
    [line] = sapper(*command.split(), *arguments, "--json").stdout.splitlines()
    return check_schema(line, models_of_command(command))


def sent(api: httpx.Client, route: str, **question: object) -> dict[str, Any]:
    response = api.post(f"/api/{route}", json=question)
    assert response.status_code == 200, response.text
    return check_schema(response.text, answer_models(route))


def test_a_board_that_needs_a_guess_keeps_the_schema_of_its_error(api: httpx.Client) -> None:
    response = api.post("/api/certify", json={"game": "4x4/4 safe 5 0 o0,0"})
    assert response.status_code == 422
    found = check_schema(response.text, [answer_model(NeedsGuess)])
    assert found["nearest_first"] == [3, 2]
    content = openapi()["paths"]["/api/certify"]["post"]["responses"]["422"]["content"]
    assert "NeedsGuessAnswer" in str(content)


@pytest.mark.parametrize("route", FACTS)
def test_facts_keep_the_schema(api: httpx.Client, route: str) -> None:
    check_schema(api.get(f"/api/{route}").text, [answer_model(FACTS[route])])


@pytest.mark.parametrize(
    ("route", "question", "names"),
    [
        ("simulate", {"player": ["greedy", "hybrid"], "games": 20, "board": "5x5/4"},
         {"begin", "progress", "done"}),
        ("best", {"position": GUESS, "player": "deep", "seconds": 0.3}, {"search", "done"}),
        ("best", {"position": IMPOSSIBLE, "player": "deep"}, {"search", "done"}),
        ("best", {"position": "2x2/?:1_/__", "player": "deep"}, {"search", "failed"}),
        ("review", {"game": "9x9/10 safe 1 0 o4,4 o0,0", "games": 24}, {"review", "done"}),
    ],
)  # fmt: skip
def test_events_keep_the_schema(
    api: httpx.Client, route: str, question: dict[str, object], names: set[str]
) -> None:
    found = set()
    for name, text in events(api, route, **question):
        models = answer_models(route) if name == "done" else [answer_model(EVENTS[name])]
        check_schema(text, models)
        found.add(name)
    assert found - {"waiting"} == names


@pytest.mark.parametrize(
    ("words", "route", "question"),
    [
        (("analyse", CERTAIN), "analyse", {"position": CERTAIN}),
        (("analyse", IMPOSSIBLE), "analyse", {"position": IMPOSSIBLE}),
        (("best", CERTAIN), "best", {"position": CERTAIN}),
        (("best", GUESS, "--games", "5"), "best", {"position": GUESS, "games": 5, "limit": 8}),
        (("best", IMPOSSIBLE), "best", {"position": IMPOSSIBLE}),
        (("explain", CERTAIN, "2,2"), "explain", {"position": CERTAIN, "cell": [2, 2]}),
        (("explain", CERTAIN, "0,2"), "explain", {"position": CERTAIN, "cell": [0, 2]}),
        (("hint", CERTAIN, "--level", "4"), "hint", {"position": CERTAIN, "level": 4}),
        (("hint", IMPOSSIBLE), "hint", {"position": IMPOSSIBLE}),
        (("metrics", GAME), "metrics", {"game": GAME}),
        (("review", GAME), "review", {"game": GAME}),
    ],
)
def test_the_command_and_the_api_answer_alike(
    api: httpx.Client, words: tuple[str, ...], route: str, question: dict[str, object]
) -> None:
    ours, theirs = printed(*words), sent(api, route, **question)
    for found in (ours, theirs):
        for key in ("milliseconds", "notes"):
            found.pop(key, None)
    assert ours == theirs


def test_players_are_the_same_everywhere(api: httpx.Client) -> None:
    assert printed("players") == api.get("/api/players").json()


@pytest.mark.parametrize("name", ["analyse", "best", "hint"])
def test_an_error_is_the_same_everywhere(api: httpx.Client, name: str) -> None:
    refused = api.post(f"/api/{name}", json={"position": BAD})
    assert refused.status_code == 422
    assert json.loads(sapper(name, BAD, "--json").stdout) == refused.json()


def test_all_routes_are_listed(api: httpx.Client) -> None:
    routes = {path.removeprefix("/api/") for path in api.get("/openapi.json").json()["paths"]}
    assert routes == {*QUESTIONS, *FACTS} == {*ANSWERS, *FACTS}


def test_all_commands_that_print_json_are_listed() -> None:
    assert set(COMMANDS) == set(commands_with_json(app)) - {"lab ledger"}


def commands_with_json(group: click.Group, before: str = "") -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context) + ["bench"] * (group is app):
        found = group.get_command(context, name)
        if isinstance(found, click.Group):
            yield from commands_with_json(found, f"{before}{name} ")
        elif found and any("--json" in option.opts for option in found.params):
            yield before + name
