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
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from threading import Event, Thread
from time import perf_counter

from bench.benchmark import Say
from bench.web import midgame
from sapper.lab.table import Table, Value

__all__ = ["tables"]

_HEAVY = 20
_SLOW = 200
_CHEAP = 300
_GROWING = 4000
_SERVE = "from sapper.cli import main; main()"


def tables(say: Say) -> list[Table]:
    """Return the figures of a loaded server."""
    return [_load(say), _budgets(say), _shutdown(say), _growth(say)]


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
        say(f"cheap requests beside {_SLOW} slow connections")
        with _slow_connections(port):
            beside = _ask_often(port, cheap)
    p95 = quantiles(idle, n=20)[-1]
    rows: list[list[Value]] = [
        [name, len(times), median(times), quantiles(times, n=20)[-1],
         quantiles(times, n=20)[-1] / p95, max(times)]
        for name, times in (("idle", idle), ("heavy", loaded), ("slow", beside))
    ]  # fmt: skip
    counts = ", ".join(f"{count} with {status}" for status, count in sorted(statuses.items()))
    return Table(
        "A cheap analysis beside heavy or slow requests (wanted: 95 % within 8 times idle)",
        ["server", "requests", "median ms", "95 % ms", "times idle", "slowest ms"],
        rows,
        [
            f"Heavy: {_HEAVY} clients, exact fractions of a sprinkled 30x30 board; {counts}.",
            "A client that is refused waits as long as Retry-After says and asks again.",
            f"Slow: {_SLOW} connections that have sent half of their headers.",
            f"Load average of the machine, this benchmark included: {os.getloadavg()[0]:.1f}.",
        ],
    )


@contextmanager
def _slow_connections(port: int) -> Iterator[None]:
    with ExitStack() as connections:
        for _ in range(_SLOW):
            connection = socket.create_connection(("127.0.0.1", port), 10)
            connections.enter_context(connection).sendall(
                b"POST /api/analyse HTTP/1.1\r\nHost: loc"
            )
        yield


def _growth(say: Say) -> Table:
    """Return the memory of the server, without its processes, before and after many requests."""
    cheap = json.dumps({"position": midgame("expert", "o8,15")[0]})
    rows: list[list[Value]] = []
    with _served() as (port, process):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for asked in range(_GROWING + 1):
            _post(connection, "hint" if asked % 10 == 0 else "analyse", cheap)
            if asked % (_GROWING // 4) == 0:
                say(f"{asked} requests")
                rows.append([asked, _resident_mib(process.pid)])
    title = "Memory of the server (wanted: no growth after the first thousand)"
    return Table(title, ["requests", "MiB"], rows)


def _resident_mib(pid: int) -> float:
    pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


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
            long = json.dumps({"player": ["greedy"], "board": "expert", "games": 100_000})
            stream = {**head, "accept": "text/event-stream"}
            connections[10].request("POST", "/api/simulate", long, stream)
            time.sleep(1)
            began = perf_counter()
            process.send_signal(number)
            code = process.wait(30)
            rows.append([number.name, 10, 1, code, perf_counter() - began])
    return Table(
        "Shutdown with requests and a stream under way (wanted: 3 s)",
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
