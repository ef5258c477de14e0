"""The static page in Chromium: everything is answered without a server, also offline."""

from __future__ import annotations

import gzip
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from sapper import _core
from sapper.errors import InputError
from sapper.web import facts
from sapper.web.static_page import write_static_page
from tests.support.browser_python import PYTHON, STATIC, needs_python
from tests.support.drawn_pictures import draw_picture
from tests.support.replay_files import DROP, FILM, WRITERS
from tests.support.static_host import hosted
from tests.support.watched_pages import watched_pages
from tests.support.web_pages import choose, expect_moves, finish, new_game, played
from tests.support.web_server import served

MOST_BYTES = 6_000_000
CERTAIN = "9x9/10:0001_____/0001_____/00012____/11001____/_1001____/_1112____" + 3 * "/_________"
IMPOSSIBLE = "3x3/1:1__/___/__8"
TIMED = "4x5/3 safe =08011 0 o0,0@0 f0,4@0.5 c0,3@0.98 o2,4@1.6"
ANALYSE = """sapper.ask("analyse", {position: "3x3/2:01_/12_/___"})
    .then(() => "answered", ({message}) => message)"""
REPLAY = """({name, data}) => sapper.ask("replay", {name, data: new Uint8Array(data)})
    .then(({game}) => game, ({message}) => message)"""
DEAL = """async (game) => Array.from(
    (await import("./scripts/asking/slow-dealing.js")).dealSlowly(game))"""
CANCEL = """async () => {
    const control = new AbortController();
    const position = "9x9/10:" + Array(9).fill("_".repeat(9)).join("/");
    await sapper.ask("read", {position});
    const body = {position: position.replace(":_", ":1"), player: "deep", seconds: 9};
    const progress = (event) => { if (event === "search") control.abort(); };
    const search = sapper.ask("best", body, {signal: control.signal, progress});
    const name = await search.catch((error) => error.name);
    return [name, (await sapper.ask("read", {position})).format];
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that holds the page under a path."""
    needs_python()
    folder = tmp_path_factory.mktemp("site")
    (folder / "some").mkdir()
    write_static_page(folder / "some" / "path", PYTHON)
    (folder / "some" / "path" / "scripts").symlink_to(STATIC / "js")  # for tests of single ones
    return folder


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    with watched_pages(request, browser) as open_page:
        yield open_page(viewport={"width": 1280, "height": 900})


def wait_until_kept(page: Page) -> None:
    """Wait until the page works offline."""
    assert page.evaluate("navigator.serviceWorker.ready.then((kept) => kept.active.state)")


def break_worker(page: Page, code: str) -> None:
    [worker] = [each for each in page.workers if "python-worker" in each.url]
    worker.evaluate(f"() => {{ {code} }}")


def test_without_the_core_there_is_no_static_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "_CORE", tmp_path)
    with pytest.raises(InputError, match="make wasm"):
        write_static_page(tmp_path / "page", tmp_path)


def test_a_static_page_under_a_path_answers_offline(page: Page, site: Path) -> None:
    with hosted(site) as address:
        page.goto(f"{address}some/path/#play:9x9/10_open_158_0")
        page.locator("#play-board [role=gridcell]").nth(40).click()
        expect(page.locator("#play-board .num").first).to_be_visible()
        page.locator("label", has_text="Heat map").click()
        page.locator("#play-board .hid").first.hover()
        expect(page.locator("#play-state")).to_contain_text("is a mine in")
        wait_until_kept(page)
    page.context.set_offline(True)
    page.goto("about:blank")
    page.goto(f"{address}some/path/#analyse:{CERTAIN}")
    expect(page.locator("#edit-board .sure-safe")).to_have_count(6)
    expect(page.locator("#edit-analysis")).to_contain_text("1 974 024")
    page.locator("#edit-board .sure-safe").first.click()
    page.locator("#edit-analysis button", has_text="Why?").click()
    expect(page.locator("#edit-analysis")).to_contain_text("already touches its one mine")
    page.goto(f"{address}some/path/#analyse:{IMPOSSIBLE}")
    expect(page.locator("#edit-analysis")).to_contain_text("r2c2")
    page.click("#language")
    expect(page.locator("html")).to_have_attribute("lang", "id")
    expect(page.locator("#home")).to_contain_text("tanpa internet")
    page.goto(f"{address}some/path/#analyse:{CERTAIN}")
    expect(page.locator("#edit-analysis")).to_contain_text("r6c4 pasti")


def test_a_static_page_reads_pictures_and_sends_nothing(page: Page, site: Path) -> None:
    drawn = draw_picture(1)
    file: FilePayload = {"name": "board.png", "mimeType": "image/png", "buffer": drawn.data}
    with hosted(site) as address:
        page.goto(f"{address}some/path/#analyse")
        expect(page.locator("#edit-analysis")).to_contain_text("Best")  # Python is there
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.method))
        page.set_input_files("#edit-picture-file", file)
        expect(page.locator("#edit-picture")).to_contain_text("has not left this device")
        assert "/".join(drawn.rows) in page.url
        expect(page.locator("#edit-board .sure-safe")).not_to_have_count(0)
        assert set(sent) <= {"GET"}


