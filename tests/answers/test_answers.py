"""What every door asks: plain data in, plain data out."""

from typing import Any

import pytest

import sapper
from sapper.answers import Limits, answer, ask
from sapper.documents import json_text
from sapper.errors import BudgetExceeded, InputError, TooLarge
from sapper.web.openapi import answer_models
from tests.support.drawn_pictures import draw_picture
from tests.support.schemas import check_schema

POSITION = "3x3/2:01_/12_/___"
IMPOSSIBLE = "1x3/2:_1_"
GAME = "5x5/4 safe 1 0 o3,2 o0,2 f0,0 o1,4 o3,3"
GUESSED = "4x4/4 raw 5 0 guess=5 o0,0 o3,3"
BODIES: dict[str, dict[str, Any]] = {
    "read": {"position": POSITION},
    "read_picture": {"data": draw_picture(1).data},
    "analyse": {"position": POSITION, "fractions": True},
    "cell": {"position": POSITION, "cell": [2, 2]},
    "explain": {"position": POSITION},
    "hint": {"position": POSITION, "level": 4},
    "best": {"position": POSITION, "games": 10},
    "clicks": {"position": POSITION},
    "win": {"position": POSITION},
    "continue": {"position": POSITION},
    "trace": {"position": POSITION, "film": True},
    "picture": {"position": POSITION, "heat": True},
    "watch": {"game": "5x5/4 safe 1 0 o3,2"},
    "review": {"game": GAME},
    "review_clicks": {"game": GAME, "wasted_left": 1},
    "steps": {"game": GAME},
    "metrics": {"game": GAME, "wasted_left": 2},
    "certify": {"game": "5x5/3 open 7 0 o2,2"},
    "deal": {"board": "4x4/4", "seed": 3},
    "draw": {"game": GUESSED},
    "score": {"game": GUESSED},
    "generate": {"board": "6x6/6"},
    "replay": {},
    "convert": {"data": GAME.encode()},
    "rates": {"tallies": [[3, 10], [0, 0]]},
    "simulate": {"player": ["greedy", "fast"], "board": "4x4/3", "games": 10},
    "lessons": {},
    "exercise": {"technique": "chain", "seed": 2},
}
ABOUT_POSITIONS = [name for name, body in BODIES.items() if "position" in body]
REFUSED = [name for name in ABOUT_POSITIONS if name not in ("read", "trace", "picture")]


@pytest.mark.parametrize("name", [name for name in BODIES if name != "replay"])
def test_an_answer_is_plain_data_of_its_schema(name: str) -> None:
    found = answer(name, BODIES[name])
    check_schema(json_text(found), answer_models(name))
    assert ("milliseconds" in found) == ("notes" in found) or name in ("convert", "read_picture")


def test_an_answer_is_what_the_library_says() -> None:
    found = answer("explain", {"position": POSITION, "cell": [2, 2]})
    assert found["explanations"] == [sapper.document(sapper.explain(POSITION, (2, 2)))]
    assert ask("analyse", {"position": POSITION}).value.ways == 4
    game = {"game": "9x9/10 safe 7 3", "player": "hybrid"}
    assert answer("watch", game)["game"] == sapper.play("hybrid", "9x9/10", seed=7, game=3).text


@pytest.mark.parametrize("name", REFUSED)
def test_an_impossible_position_is_answered_with_its_conflict(name: str) -> None:
    answered = ask(name, {**BODIES[name], "position": IMPOSSIBLE, **_at(name)})
    assert answered.is_impossible
    assert answered.document["conflict"]["repairs"]
    check_schema(json_text(answered.document), answer_models(name))


def _at(name: str) -> dict[str, Any]:
    return {"cell": [0, 0]} if name == "cell" else {}


def test_the_density_counts_only_where_the_mine_count_is_unknown() -> None:
    known = answer("analyse", {"position": POSITION, "density": 0.9})
    assert known["chances"] == answer("analyse", {"position": POSITION})["chances"]
    unknown = [
        answer("analyse", {"position": "1x4/?:1___", "density": density})["untouched_chance"]
        for density in (0.2, 0.9)
    ]
    assert unknown == [pytest.approx(0.2), pytest.approx(0.9)]


@pytest.mark.parametrize(
    ("name", "body", "field", "text"),
    [
        ("hint", {}, "position", "the field 'position' is missing"),
        ("hint", {"position": 3}, "position", "expected a text, got 3"),
        ("hint", {"position": POSITION, "levle": 1}, "levle", "there are position, mines"),
        ("hint", {"position": POSITION, "level": True}, "level", "one of 1, 2, 3, 4, got True"),
        ("best", {"position": POSITION, "limit": True}, "limit", "a whole number, got True"),
        ("cell", {"position": POSITION, "cell": [1]}, "cell", r"got \[1\]"),
        ("deal", {"start": "soft"}, "start", "one of raw, safe, open, got 'soft'"),
        ("simulate", {"player": []}, "player", "expected 1 to 16 players"),
        ("rates", {"tallies": [[1, "x"]]}, "tallies", "expected a list"),
        ("picture", {"position": POSITION, "cell_size": 1}, "cell_size", "8 to 64"),
    ],
)
def test_a_body_is_checked(name: str, body: dict[str, Any], field: str, text: str) -> None:
    with pytest.raises(InputError, match=text) as caught:
        answer(name, body)
    assert caught.value.where == {"field": field}


@pytest.mark.parametrize(
    ("name", "body", "limits"),
    [
        ("analyse", {"position": POSITION}, Limits(cells=8)),
        ("deal", {"board": "9x9/10"}, Limits(cells=80)),
        ("steps", {"game": GAME}, Limits(moves=4)),
        ("watch", {"game": GAME, "most": 9}, Limits(moves=8)),
        ("win", {"position": POSITION}, Limits(rollouts=199)),
        ("simulate", {"player": ["fast"], "games": 9}, Limits(games=8)),
    ],
)
def test_a_question_beyond_the_limits_is_refused(
    name: str, body: dict[str, Any], limits: Limits
) -> None:
    with pytest.raises(TooLarge, match="expected at most"):
        answer(name, body, limits)


def test_the_budget_ends_an_answer() -> None:
    hidden = "/".join(["_" * 8] * 8)
    with pytest.raises(BudgetExceeded):
        answer("best", {"position": f"8x8/?:1{hidden[1:]}", "density": 0.2}, Limits(states=1))


def test_a_long_answer_reports_its_progress() -> None:
    seen: list[tuple[str, Any]] = []
    body = {"position": POSITION, "player": "deep", "games": 10}
    answer("best", body, report=lambda event, data: seen.append((event, data)))
    assert {event for event, _ in seen} == {"search"}
    assert seen[-1][1]["done"] <= seen[-1][1]["all"]
