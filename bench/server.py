"""The server under load: quick answers while heavy requests wait, budgets, and the shutdown.

The server runs as `sapper serve` does; the clients share the machine with it. The same cheap
requests are sent to the idle and to the loaded server in one run, so their ratio says most.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from threading import Event, Thread
from time import perf_counter

from bench.benchmark import Say
from bench.web import midgame
from sapper.lab.table import Table, Value

__all__ = ["tables"]

_HEAVY = 200
_CHEAP = 300
_SERVE = "from sapper.cli import main; main()"


def tables(say: Say) -> list[Table]:
    """Return the figures of a loaded server."""
    return [_load(say), _budgets(say), _shutdown(say)]


def sprinkled(rows: int = 30, columns: int = 30, seed: int = 3, shown: float = 0.35) -> str:
    """Return a board with numbers sprinkled over it, which is hard to count exactly."""
    dice = random.Random(seed)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    mines = {cell for cell in cells if dice.random() < 0.2}
    near = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]

    def face(row: int, column: int) -> str:
        if (row, column) in mines or dice.random() > shown:
            return "_"
        return str(sum((row + down, column + right) in mines for down, right in near))

    lines = ["".join(face(row, column) for column in range(columns)) for row in range(rows)]
    return f"{rows}x{columns}/{len(mines)}:" + "/".join(lines)


def _load(say: Say) -> Table:
    position, _ = midgame("expert", "o8,15")
    cheap = json.dumps({"position": position})
    heavy = json.dumps({"position": sprinkled(), "fractions": True})
    with _served() as (port, _process):
        say("cheap requests, idle server")
        idle = _ask_often(port, cheap)
        say(f"cheap requests while {_HEAVY} heavy ones wait")
        with _crowd(port, heavy) as statuses:
            loaded = _ask_often(port, cheap)
    rows: list[list[Value]] = [
        [name, len(times), median(times), quantiles(times, n=100)[-1], max(times)]
        for name, times in (("idle", idle), ("loaded", loaded))
    ]
    told = ", ".join(f"{count} with {status}" for status, count in sorted(statuses.items()))
    return Table(
        f"A cheap analysis while {_HEAVY} heavy requests wait (wanted: 99 % under 50 ms)",
        ["server", "requests", "median ms", "99 % ms", "slowest ms"],
        rows,
        [
            f"Heavy: exact fractions of a sprinkled 30x30 board; {told} until the end.",
            "A client that is refused waits as long as Retry-After says and asks again.",
            f"Load average of the machine, this benchmark included: {os.getloadavg()[0]:.1f}.",
        ],
    )


def _ask_often(port: int, body: str) -> list[float]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    times = []
    for _ in range(_CHEAP):
        began = perf_counter()
        assert _post(connection, "analyse", body)[0] == 200
        times.append(1000 * (perf_counter() - began))
        time.sleep(0.005)
    return times[_CHEAP // 20 :]


@contextmanager
def _crowd(port: int, body: str) -> Iterator[Counter[int]]:
    """Have many clients ask for heavy work, again and again; yield the statuses they got."""
    statuses: Counter[int] = Counter()
    is_over = Event()

    def ask() -> None:
        while not is_over.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            status, wait = _post(connection, "analyse", body)
            statuses[status] += 1
            connection.close()
            is_over.wait(wait)

    clients = [Thread(target=ask, daemon=True) for _ in range(_HEAVY)]
    for client in clients:
        client.start()
    time.sleep(2)
    yield statuses
    is_over.set()
    for client in clients:
        client.join(60)


def _post(connection: http.client.HTTPConnection, route: str, body: str) -> tuple[int, float]:
    """Return the status of an answer, and how long to wait before the next try."""
    connection.request("POST", f"/api/{route}", body, {"content-type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    return answer.status, float(answer.headers.get("retry-after", 0))


def _budgets(say: Say) -> Table:
    hard = {"position": sprinkled()}
    asked: dict[str, dict[str, object]] = {
        "analyse": {**hard, "fractions": True},
        "cell": {**hard, "cell": [0, 0]},
        "best": {**hard, "player": "patient", "games": 2000},
        "win": {**hard, "player": "patient", "games": 2000},
        "hint": {**hard, "level": 4},
        "conflict": hard,
    }
    rows: list[list[Value]] = []
    with _served() as (port, _process):
        for route, body in asked.items():
            say(f"the budget of {route}")
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            began = perf_counter()
            status, _ = _post(connection, route, json.dumps(body))
            rows.append([route, status, perf_counter() - began])
    title = "Hard requests, budget 2 s (wanted: within twice)"
    return Table(title, ["route", "status", "seconds"], rows)


def _shutdown(say: Say) -> Table:
    rows: list[list[Value]] = []
    body = json.dumps({"position": sprinkled(), "fractions": True})
    for number in (signal.SIGINT, signal.SIGTERM):
        say(f"the shutdown by {number.name}")
        with _served() as (port, process):
            connections = [http.client.HTTPConnection("127.0.0.1", port) for _ in range(11)]
            head = {"content-type": "application/json"}
            for connection in connections[:10]:
                connection.request("POST", "/api/analyse", body, head)
            stream = "/api/simulate?player=greedy&board=expert&games=100000"
            connections[10].request("GET", stream)
            time.sleep(1)
            began = perf_counter()
            process.send_signal(number)
            code = process.wait(30)
            rows.append([number.name, 10, 1, code, perf_counter() - began])
    return Table(
        "Shutdown with requests and a stream under way (wanted: 2 s)",
        ["signal", "heavy requests", "streams", "exit code", "seconds"],
        rows,
    )


@contextmanager
def _served() -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", _SERVE, "serve", "--port", str(port), "--no-browser"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        try:
            _wait_for(port)
            yield port, server
        finally:
            server.kill()


def _wait_for(port: int) -> None:
    """Wait until the server and its first engine process answer."""
    for _ in range(600):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            _post(connection, "best", json.dumps({"position": "3x3/2:01_/12_/___"}))
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server did not start")
