"""Playing on the page: from a click to the painted board, and clicks that are kept under latency.

Real clicks in a real browser, on an expert board. The time runs from the browser's own time stamp
of the release of the button to the first moment after the frame that shows the result.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from itertools import pairwise
from statistics import mean, median, quantiles
from typing import TYPE_CHECKING
from urllib.parse import unquote

from bench.benchmark import Say
from bench.web import serve
from sapper.games import play
from sapper.lab.table import Table, Value

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

__all__ = ["tables"]

Cell = tuple[int, int]

_SEED = 63  # of a won game of some 270 moves
_PAUSE = 15  # milliseconds between two clicks
_CALM_PAUSE = 60  # the same for a very fast player
_MEASURE = """() => {
    window.times = [];
    window.presses = [];
    const board = document.querySelector("#play-board");
    board.addEventListener("pointerdown", (event) => window.presses.push(event.timeStamp), true);
    board.addEventListener("pointerup", (event) => {
        const began = event.timeStamp;
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => window.times.push(performance.now() - began);
            channel.port2.postMessage(null);
        });
    }, true);
}"""
_VISITS = 7
_OPENED = """() => ["first-contentful-paint", "ready"].map((name) =>
    performance.getEntriesByName(name)[0].startTime)"""
_LATE = """(() => {
    const ask = window.fetch;
    window.fetch = (...request) =>
        new Promise((done) => setTimeout(done, %d)).then(() => ask(...request));
})()"""
_PLACES = """() => [...document.querySelectorAll("#play-board [role=row]")]
    .map((row) => [...row.querySelectorAll("[role=gridcell]")].map((cell) => {
        const {x, y} = cell.getBoundingClientRect();
        return [x + 5, y + 5];
    }))"""


def tables(say: Say) -> list[Table]:
    """Return the figures of playing on the page."""
    path = shutil.which("chromium")
    if path is None:
        return [Table("Playing on the page", ["figure", "value"], [], ["No chromium: no figures."])]
    record = play("fast", "expert", seed=_SEED, first=(8, 15), start="open")
    fragment = "#play:" + "_".join(record.text.split()[:4])
    cells = [(move.cell[0], move.cell[1]) for move in record.moves]
    with serve() as port:
        return asyncio.run(_in_chromium(path, f"http://127.0.0.1:{port}/{fragment}", cells, say))


async def _in_chromium(path: str, address: str, cells: list[Cell], say: Say) -> list[Table]:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        opened = await _openings(browser, address, say)
        slow = await _paints(browser, address, cells, say)
        fast = await _latencies(browser, address, cells, say)
        await browser.close()
    return [opened, slow, fast]


async def _openings(browser: Browser, address: str, say: Say) -> Table:
    say("first paint")
    times = []
    for _ in range(_VISITS):
        page = await _open(browser, address)
        times.append(await page.evaluate(_OPENED))
        await page.context.close()
    paints, ready = zip(*times, strict=True)
    return Table(
        f"Opening the page, median of {_VISITS} first visits",
        ["figure", "value"],
        [["first paint ms", median(paints)], ["ready to play ms", median(ready)]],
        [f"Load average of the machine: {os.getloadavg()[0]:.1f}."],
    )


async def _open(browser: Browser, address: str, latency: int = 0) -> Page:
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    page = await context.new_page()
    await page.add_init_script(_LATE % latency)
    await page.goto(address)
    await page.wait_for_selector("body[data-ready]")
    await page.evaluate(_MEASURE)
    return page


async def _paints(browser: Browser, address: str, cells: list[Cell], say: Say) -> Table:
    say("click to paint")
    page = await _open(browser, address)
    places = await page.evaluate(_PLACES)
    first, *others = [places[row][column] for row, column in cells]
    await page.mouse.click(*first)
    await page.wait_for_selector("#play-board .num")
    await _click_all(page, others, _CALM_PAUSE)
    await page.wait_for_selector("#play[data-status=won]")
    times = await page.evaluate("window.times.slice(1)")  # the first click waits for the mines
    rows: list[list[Value]] = [
        ["clicks", len(times)],
        ["median ms", median(times)],
        ["95 % ms", quantiles(times, n=20)[-1]],
        ["worst ms", max(times)],
    ]
    load = f"Load average of the machine, this benchmark included: {os.getloadavg()[0]:.1f}."
    title = f"Click to paint, an expert game in chromium, a click every {_CALM_PAUSE} ms"
    return Table(title, ["figure", "value"], rows, [load])


async def _latencies(browser: Browser, address: str, cells: list[Cell], say: Say) -> Table:
    rows: list[list[Value]] = []
    for latency in (0, 150, 600):
        say(f"clicks under {latency} ms latency")
        page = await _open(browser, address, latency)
        places = await page.evaluate(_PLACES)
        await _click_all(page, [places[row][column] for row, column in cells], _PAUSE)
        await page.wait_for_timeout(latency + 1000)
        kept = len(unquote(page.url).partition("#play:")[2].split("_")) - 4
        presses = await page.evaluate("window.presses")
        times = await page.evaluate("window.times.slice(1)")
        gaps = [after - before for before, after in pairwise(presses)]
        shown = [mean(gaps), max(gaps), median(times), quantiles(times, n=20)[-1]]
        rows.append([latency, len(presses), kept, *shown])
    return Table(
        "A won expert game, one click after the other",
        ["latency ms", "clicks", "moves kept", "mean ms between clicks", "longest",
         "click to paint, median ms", "95 % ms"],
        rows,
        ["Sent on a schedule that does not wait for the page; times are those of the browser."],
    )  # fmt: skip


async def _click_all(page: Page, places: list[tuple[float, float]], pause: int) -> None:
    """Send real clicks at fixed times, whether or not the page has answered those before."""
    wire = await page.context.new_cdp_session(page)
    loop = asyncio.get_running_loop()
    began = loop.time() + 0.05
    sent = []
    for number, (x, y) in enumerate(places):
        await asyncio.sleep(began + number * pause / 1000 - loop.time())
        for kind, held in (("mousePressed", 1), ("mouseReleased", 0)):
            event = {"type": kind, "x": x, "y": y, "button": "left", "buttons": held}
            task = wire.send("Input.dispatchMouseEvent", {**event, "clickCount": 1})
            sent.append(asyncio.ensure_future(task))
    await asyncio.gather(*sent)
