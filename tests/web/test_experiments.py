"""The running experiments in the laboratory: the API, and the page in a real browser."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from sapper.lab import Ledger, compare, simulate
from sapper.lab.live import LiveDocument
from sapper.web.openapi_models import model_of_answer
from tests.support.bad_players import Raises
from tests.support.web_server import Served, served
from tests.support.wrong_worker import ledger_with_wrong_worker


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three ledgers: one with all that can be shown, one damaged, one that is not there yet."""
    folder = tmp_path_factory.mktemp("ledgers")
    path = ledger_with_wrong_worker(folder / "runs.sqlite", "outcomes")
    compare("fast", "greedy", board="9x9/10", games=300, seed=2, workers=1, ledger=path,
            sprt=(-1, 1))  # fmt: skip
    simulate(Raises, "5x5/4", games=10, seed=3, workers=1, ledger=path)
    with sqlite3.connect(path) as base:
        base.execute("UPDATE calls SET ended = NULL, speed = 123.4, seen = seen + 100000, "
                     "chunk_at = chunk_at + 100000 WHERE run = 3")  # fmt: skip
        base.execute("UPDATE calls SET ended = NULL, seen = seen - 600 WHERE run = 2")
    base.close()
    (folder / "foreign.sqlite").write_text("no ledger")
    return folder


@pytest.fixture(scope="module")
def watching(folder: Path) -> Iterator[Served]:
    names = ("runs.sqlite", "foreign.sqlite", "later.sqlite")
    with served(ledgers=[folder / name for name in names]) as running:
        yield running


@pytest.fixture
def lab(new_page: Callable[..., Page], watching: Served) -> Page:
    page = new_page(base_url=watching.address)
    page.goto("/#lab")
    return page


def test_the_api_tells_every_ledger(watching: Served) -> None:
    response = httpx.get(f"{watching.address}/api/experiments", timeout=120)
    model_of_answer(LiveDocument).model_validate_json(response.text, strict=True)
    runs, foreign, later = response.json()["ledgers"]
    assert [run["state"] for run in runs["runs"]] == ["running", "lost", "finished", "stored"]
    assert foreign["error"].startswith("foreign.sqlite is not a ledger")
    assert later["error"].startswith("later.sqlite does not exist yet")
    assert "machine" not in response.text.replace("its machine is gone", "")


def test_no_request_names_a_file(api: httpx.Client, watching: Served, folder: Path) -> None:
    """A server that was given no ledger shows none, whatever it is asked."""
    query = {"ledger": str(folder / "runs.sqlite"), "path": "/etc/passwd"}
    assert api.get("/api/experiments", params=query).json()["ledgers"] == []
    assert api.post("/api/experiments", json=query).status_code == 405
    asked = httpx.get(f"{watching.address}/api/experiments", params=query, timeout=120).json()
    assert len(asked["ledgers"]) == 3


def test_without_ledgers_the_page_shows_nothing_of_them(page: Page) -> None:
    page.goto("/#lab")
    expect(page.locator("#lab-choice input").first).to_be_visible()
    expect(page.locator("#experiments")).to_be_hidden()


def test_the_page_shows_how_runs_are_doing(lab: Page) -> None:
    expect(lab.locator("#experiments-state")).to_have_text("1 running, 1 lost contact")
    running, lost, finished, stored = (lab.locator(".run").nth(n) for n in range(4))
    expect(running).to_contain_text("greedy on 9x9/10, safe, seed 2")
    expect(running).to_contain_text("123 games/s")
    expect(running.locator("progress")).to_have_attribute("max", "300")
    expect(lost).to_contain_text("no sign of life for")
    expect(lost.locator("polyline.test")).to_have_count(1)
    expect(lost.locator("figcaption")).to_contain_text("fast against greedy")
    expect(finished.locator("summary")).to_have_text(
        "5 games with a fault, counted as lost: 5 crashed"
    )
    expect(stored.locator(".alarm")).to_have_text(
        re.compile(
            r"Alarm: worker B won \d\d\.\d % of 300 games, the others \d\d\.\d % of 600: p <"
        )
    )
    expect(lab.locator(".ledger .bad", has_text="foreign.sqlite is not a ledger")).to_be_visible()


def test_the_page_follows_and_keeps_what_was_opened(lab: Page, folder: Path) -> None:
    lab.locator(".run summary").click()
    expect(lab.locator(".run details code").first).to_be_visible()
    try:
        simulate("fast", "5x5/4", games=40, seed=9, workers=1, ledger=folder / "later.sqlite")
        later = lab.locator(".ledger", has=lab.get_by_text("later.sqlite", exact=True))
        expect(later.locator(".run")).to_contain_text("40 of 40", timeout=120_000)
        expect(lab.locator(".run details code").first).to_be_visible()
    finally:
        for file in folder.glob("later.sqlite*"):
            file.unlink()
    expect(lab.locator(".ledger .bad", has_text="later.sqlite does not exist yet")).to_be_visible(
        timeout=120_000
    )


def test_the_page_stops_asking_where_it_is_not_shown(lab: Page) -> None:
    expect(lab.locator(".run")).to_have_count(4)
    lab.goto("/#play")
    expect(lab.locator("body")).to_have_attribute("data-ready", "play")
    asked: list[str] = []
    lab.on("request", lambda request: asked.append(request.url))
    lab.wait_for_timeout(2500)
    assert not [url for url in asked if "experiments" in url]
    lab.goto("/#lab")
    with lab.expect_request("**/api/experiments"):
        pass


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_it_is_accessible_and_fits(lab: Page, width: int, theme: str) -> None:
    lab.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    lab.set_viewport_size({"width": width, "height": 900})
    expect(lab.locator(".run")).to_have_count(4)
    wide = lab.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
    found = Axe().run(lab, context="#experiments")
    assert found.violations_count == 0, found.generate_report()


def test_a_ledger_with_no_runs(folder: Path) -> None:
    Ledger(folder / "empty.sqlite").close()
    with served(ledgers=[folder / "empty.sqlite"]) as running:
        found = httpx.get(f"{running.address}/api/experiments", timeout=120).json()
    assert found["ledgers"][0]["runs"] == []
    assert found["ledgers"][0]["error"] is None
