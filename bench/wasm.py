"""Python in a worker of Chromium, beside native Python in the same run.

The page is hosted as static files; positions are from games of the champion.
"""

from __future__ import annotations

import gzip
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bench.benchmark import Say
from sapper.answers import answer
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Game, turns
from sapper.lab.table import Table, Value
from sapper.players import player_spec
from sapper.web.static_page import write_static_page
from tests.support.browser_python import PYTHON
from tests.support.static_host import hosted

__all__ = ["tables"]

_GAMES = 10
_QUESTIONS: Mapping[str, dict[str, Any]] = {
    "analyse": {},
    "explain": {},
    "hint": {"level": 4},
    "best": {},
}
_FIRST = """async () => {
    await sapper.ask("explain", { position: "3x3/2:01_/12_/___", cell: [2, 2] });
    return [performance.getEntriesByName("core")[0].startTime, performance.now()];
}"""
_TIMES = """async ([question, bodies]) => {
    const times = [];
    for (const body of bodies) {
        const began = performance.now();
        const { milliseconds } = await sapper.ask(question, body);
        times.push([milliseconds, performance.now() - began]);
    }
    return times;
}"""


def tables(say: Say) -> list[Table]:
    """Return the time to the first proof, the times of questions, and the weight of the page."""
    lines = _positions()
    asked = {q: [{"position": line, **more} for line in lines] for q, more in _QUESTIONS.items()}
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page"
        write_static_page(page, PYTHON)
        say("Python in Chromium")
        first, found = _in_chromium(page, asked)
        weight = _weight(page)
    say("native")
    rows: list[list[Value]] = []
    for question, bodies in asked.items():
        inside, whole = (median(times) for times in zip(*found[question], strict=True))
        native = median(_native(question, body) for body in bodies)
        rows.append([question, native, inside, inside / native, whole])
    notes = [
        f"{len(lines)} positions of expert games; browsers round times to 0.1 ms.",
        f"Load average of the machine, this benchmark included: {os.getloadavg()[0]:.1f}.",
    ]
    columns = ["question", "native median ms", "in the worker", "ratio", "asked by the page"]
    return [first, Table("Questions in Chromium and natively", columns, rows, notes), weight]


def _positions() -> list[str]:
    """Return every eighth position of some games of the champion."""
    positions = []
    for number in range(_GAMES):
        game = Game(BoardSpec.parse("expert"), StartRule.OPEN, seed=11, game=number)
        game.open((8, 15))
        for step, _ in enumerate(turns(game, player_spec("champion"))):
            if step % 8 == 0 and not game.is_over:
                positions.append(str(game.position))
    return positions


def _in_chromium(folder: Path, asked: Mapping[str, list[Any]]) -> tuple[Table, dict[str, Any]]:
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("bench wasm needs chromium: run make browser")
    with hosted(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(address)
        page.wait_for_function("window.sapper")
        core, proof = page.evaluate(_FIRST)
        found = {q: page.evaluate(_TIMES, [q, bodies]) for q, bodies in asked.items()}
        browser.close()
    rows: list[list[Value]] = [["the core", core], ["the first proof", proof]]
    return Table("From nothing, in Chromium", ["until", "ms"], rows), found


def _native(question: str, body: Mapping[str, object]) -> float:
    began = perf_counter()
    answer(question, body)
    return 1000 * (perf_counter() - began)


def _weight(folder: Path) -> Table:
    sizes = {"Python": 0, "the core": 0, "the page": 0}
    for path in folder.rglob("*"):
        if path.is_file():
            kind = {"python": "Python", "engine": "the core"}.get(path.parent.name, "the page")
            sizes[kind] += len(gzip.compress(path.read_bytes(), 9))
    rows: list[list[Value]] = [[name, size / 1000] for name, size in sizes.items()]
    rows.append(["together", sum(sizes.values()) / 1000])
    return Table("Weight of the static page", ["files", "kB, compressed"], rows)
