"""Web server and page: requests per second on loopback, and times in a real browser.

The server runs as `sapper serve` does, in processes of its own; the clients share the machine
with it. The position is an expert board in the middle of a game.
"""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from threading import Thread
from time import perf_counter

from bench.benchmark import Say
from sapper.games import Game, play
from sapper.lab.table import Table, Value

__all__ = ["serve", "tables"]

_REQUESTS = 1000
_CLIENTS = 6
_SERVE = "from sapper.cli import main; main()"
_WEIGHT = """performance.getEntriesByType("navigation")
    .concat(performance.getEntriesByType("resource"))
    .reduce((sum, entry) => sum + entry.transferSize, 0)"""
_HEAT = """async () => {
    const board = document.querySelector("#play-board");
    const cells = () => [...board.querySelectorAll("[role=gridcell]")];
    const times = [];
    for (let round = 0; round < 12; round += 1) {
        const cell = cells().find((c) => c.classList.contains("sure-safe"));
        if (!cell) break;
        let last = 0;
        const watch = new MutationObserver(() => { last = performance.now(); });
        watch.observe(board, {subtree: true, attributes: true, childList: true});
        const box = cell.getBoundingClientRect();
        const at = {bubbles: true, clientX: box.x + 5, clientY: box.y + 5, button: 0,
                    pointerType: "mouse"};
        const began = performance.now();
        cell.dispatchEvent(new PointerEvent("pointerdown", {...at, buttons: 1}));
        cell.dispatchEvent(new PointerEvent("pointerup", {...at, buttons: 0}));
        await new Promise((done) => setTimeout(done, 400));
        watch.disconnect();
        times.push(last - began);
    }
    return times;
}"""


def tables(say: Say) -> list[Table]:
    """Return the figures of the server and of the page."""
    return [_requests(say), _page(say)]


def _requests(say: Say) -> Table:
    games = {"expert": midgame("expert", "o8,15"), "beginner": midgame("beginner", "o4,4")}
    rows: list[list[Value]] = []
    with serve() as port:
        for board, (position, game) in games.items():
            for route, question in (
                ("analyse", {"position": position}),
                ("best", {"position": position}),
                ("steps", {"game": game}),
            ):
                say(f"{route}, {board}")
                rows.append([route, board, *_measure(port, route, question)])
    return Table(
        "Requests on loopback",
        ["route", "board", "median ms", "95 % ms", "requests per second"],
        rows,
        [
            "Median and 95 %: one client, one request after the other.",
            f"Requests per second: {_CLIENTS} clients at once, on the same cores as the server.",
            f"Load average of the machine, this benchmark included: {os.getloadavg()[0]:.1f}.",
        ],
    )


def _measure(port: int, route: str, question: dict[str, str]) -> list[float]:
    body = json.dumps(question)
    times = _ask(port, route, body, _REQUESTS)[_REQUESTS // 10 :]
    began = perf_counter()
    clients = [Thread(target=_ask, args=(port, route, body, 300)) for _ in range(_CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    rate = 300 * _CLIENTS / (perf_counter() - began)
    return [1000 * median(times), 1000 * quantiles(times, n=20)[-1], rate]


def _ask(port: int, route: str, body: str, count: int) -> list[float]:
    """Send the same request repeatedly over one connection; return the seconds of each."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    times = []
    for _ in range(count):
        began = perf_counter()
        connection.request("POST", f"/api/{route}", body, {"content-type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        times.append(perf_counter() - began)
        assert answer.status == 200, answer.status
    connection.close()
    return times


def _page(say: Say) -> Table:
    browser_path = shutil.which("chromium")
    if browser_path is None:
        return Table("The page", ["figure", "value"], [], ["No chromium: not measured."])
    from playwright.sync_api import sync_playwright

    say("the page in chromium")
    _, game = midgame("expert", "o8,15", part=0.2)
    with serve() as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        ready: list[float] = []
        for _ in range(5):
            page = browser.new_context().new_page()  # nothing cached from the visit before
            page.goto(f"http://127.0.0.1:{port}/#play:{game.replace(' ', '_')}")
            page.wait_for_selector("body[data-ready]")
            ready.append(page.evaluate("performance.getEntriesByName('ready')[0].startTime"))
        weight = page.evaluate(_WEIGHT)
        page.locator("label", has_text="Heat map").click()
        page.wait_for_selector("#play-board .sure-safe")
        heat = page.evaluate(_HEAT)
        browser.close()
    rows: list[list[Value]] = [
        ["page interactive, median of five first visits, ms", median(ready)],
        ["page interactive, worst of them, ms", max(ready)],
        ["click to updated heat map, median ms", median(heat)],
        ["click to updated heat map, worst ms", max(heat)],
        ["weight of a first visit with its answers, kB", weight / 1000],
    ]
    return Table("The page, an expert game in chromium", ["figure", "value"], rows)


def midgame(board: str, first: str, part: float = 0.5) -> tuple[str, str]:
    """Return a position and its game after this part of a won game."""
    cell = tuple(map(int, first[1:].split(",")))
    for seed in range(100):
        record = play("champion", board, seed=seed, first=(cell[0], cell[1]), start="open")
        if record.is_won:
            words = record.text.split()
            game = Game.parse(" ".join(words[: 4 + int(part * record.steps)]))
            return str(game.position), game.text
    raise AssertionError("the champion won none of a hundred games")


@contextmanager
def serve() -> Iterator[int]:
    """Yield the port of a server that runs as `sapper serve` does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", _SERVE, "serve", "--port", str(port), "--no-browser"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        try:
            _wait_for(port)
            yield port
        finally:
            server.terminate()
            server.wait(20)


def _wait_for(port: int) -> None:
    for _ in range(300):
        try:
            with socket.create_connection(("127.0.0.1", port), 1):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not start")
