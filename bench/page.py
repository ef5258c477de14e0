"""Playing on the page: from a click to the painted board, and clicks that are kept under latency.

Real clicks in a real browser, on an expert board. The time runs from the browser's own time stamp
of the release of the button to the first moment after the frame that shows the result.
"""

from __future__ import annotations

import os
import shutil
from statistics import median, quantiles
from urllib.parse import unquote

from bench.benchmark import Say
from bench.web import serve
from sapper.games import play
from sapper.lab.table import Table, Value

__all__ = ["tables"]

_SEED = 63  # of a won game of 270 moves
_PAUSE = 15  # milliseconds between two clicks
_MEASURE = """() => {
    window.times = [];
    document.querySelector("#play-board").addEventListener("pointerup", (event) => {
        const began = event.timeStamp;
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => window.times.push(performance.now() - began);
            channel.port2.postMessage(null);
        });
    }, true);
}"""
_LATE = """(() => {
    const ask = window.fetch;
    window.fetch = (...request) =>
        new Promise((done) => setTimeout(done, %d)).then(() => ask(...request));
})()"""
_CLICK_ALL = """async ([cells, pause]) => {
    const rows = [...document.querySelectorAll("#play-board [role=row]")]
        .map((row) => [...row.querySelectorAll("[role=gridcell]")]);
    const began = performance.now();
    for (const [row, column] of cells) {
        const box = rows[row][column].getBoundingClientRect();
        const at = {bubbles: true, clientX: box.x + 5, clientY: box.y + 5, button: 0,
                    pointerType: "mouse", isPrimary: true};
        rows[row][column].dispatchEvent(new PointerEvent("pointerdown", {...at, buttons: 1}));
        rows[row][column].dispatchEvent(new PointerEvent("pointerup", {...at, buttons: 0}));
        await new Promise((done) => setTimeout(done, pause));
    }
    return (performance.now() - began) / cells.length;
}"""


def tables(say: Say) -> list[Table]:
    """Return the figures of playing on the page."""
    browser_path = shutil.which("chromium")
    if browser_path is None:
        return [Table("Playing on the page", ["figure", "value"], [], ["No chromium: no figures."])]
    from playwright.sync_api import sync_playwright

    record = play("fast", "expert", seed=_SEED, first=(8, 15), start="open")
    fragment = "#play:" + "_".join(record.text.split()[:4])
    cells = [tuple(move.cell) for move in record.moves]
    with serve(1) as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        address = f"http://127.0.0.1:{port}/{fragment}"
        found = [_paints(browser, address, cells, say), _latencies(browser, address, cells, say)]
        browser.close()
    return found


def _paints(browser: object, address: str, cells: list[tuple[int, int]], say: Say) -> Table:
    say("click to paint")
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()  # type: ignore[attr-defined]
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    page.evaluate(_MEASURE)
    for number, (row, column) in enumerate(cells):
        cell = page.locator("#play-board [role=row]").nth(row).locator("[role=gridcell]")
        box = cell.nth(column).bounding_box()
        page.mouse.click(box["x"] + 5, box["y"] + 5)
        if number == 0:
            page.wait_for_selector("#play-board .num")
    page.wait_for_selector("#play[data-status=won]")
    times = page.evaluate("window.times.slice(1)")  # the first click waits for the mines
    rows: list[list[Value]] = [
        ["clicks", len(times)],
        ["median ms", median(times)],
        ["95 % ms", quantiles(times, n=20)[-1]],
        ["worst ms", max(times)],
    ]
    load = f"Load average of the machine, this benchmark included: {os.getloadavg()[0]:.1f}."
    return Table("Click to paint, an expert game in chromium", ["figure", "value"], rows, [load])


def _latencies(browser: object, address: str, cells: list[tuple[int, int]], say: Say) -> Table:
    rows: list[list[Value]] = []
    for latency in (0, 150, 600):
        say(f"clicks under {latency} ms latency")
        page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()  # type: ignore[attr-defined]
        page.add_init_script(_LATE % latency)
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        pace = page.evaluate(_CLICK_ALL, [[list(cell) for cell in cells], _PAUSE])
        page.wait_for_timeout(latency + 1000)
        kept = len(unquote(page.url).partition("#play:")[2].split("_")) - 4
        rows.append([latency, len(cells), kept, pace])
    heads = ["latency ms", "clicks", "moves kept", "ms between clicks"]
    return Table("A won expert game, one click after the other", heads, rows)