@pytest.mark.slow
def test_a_static_page_makes_boards_reviews_and_watches(page: Page, site: Path) -> None:
    with hosted(site) as address:
        page.goto(f"{address}some/path/#play")
        page.locator("body[data-ready]").wait_for()
        choose(page, preset="16x16/40", grade="any", seed="7")
        new_game(page)
        expect_moves(page, 1)
        finish(page)
        expect(page.locator("#play-state")).to_have_text("You won")
        expect(page.locator("#result")).to_contain_text(re.compile(r"3BV ?\d+"))
        expect(page.locator("#result")).to_contain_text("No guess needed")
        page.goto(f"{address}some/path/#review:9x9/10_open_158_0_o4,4_o0,0")
        expect(page.locator("#review-sum")).to_be_visible()
        page.goto(f"{address}some/path/#play:9x9/10_open_158_0_o4,4")
        expect(played(page, 4, 4)).to_have_class(re.compile("num"))
        page.click("#help")
        expect(page.locator("#help-card")).to_contain_text("proved")
        page.click("#watch-step")
        expect(page.locator("#watch-reason")).not_to_be_empty()


def test_a_static_page_compares_players(page: Page, site: Path) -> None:
    with hosted(site) as address:
        page.goto(f"{address}some/path/#lab:9x9/10_safe_300_0_fast_greedy")
        page.click("#lab-run")
        expect(page.locator("#lab-state")).to_contain_text("Done: fast won")
        expect(page.locator("#lab-pairs")).to_contain_text("fast wins more")
        page.fill("#lab-form [name=games]", "5000")
        page.locator("#lab-choice input[value=backtracking]").check()
        page.click("#lab-run")
        expect(page.locator("#lab-state")).to_contain_text("games played")
        page.click("#lab-stop")
        page.wait_for_timeout(500)  # what is under way must not say more
        expect(page.locator("#lab-state")).to_have_text("Stopped.")


def test_a_replay_that_is_dropped_is_reviewed(page: Page, site: Path) -> None:
    with hosted(site) as address:
        page.goto(f"{address}some/path/#review")
        page.locator("body[data-ready=review]").wait_for()
        for kind in ("avf", "evf4", "rmv2", "mvf-2007"):
            asked = {"name": f"game.{kind[:3]}", "data": list(WRITERS[kind](FILM))}
            assert page.evaluate(REPLAY, asked) == TIMED, kind
        page.evaluate(DROP, ["#review-state", "game.avf", list(WRITERS["avf"](FILM))])
        expect(page.locator("#review-list li")).to_have_count(4)


@pytest.mark.expects("unreachable")
def test_python_that_fails_or_is_silent_is_started_again(page: Page, site: Path) -> None:
    page.clock.install()
    with hosted(site) as address:
        page.goto(f"{address}some/path/")
        page.wait_for_function("window.sapper")
        assert page.evaluate(ANALYSE) == "answered"
        break_worker(page, "sapperCore.view = () => { throw new Error('unreachable') }")
        assert page.evaluate(ANALYSE) == "Python failed in this page; it is started again."
        assert page.evaluate(ANALYSE) == "answered"
        break_worker(page, "self.postMessage = () => {}")
        page.evaluate(f"() => {{ window.said = {ANALYSE}; }}")
        page.clock.run_for(50_000)
        silent = "Python in this page does not answer; it is started again."
        assert page.evaluate("window.said") == silent
        assert page.evaluate(ANALYSE) == "answered"


def test_without_web_assembly_one_can_play(page: Page, site: Path, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "site")
    script = tmp_path / "site/some/path/static/js/asking/python-worker.js"
    script.with_name("none.js").write_text("delete globalThis.WebAssembly;")
    script.write_text(f'import "./none.js";\n{script.read_text("utf-8")}', "utf-8")
    page.add_init_script("delete window.WebAssembly")
    with hosted(tmp_path / "site") as address:
        page.goto(f"{address}some/path/#play:9x9/10_open_158_0")
        page.locator("#play-board [role=gridcell]").nth(40).click()
        expect_moves(page, 1)
        expect(page.locator("#home")).to_contain_text("no WebAssembly")
        assert "no WebAssembly" in page.evaluate(ANALYSE)
        for seed, number in ((0, 0), (2**64 - 1, 2**63), (158, 2**64 - 1)):
            asked = {"cells": 480, "mines": 99, "free": [9, 10], "number": str(number)}
            dealt = page.evaluate(DEAL, asked | {"seed": str(seed)})
            assert bytes(dealt) == _core.deal(480, 99, [9, 10], seed, number)


