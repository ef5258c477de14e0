"""Long questions as events: their progress, their place in the queue, and their end."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

from sapper.web import ServerLimits
from tests.support.web_server import Served, events, served

GUESS = "9x9/20:1________/" + "/".join(["_" * 9] * 8)
LONG = {"player": ["greedy"], "board": "expert", "games": 100_000}
SHORT = {"player": ["fast"], "board": "5x5/4", "games": 3}


@pytest.fixture
def small() -> Iterator[Served]:
    with served(ServerLimits(long_places=1, waiting=30)) as running:
        yield running


def until_idle(server: Served, seconds: float) -> bool:
    lane, ends = server.app.state.service.lanes["long"], time.monotonic() + seconds
    while lane.inside and time.monotonic() < ends:
        time.sleep(0.05)
    return not lane.inside


def test_a_comparison_is_told_from_begin_to_done(api: httpx.Client) -> None:
    question = {"player": ["greedy", "hybrid"], "games": 20, "board": "5x5/4"}
    found = [*events(api, "simulate", **question)]
    names = [name for name, _ in found]
    assert (names[0], names[-1]) == ("begin", "done")
    assert "progress" in names
    done = json.loads(found[-1][1])
    assert [player["games"] for player in done["players"]] == [20, 20]
    assert len(done["pairs"]) == 1
    alone = api.post("/api/simulate", json=question).json()
    assert [each["wins"] for each in alone["players"]] == [each["wins"] for each in done["players"]]


def test_a_simulation_ends_when_its_listener_leaves(small: Served) -> None:
    with httpx.Client(base_url=small.address, timeout=120) as api:
        simulation = events(api, "simulate", **LONG)  # kept: httpx hangs up when it is collected
        assert next(simulation)[0] == "begin"
        assert small.app.state.service.lanes["long"].inside == 1
        simulation.close()  # type: ignore[attr-defined]
        assert until_idle(small, 60), "the simulation went on without a listener"
        assert [*events(api, "simulate", **SHORT)][-1][0] == "done"


def test_thirty_comparisons_are_played_one_after_the_other(small: Served) -> None:
    def compare(seed: int) -> list[tuple[str, str]]:
        with httpx.Client(base_url=small.address, timeout=120) as api:
            return [*events(api, "simulate", **SHORT, seed=seed)]

    with ThreadPoolExecutor(30) as crowd:
        found = list(crowd.map(compare, range(30)))
    assert [each[-1][0] for each in found] == ["done"] * 30
    places = [
        [json.loads(data)["ahead"] for name, data in each if name == "waiting"] for each in found
    ]
    assert max(max(each, default=0) for each in places) >= 20
    assert all(each == sorted(each, reverse=True) for each in places), "one was pushed back"


def test_a_full_queue_refuses(small: Served) -> None:
    lane = small.app.state.service.lanes["long"]
    host, port = small.address.removeprefix("http://").split(":")
    body = json.dumps(LONG)
    head = "POST /api/simulate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with ExitStack() as connections:
        for _ in range(31):
            connection = socket.create_connection((host, int(port)), 10)
            connections.enter_context(connection)
            connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        while lane.inside < 31:
            time.sleep(0.05)
        busy = httpx.post(f"{small.address}/api/simulate", json=LONG)
        assert (busy.status_code, busy.json()["kind"]) == (429, "busy")
        assert int(busy.headers["retry-after"]) >= 1
    assert until_idle(small, 60)


def test_a_search_is_bounded(api: httpx.Client) -> None:
    deep = {"position": GUESS, "player": "deep", "seconds": 1000}
    assert api.post("/api/best", json=deep).status_code == 413
