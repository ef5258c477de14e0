"""Simulations: told as they go, limited in number, and ended when nobody listens."""

from __future__ import annotations

import json
import pickle
import time
from collections.abc import Iterator

import httpx
import pytest

from sapper.web import Limits
from sapper.web.engine_pool import EnginePool
from sapper.web.streams import SimulationStreams
from tests.support.web_server import Served, served

LONG = "/api/simulate?player=greedy&board=expert&games=100000"


@pytest.fixture
def small() -> Iterator[Served]:
    with served(Limits(simulations=1)) as running:
        yield running


def events(lines: Iterator[str]) -> Iterator[tuple[str, object]]:
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def until_idle(server: Served, seconds: float) -> bool:
    ends = time.monotonic() + seconds
    while server.app.state.simulations.running and time.monotonic() < ends:
        time.sleep(0.05)
    return not server.app.state.simulations.running


def test_a_comparison_is_told_from_begin_to_done(api: httpx.Client) -> None:
    query = {"player": ["greedy", "hybrid"], "games": "20", "board": "5x5/4"}
    with api.stream("GET", "/api/simulate", params=query) as stream:
        told = list(events(stream.iter_lines()))
    assert stream.headers["content-type"].startswith("text/event-stream")
    names = [name for name, _ in told]
    assert names[0] == "begin"
    assert names[-1] == "done"
    assert "progress" in names
    done = told[-1][1]
    assert [player["games"] for player in done["players"]] == [20, 20]  # type: ignore[index]
    assert len(done["pairs"]) == 1  # type: ignore[index]


def test_a_simulation_ends_when_its_listener_leaves(small: Served) -> None:
    with httpx.Client(base_url=small.address, timeout=120) as api:
        with api.stream("GET", LONG) as stream:
            told = events(stream.iter_lines())  # kept: httpx hangs up when it is collected
            assert next(told)[0] == "begin"
            assert small.app.state.simulations.running == 1
            busy = api.get(LONG)
            assert (busy.status_code, busy.json()["kind"]) == (429, "busy")
            assert "retry-after" in busy.headers
        assert until_idle(small, 8), "the simulation went on without a listener"
        with api.stream("GET", LONG) as again:
            assert again.status_code == 200
    assert until_idle(small, 8)


def test_what_cannot_be_played_is_refused_before_the_stream(api: httpx.Client) -> None:
    for query in ("player=nobody", "player=fast&player=fast", "player=fast&board=x", ""):
        response = api.get(f"/api/simulate?{query}")
        assert response.status_code == 422, query
    assert api.get("/api/simulate?player=fast&games=99999999").status_code == 413


def test_work_that_cannot_be_sent_takes_no_place() -> None:
    streams = SimulationStreams(1, EnginePool(1))
    for _ in range(2):
        with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
            streams.stream(lambda _watch: {})
    assert streams.running == 0


@pytest.mark.slow
def test_the_papers_are_played_again(api: httpx.Client) -> None:
    with api.stream("GET", "/api/papers?games=10", timeout=300) as stream:
        told = list(events(stream.iter_lines()))
    assert told[-1][0] == "done"
    assert [table["title"].partition(":")[0] for table in told[-1][1]["tables"]] == [  # type: ignore[attr-defined, index]
        "Huda 2025", "Probability", "Amadia 2023", "Sansani 2010", "Layout 2022",
    ]  # fmt: skip
