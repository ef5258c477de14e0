"""Whatever is sent, the server answers with a status that it means: never 500, never a hang."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, cast
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sapper.answers import QUESTIONS
from tests.support.web_server import Served

ROUTES = [name for name in QUESTIONS if name not in ("simulate", "generate")]

junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@st.composite
def positions(draw: st.DrawFn) -> str:
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    alphabet = draw(st.sampled_from(["_", "_1", "_0123", "_12FQX", "_0123456789abzFQX!"]))
    lines = [draw(st.text(alphabet, min_size=columns, max_size=columns)) for _ in range(rows)]
    shape = draw(st.sampled_from(["", "", "hex-", "torus-", "graph-", "odd-"]))
    mines = draw(st.integers(0, rows * columns + 1) | st.just("?"))
    return f"{shape}{rows}x{columns}/{mines}:{'/'.join(lines)}"


@st.composite
def games(draw: st.DrawFn) -> str:
    board = draw(st.sampled_from(["4x4/3", "9x9/10", "hex-5x5/6", "torus-3x3/8", "1x1/0", "x"]))
    start = draw(st.sampled_from(["raw", "safe", "open", "shut"]))
    seed = draw(st.sampled_from(["0", "7", "=ffff", "=", str(2**64), "-1"]))
    move = st.builds(
        "{}{},{}".format, st.sampled_from("ofquc"), st.integers(0, 9), st.integers(0, 9)
    )
    return " ".join([board, start, seed, "0", *draw(st.lists(move, max_size=6))])


questions = st.fixed_dictionaries(
    {},
    optional={
        "position": positions() | st.text(max_size=60) | junk,
        "game": games() | st.text(max_size=60) | junk,
        "cell": st.lists(st.integers(-1, 9), min_size=2, max_size=2) | junk,
        "mines": st.integers(-2, 30) | junk,
        "density": st.floats(-1, 2) | junk,
        "level": st.integers(0, 6) | junk,
        "board": st.sampled_from(["4x4/3", "beginner", "0x0/0", "9x9/99"]) | junk,
        "first": st.lists(st.integers(-1, 9), min_size=2, max_size=2) | junk,
        "seed": st.integers(-1, 2**65) | junk,
        "games": st.integers(-1, 20) | junk,
        "player": st.sampled_from(["champion", "greedy", "bfs", "greedy:guess=x", ":"]) | junk,
        "trust_flags": st.booleans() | junk,
        "certain": st.booleans() | junk,
        "most": st.integers(-1, 50) | junk,
    },
)


@pytest.mark.parametrize("route", ROUTES)
@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    question=questions, position=positions(), game=games(), cell=st.tuples(*[st.integers(0, 5)] * 2)
)
def test_no_question_is_a_fault_of_the_server(
    fuzzer: httpx.Client, route: str, question: dict[str, object], position: str,
    game: str, cell: tuple[int, int],
) -> None:  # fmt: skip
    known = {field.name for field in fields(cast(Any, QUESTIONS[route]))}
    asked = {name: value for name, value in question.items() if name in known}
    needed = {"position": position, "game": game, "cell": cell}
    asked |= {name: value for name, value in needed.items() if name in known and name not in asked}
    response = fuzzer.post(f"/api/{route}", json=asked)
    assert response.status_code in (200, 413, 422), (asked, response.text)
    if response.status_code != 200:
        assert response.json()["error"]


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(path=st.text(max_size=30), body=st.binary(max_size=200))
def test_no_address_is_a_fault_of_the_server(fuzzer: httpx.Client, path: str, body: bytes) -> None:
    for method in ("GET", "POST", "PUT"):
        response = fuzzer.request(method, f"/{quote(path, safe='/')}", content=body)
        assert response.status_code < 500


@pytest.fixture(scope="module")
def fuzzer(server: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=120) as client:
        yield client