@pytest.mark.parametrize("core", [None, bytes.fromhex("0061736d01000000")])
def test_with_a_missing_or_a_stale_core_one_can_play(
    page: Page, site: Path, tmp_path: Path, core: bytes | None
) -> None:
    shutil.copytree(site, tmp_path / "site")
    file = tmp_path / "site/some/path/static/engine/sapper.wasm"
    file.unlink()
    if core:
        file.write_bytes(core)
    with hosted(tmp_path / "site") as address:
        page.goto(f"{address}some/path/#play:9x9/10_open_158_0")
        page.locator("#play-board [role=gridcell]").nth(40).click()
        expect_moves(page, 1)
        expect(page.locator("#home")).to_contain_text("missing or old")
        assert "missing or old" in page.evaluate(ANALYSE)
    if core:
        with served() as server:
            page.route("**/sapper.wasm", lambda route: route.fulfill(
                body=core, content_type="application/wasm"))  # fmt: skip
            page.goto(f"{server.address}/#play:9x9/10_open_158_0")
            page.locator("#play-board [role=gridcell]").nth(40).click()
            expect_moves(page, 1)
            expect(page.locator("#home")).to_contain_text("All answers come from the server")
            page.goto("about:blank")


def test_in_a_slow_network_one_plays_while_python_comes(page: Page, site: Path) -> None:
    wire = page.context.new_cdp_session(page)
    speed = {"latency": 100, "downloadThroughput": 500_000, "uploadThroughput": 100_000}
    with hosted(site) as address:
        wire.send("Network.emulateNetworkConditions", {"offline": False, **speed})
        page.goto(f"{address}some/path/#play:9x9/10_open_158_0")
        page.locator("#play-board [role=gridcell]").nth(40).click()
        expect_moves(page, 1)
        page.evaluate(f"location.hash = 'analyse:{CERTAIN}'")
        expect(page.locator("#edit-board .sure-safe")).to_have_count(6)
        expect(page.locator("#loading")).to_have_text(re.compile(r"[\d.]+ of [45]\.\d MB"))
        expect(page.locator("#edit-analysis")).to_contain_text("1 974 024")
        expect(page.locator("#loading")).to_be_hidden()


def test_a_long_question_can_be_stopped(page: Page, site: Path) -> None:
    with hosted(site) as address:
        page.goto(f"{address}some/path/")
        page.wait_for_function("window.sapper")
        assert page.evaluate(CANCEL) == ["AbortError", "line"]


def test_a_static_page_is_light_and_has_its_licences(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.is_file()]
    [licences] = [path.read_text("utf-8") for path in files if path.name == "licences.txt"]
    assert re.search("Mozilla Public .*PSF .*MIT .*Permission is hereby", licences, re.S)
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) <= MOST_BYTES


def test_the_documentation_is_beside_the_page_and_linked(tmp_path: Path, site: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.html").write_text("the documentation", encoding="utf-8")
    write_static_page(tmp_path / "page", PYTHON, tmp_path / "docs")
    html = (tmp_path / "page" / "index.html").read_text("utf-8")
    assert '<p id="about" class="note"><span>' in html
    assert '<a href="docs/">' in html
    assert (tmp_path / "page" / "docs" / "index.html").is_file()
    assert "docs/" not in (tmp_path / "page" / "service-worker.js").read_text("utf-8")
    alone = (site / "some" / "path" / "index.html").read_text("utf-8")
    assert '<a href="docs/" hidden>' in alone, "there is none"


def test_beside_a_server_the_core_deals_and_the_server_answers(page: Page) -> None:
    needs_python()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/api/")[2]))
    with served() as server:
        with page.expect_response("**/sapper.wasm") as response:
            page.goto(f"{server.address}/#play:9x9/10_open_158_0")
        assert response.value.headers["content-type"] == "application/wasm"
        page.wait_for_function("() => performance.getEntriesByName('core').length > 0")
        page.locator("#play-board [role=gridcell]").nth(40).click()
        expect(page.locator("#play-board .num").first).to_be_visible()
        assert "deal" not in asked, "the core deals"
        page.goto(f"{server.address}/#analyse:{CERTAIN}")
        expect(page.locator("#edit-analysis .slot-best")).to_contain_text("are certain")
        assert {"analyse", "best"} <= set(asked), "the server answers"
        page.goto("about:blank")


def test_few_requests_come_before_the_first_move(site: Path, browser: Browser) -> None:
    """What Python needs is apart: it is fetched when the page is idle."""
    asked: list[str] = []
    with hosted(site) as address, browser.new_page() as page:
        page.on("request", lambda request: asked.append(request.url.removeprefix(address)))
        page.goto(f"{address}some/path/")
        expect(page.locator("[role=gridcell]").first).to_be_visible()
        first = {name.partition("#")[0] for name in asked if "/python/" not in name}
    files = [site / name for name in first if (site / name).is_file()]
    assert len(first) <= 15
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= 390_000
