"""The server under load: budgets, a short queue, clients that leave, slow clients, other hosts."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import httpx
import pytest
from fastapi import Request, Response

from sapper.web import Limits
from sapper.web.connections import BoundedProtocol
from sapper.web.engine_pool import EnginePool
from sapper.web.engine_queue import EngineQueue
from sapper.web.limits import TooBusy
from tests.support.committed_positions import stress_positions
from tests.support.engine_rules import work_at_once, work_forever
from tests.support.web_server import Served, served

CLEAN = "3x3/2:01_/12_/___"
HARD = str(stress_positions()["lattice2-30x16"])
SMALL = Limits(milliseconds=300, engines=1, waiting=2, body_seconds=1.5, answer_bytes=4000)


@pytest.fixture(scope="module")
def small() -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BoundedProtocol, "header_seconds", 1.5)
        with served(SMALL) as running:
            yield running


def with_queue(
    limits: Limits, use: Callable[[EngineQueue, EnginePool], Any], timeout: float = 120
) -> Any:
    """Return what a function of a queue returns; everything is closed at the end."""

    async def run() -> Any:
        pool = EnginePool(limits.engines)
        queue = EngineQueue(limits, pool)
        try:
            return await asyncio.wait_for(use(queue, pool), timeout)
        finally:
            pool.close()
            queue.close()
            await pool.wait_closed()

    # In a thread: the main one has the loop of Playwright once a page was tested.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(run())).result()


def client(leaves_after: float = 1e6) -> Request:
    async def receive() -> dict[str, str]:
        await asyncio.sleep(leaves_after)
        return {"type": "http.disconnect"}

    return Request({"type": "http", "method": "POST", "headers": []}, receive)  # type: ignore[arg-type]


def test_work_that_ignores_its_budget_is_killed_and_the_next_is_answered() -> None:
    async def use(queue: EngineQueue, pool: EnginePool) -> tuple[Response, Response, float]:
        pool.give_back(await pool.take())  # started: a start is no work
        began = time.monotonic()
        late = await queue.heavy(client(), work_forever, None)
        took = time.monotonic() - began
        return late, await queue.heavy(client(), work_at_once, None), took

    late, after, took = with_queue(Limits(milliseconds=500), use, 60)
    assert late.status_code == 413
    assert took < 2 * 0.5 + 2, "twice the budget, and some time for a busy machine"
    assert b'"answer":42' in after.body


def test_work_ends_when_the_client_leaves() -> None:
    async def use(queue: EngineQueue, pool: EnginePool) -> tuple[Response, list[bool], int]:
        pool.give_back(await pool.take())
        gone = await queue.heavy(client(leaves_after=0.1), work_forever, None)
        processes = list(pool._alive)
        await asyncio.sleep(0.5)
        alive = [process._process.is_alive() for process in processes]
        return gone, alive, queue.inside

    gone, alive, inside = with_queue(Limits(milliseconds=60_000), use)
    assert gone.status_code == 499
    assert alive == [False], "the process works on for nobody"
    assert inside == 0


def test_a_full_queue_refuses_and_says_when_to_come_again() -> None:
    async def use(queue: EngineQueue, _pool: EnginePool) -> TooBusy:
        waiting = [
            asyncio.ensure_future(queue.heavy(client(), work_forever, None)) for _ in range(3)
        ]
        await asyncio.sleep(0.05)
        with pytest.raises(TooBusy) as refused:
            await queue.heavy(client(), work_at_once, None)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert queue.inside == 0
        return refused.value

    assert 1 <= with_queue(Limits(engines=1, waiting=2), use).seconds <= 60


def test_budgets_hold_on_every_route_and_cheap_answers_pass_the_queue(small: Served) -> None:
    heavy: dict[str, dict[str, object]] = {
        "analyse": {"position": HARD, "fractions": True},
        "win": {"position": HARD, "games": 2000, "player": "patient"},
        "best": {"position": HARD, "player": "patient", "games": 2000},
    }

    def ask(route: str) -> tuple[httpx.Response, float]:
        began = time.monotonic()
        response = httpx.post(f"{small.address}/api/{route}", json=heavy[route], timeout=120)
        return response, time.monotonic() - began

    with ThreadPoolExecutor(9) as crowd:
        asked = [crowd.submit(ask, route) for route in [*heavy] * 3]
        with httpx.Client(base_url=small.address, timeout=120) as api:
            times = [
                api.post("/api/analyse", json={"position": CLEAN}).elapsed.total_seconds()
                for _ in range(40)
            ]
            assert api.get("/").status_code == 200
        answers = [each.result() for each in asked]
    assert sorted(times)[20] < 0.5, "bench/server.py measures it"
    busy = [response for response, _ in answers if response.status_code == 429]
    assert busy, "nine requests found room for three"
    assert all(int(response.headers["retry-after"]) >= 1 for response in busy)
    # 408: on a busy machine a client may be too slow to send its request
    assert {response.status_code for response, _ in answers} <= {200, 408, 413, 429}
    assert max(took for _, took in answers) < 3 * 2 * 0.3 + 8, "three in a row, one process"


def test_large_answers_are_refused(small: Served) -> None:
    row = "_" * 30
    position = "30x30/100:" + "/".join([row] * 30)
    answer = httpx.post(f"{small.address}/api/analyse", json={"position": position}, timeout=120)
    assert (answer.status_code, answer.json()["kind"]) == (413, "answer")


def test_slow_connections_are_closed(small: Served) -> None:
    place = small.address.removeprefix("http://").split(":")
    head = b"POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    silent, slow = (socket.create_connection((place[0], int(place[1])), 10) for _ in range(2))
    with silent, slow:
        silent.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        slow.sendall(head + b'Content-Length: 50\r\n\r\n{"position"')
        answer = slow.recv(10_000)
        assert answer.startswith(b"HTTP/1.1 408")
        with suppress(ConnectionResetError):
            assert silent.recv(100) == b""


# More than the file of a replay may have.
HEAD_OF_LARGE = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2097152\r\n"


def test_a_body_that_is_too_large_is_answered_when_it_has_come(api: httpx.Client) -> None:
    connection = HTTPConnection(api.base_url.host, api.base_url.port, timeout=30)
    connection.connect()
    connection.sock.sendall(HEAD_OF_LARGE + b"\r\n")
    time.sleep(0.3)  # long enough for an answer that does not wait
    connection.sock.sendall(bytes(2**21))
    answer = HTTPResponse(connection.sock)
    answer.begin()
    assert (answer.status, json.loads(answer.read())["kind"]) == (413, "body")
    connection.request("GET", "/api/about")
    assert connection.getresponse().status == 200
    connection.close()


def test_a_body_that_is_too_large_is_not_waited_for_without_end(small: Served) -> None:
    place = small.address.removeprefix("http://").split(":")
    for extra in (b"", b"Expect: 100-continue\r\n"):  # sends nothing; waits to be asked
        with socket.create_connection((place[0], int(place[1])), 10) as connection:
            connection.sendall(HEAD_OF_LARGE + extra + b"\r\n")
            answer = connection.recv(10_000)
            assert answer.startswith(b"HTTP/1.1 413")
            assert b"connection: close" in answer.lower()


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost", 200), ("LOCALHOST:8765", 200), ("127.0.0.1:1", 200), ("[::1]:80", 200),
     ("evil.example", 403), ("127.0.0.1.evil.example", 403), ("localhost.evil", 403), ("", 403)],
)  # fmt: skip
def test_only_names_of_this_machine_are_served(small: Served, host: str, status: int) -> None:
    for path in ("/", "/api/about"):
        answer = httpx.get(f"{small.address}{path}", headers={"host": host})
        assert answer.status_code == status
    assert status == 200 or answer.json()["kind"] == "host"


def test_files_are_compressed_and_kept_under_names_with_a_hash(api: httpx.Client) -> None:
    page = api.get("/")
    assert page.headers["cache-control"] == "no-cache"
    names = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    assert len(names) > 10
    assert all(re.match(r"/static/[0-9a-f]{12}/", name) for name in names)
    for name in names:
        found = api.get(name)
        assert found.status_code == 200, name
        assert "immutable" in found.headers["cache-control"]
        tag = {"if-none-match": found.headers["etag"]}
        assert api.get(name, headers=tag).status_code == 304
        plain = re.sub(r"[0-9a-f]{12}/", "", name)
        assert api.get(plain).content == found.content
        assert api.get(plain).headers["cache-control"] == "no-cache"
        assert (
            api.get(re.sub("[0-9a-f]{12}", 12 * "0", name)).headers["cache-control"] == "no-cache"
        )
    with api.stream("GET", names[1], headers={"accept-encoding": "gzip"}) as packed:
        assert gzip.decompress(b"".join(packed.iter_raw())) == api.get(names[1]).content
    body = api.post("/api/analyse", json={"position": HARD})
    assert body.headers["content-encoding"] == "gzip"
