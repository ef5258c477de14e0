"""The page with its own engine: as static files without a server, and beside a server."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from sapper.errors import InputError
from sapper.web import page_engine
from sapper.web.static_page import write_static_page
from tests.support.static_host import hosted
from tests.support.wasm_core import needs_wasm
from tests.support.watched_pages import watched_pages
from tests.support.web_pages import expect_moves, played, wait_for_view
from tests.support.web_server import served

MOST_BYTES = 400_000
CERTAIN = "9x9/10:0001_____/0001_____/00012____/11001____/_1001____/_1112____" + 3 * "/_________"


CANCEL = """async () => {
    const {startEngine} = await import("./static/js/engine/engine.js");
    const position = "9x9/10:" + Array(9).fill("_".repeat(9)).join("/");
    const posted = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (data) {
        if (data.route) posted.push(data.route);
        post.call(this, data);
    };
    const engine = await startEngine();
    const controls = Array.from({length: 20}, () => new AbortController());
    const nameOf = (error) => error.name;
    const asked = controls.map(({signal}) => engine.ask("analyse", {position}, signal));
    for (const control of controls.slice(0, -1)) control.abort();
    const ended = await Promise.all(asked.map((each) => each.then(({status}) => status, nameOf)));
    const control = new AbortController();
    const search = engine.ask("generate", {board: "60x60/900"}, control.signal).catch(nameOf);
    const wait = () => new Promise((resolve) => setTimeout(resolve, 100));
    while (!posted.includes("generate")) await wait();
    await wait();
    const began = performance.now();
    control.abort();
    ended.push(await search);
    const {status} = await engine.ask("win", {position, games: 5});
    return {ended, status, posted, waited: performance.now() - began};
}"""

START = """async () => {
    const {startEngine} = await import("./static/js/engine/engine.js");
    window.tried = await startEngine();
}"""
COUNT_CORES = """() => {
    const make = WebAssembly.instantiate;
    self.cores = 0;
    WebAssembly.instantiate = (...values) => { self.cores += 1; return make(...values); };
}"""
ASK_IN_TURN = """(positions) => Promise.all(positions.map((position) =>
    window.tried.ask("analyse", {position})
        .then(({document}) => document.ways, (error) => error.message)))"""


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    needs_wasm()
    with watched_pages(request, browser) as open_page:
        yield open_page(viewport={"width": 1280, "height": 900})


def test_without_the_core_there_is_no_static_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_engine, "FOLDER", tmp_path)
    with pytest.raises(InputError, match="make wasm"):
        write_static_page(tmp_path / "page")


@pytest.mark.expects("needs the sapper server", "memerlukan server sapper")
def test_a_static_page_under_a_path_plays_analyses_and_works_offline(
    page: Page, tmp_path: Path
) -> None:
    folder = tmp_path / "some" / "path"
    folder.parent.mkdir()
    write_static_page(folder)
    write_static_page(folder)  # again: it replaces its own
    with hosted(tmp_path) as address:
        page.goto(f"{address}some/path/#play:9x9/10_open_158_0")
        page.locator("#play-board [role=gridcell]").nth(40).click()
        expect(page.locator("#play-board .num").first).to_be_visible()
        expect(page.locator("#play .segments")).not_to_contain_text("Help", use_inner_text=True)
        page.locator("label", has_text="Heat map").click()
        page.locator("#play-board .hid").first.hover()
        expect(page.locator("#play-analysis .exact")).to_contain_text("a mine")
        assert page.evaluate("navigator.serviceWorker.ready.then((kept) => kept.active.state)")
    page.context.set_offline(True)
    page.goto("about:blank")
    page.goto(f"{address}some/path/#analyse:{CERTAIN}")
    expect(page.locator("#edit-board .sure-safe")).to_have_count(6)
    expect(page.locator("#edit-analysis")).to_contain_text("1 974 024")
    expect(page.locator("#edit-analysis")).to_contain_text("r0c4")
    expect(page.locator(".host-note")).to_contain_text("works without a server")
    for name in ("review", "lab"):
        expect(page.locator(f"nav [data-view={name}]")).to_be_hidden()
    page.goto(f"{address}some/path/#lab")
    expect(page.locator("#notice")).to_contain_text("needs the sapper server")
    page.click("#language")  # Indonesian is kept for offline too, in the page and in its worker
    expect(page.locator("html")).to_have_attribute("lang", "id")
    expect(page.locator(".host-note")).to_contain_text("tanpa server")
    page.goto(f"{address}some/path/#analyse:{CERTAIN}")
    expect(page.locator("#edit-analysis")).to_contain_text("r6c4 pasti")
    expect(page.locator("#edit-board .sure-safe").first).to_have_attribute(
        "aria-label", re.compile("pasti aman")
    )


@pytest.mark.slow
def test_a_static_page_finds_boards_measures_games_and_practises(
    page: Page, tmp_path: Path
) -> None:
    write_static_page(tmp_path / "page")
    with hosted(tmp_path / "page") as address:
        page.goto(f"{address}#play")
        assert page.evaluate("navigator.serviceWorker.ready.then((kept) => kept.active.state)")
        wait_for_view(page, "play")
    page.context.set_offline(True)
    grade = page.locator("#new-game [name=grade]")
    values = grade.evaluate("(field) => [...field.options].map(({value}) => value)")
    assert values == ["", "any", "single", "pair", "count"]
    page.select_option("#new-game [name=preset]", "16x16/40")
    grade.select_option("any")
    page.fill("#new-game [name=seed]", "7")
    page.click("#new-game button")
    expect_moves(page, 1)
    page.locator("label", has_text="Make certain moves").click()
    expect(page.locator("#play-state")).to_have_text("You won")
    result = page.locator("#result")
    expect(result).to_contain_text(re.compile(r"3BV ?\d+"))
    expect(result).to_contain_text("No guess: every cell that you opened was certain.")
    expect(result).to_contain_text("No guess needed")
    expect(page.locator("text=Show the certificate")).to_be_hidden()
    page.goto(f"{address}#play:9x9/10_open_158_0_o4,4")
    expect(played(page, 4, 4)).to_have_class(re.compile("num"))
    page.click("#practise")
    expect(page).to_have_url(re.compile("#play:9x9/10_raw_="))
    page.goto(f"{address}#analyse:{CERTAIN}")
    page.click("#to-play")
    expect(page).to_have_url(re.compile("#play:9x9/10_raw_="))


@pytest.mark.slow
def test_cancelled_questions_cost_nothing(page: Page, tmp_path: Path) -> None:
    write_static_page(tmp_path / "page")
    with hosted(tmp_path / "page") as address:
        page.goto(address)
        found = page.evaluate(CANCEL)
    assert found["ended"] == ["AbortError"] * 19 + [200, "AbortError"]
    assert found["posted"] == ["analyse", "analyse", "generate", "win"], "18 were never asked"
    assert found["status"] == 200
    assert found["waited"] < 3400, "the search would have taken that long"


@pytest.mark.slow
@pytest.mark.expects("RuntimeError")
def test_after_a_trap_another_core_answers(page: Page, tmp_path: Path) -> None:
    """A number instead of a text is a place outside the memory of the core: a real trap."""
    good, outside = "3x3/2:01_/12_/___", 2**32 - 4096
    write_static_page(tmp_path / "page")
    with hosted(tmp_path / "page") as address:
        page.goto(address)
        page.evaluate(START)
        for worker in page.workers:
            worker.evaluate(COUNT_CORES)
        found = page.evaluate(ASK_IN_TURN, [good, outside, good, outside, outside, good, good])
        cores = sum(worker.evaluate("self.cores") for worker in page.workers)
    failed = "the engine of this page failed"
    assert found == ["4", failed, "4", failed, failed, "4", "4"]
    assert cores == 3, "one for each that failed"


def test_a_static_page_is_light(tmp_path: Path) -> None:
    needs_wasm()
    write_static_page(tmp_path / "page")
    files = [path for path in (tmp_path / "page").rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) <= MOST_BYTES


@pytest.mark.expects("Failed to load resource")
def test_beside_a_server_each_steps_in_for_the_other(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/api/")[2]))
    with served() as server:
        with page.expect_response("**/sapper.wasm") as response:
            page.goto(f"{server.address}/#analyse:{CERTAIN}")
        assert response.value.headers["content-type"] == "application/wasm"
        assert (
            "'wasm-unsafe-eval'"
            in page.request.get(server.address).headers["content-security-policy"]
        )
        page.wait_for_function("() => performance.getEntriesByName('engine').length > 0")
        asked.clear()
        page.locator("#clear").click()
        page.select_option("#shape [name=start]", "raw")
        expect(page.locator("#edit-analysis")).to_contain_text("Best guess")
        assert "analyse" not in asked, "the worker answers"
        assert "best" in asked, "the server may say more"
    asked.clear()
    page.locator("#edit-undo").click()
    expect(page.locator("#edit-board .sure-safe")).to_have_count(6)
    expect(page.locator("#edit-analysis")).to_contain_text("r6c4 are certain")
