"""The core as WebAssembly in a worker of Chromium, against the native core in the same run.

Positions are from games of the champion. `analyse` is the whole document with
exact counts. The page is built and hosted as static files.
"""

from __future__ import annotations

import gzip
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from bench.benchmark import Say
from sapper.analysis import analyse
from sapper.analysis.question import Question
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Game, turns
from sapper.lab.table import Table, Value
from sapper.players import best, player_spec
from sapper.web.static_page import write_static_page
from tests.support.static_host import hosted

__all__ = ["tables"]

_GAMES = 20
_ROUNDS = 5
_ASK = """async ([lines, rounds]) => {
    const { startEngine } = await import("./static/js/engine/engine.js");
    const engine = await startEngine();
    const found = { analyse: [], inside: [], best: [] };
    for (let round = 0; round < rounds; round += 1) {
        for (const position of lines) {
            for (const route of ["analyse", "best"]) {
                const began = performance.now();
                const { document } = await engine.ask(route, { position });
                found[route].push(performance.now() - began);
                if (route === "analyse") found.inside.push(document.milliseconds);
            }
        }
    }
    return found;
}"""


def tables(say: Say) -> list[Table]:
    """Return the times of the page's engine and of the native core, and the weight of the page."""
    positions = _positions()
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page"
        write_static_page(page)
        say("WebAssembly in Chromium")
        found = _in_chromium(page, [str(position) for position in positions])
        weight = _weight(page)
    say("native")
    native = {
        "core": _native(positions, _core_work),
        "analyse": _native(positions, lambda position: analyse(position).to_dict()),
        "best": _native(positions, lambda position: best(position, limit=8).to_dict()),
    }
    return [_times(found, native, len(positions)), weight]


def _positions() -> list[Position]:
    """Return every eighth position of some games of the champion."""
    positions = []
    for number in range(_GAMES):
        game = Game(BoardSpec.parse("expert"), StartRule.OPEN, seed=11, game=number)
        game.open((8, 15))
        for step, _ in enumerate(turns(game, player_spec("champion"))):
            if step % 8 == 0 and not game.is_over:
                positions.append(game.position)
    return positions


def _in_chromium(folder: Path, lines: list[str]) -> dict[str, list[float]]:
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("bench wasm needs chromium: run make browser")
    with hosted(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(address)
        found: dict[str, list[float]] = page.evaluate(_ASK, [lines, _ROUNDS])
        browser.close()
    return found


def _core_work(position: Position) -> None:
    """Ask the native core what the page's analysis asks it."""
    question = Question.about(position)
    question.solve()
    question.components()
    question.exact_counts()


def _native(positions: list[Position], answer: Callable[[Position], object]) -> list[float]:
    times = []
    for _ in range(_ROUNDS):
        for position in positions:
            began = perf_counter()
            answer(position)
            times.append(1000 * (perf_counter() - began))
    return times


def _times(found: dict[str, list[float]], native: dict[str, list[float]], count: int) -> Table:
    rows: list[list[Value]] = []
    for name, times, beside in (
        ("analyse, in the worker; native: the core alone", found["inside"], native["core"]),
        ("analyse, asked by the page", found["analyse"], native["analyse"]),
        ("best move, asked by the page", found["best"], native["best"]),
    ):
        own, other = median(times), median(beside)
        rows.append([name, own, quantiles(times, n=20)[-1], other, own / other])
    return Table(
        "WebAssembly in a worker of Chromium, expert",
        ["question", "median ms", "95 % ms", "native median ms", "ratio"],
        rows,
        [
            f"{count} positions, {_ROUNDS} times each; browsers round times to 0.1 ms.",
            "Native: the same document from the library, or the core alone, in the same run.",
            f"Load average of the machine, this benchmark included: {os.getloadavg()[0]:.1f}.",
        ],
    )


def _weight(folder: Path) -> Table:
    sizes: dict[str, int] = {"the core": 0, "scripts": 0, "all other": 0}
    for path in folder.rglob("*"):
        if path.is_file():
            kind = {".wasm": "the core", ".js": "scripts"}.get(path.suffix, "all other")
            sizes[kind] += len(gzip.compress(path.read_bytes(), 9))
    rows: list[list[Value]] = [[name, size / 1000] for name, size in sizes.items()]
    rows.append(["together", sum(sizes.values()) / 1000])
    return Table("Weight of the static page", ["files", "kB, compressed"], rows)
