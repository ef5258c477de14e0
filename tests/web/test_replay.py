"""Replays of other programs on the page: uploaded by a button or dropped, and reviewed."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from sapper.web import ServerLimits
from sapper.web.openapi import answer_models
from tests.support.command import sapper
from tests.support.replay_files import DROP, FILM, WRITERS
from tests.support.web_pages import visit
from tests.support.web_server import served

LINE = "4x5/3 safe =08011 0 o0,0@0 f0,4@0.5 c0,3@0.98 o2,4@1.6"


def send(api: httpx.Client, data: bytes, name: str = "") -> httpx.Response:
    return api.post("/api/replay", params={"name": name}, content=data)


def test_the_limits_of_a_file(api: httpx.Client) -> None:
    large = send(api, bytes(ServerLimits().file_bytes + 1))
    assert (large.status_code, large.json()["kind"]) == (413, "body")
    assert send(api, bytes(ServerLimits().file_bytes)).status_code == 422
    streamed = api.post("/api/replay", content=(bytes(2**16) for _ in range(20)))
    assert (streamed.status_code, streamed.json()["kind"]) == (413, "body")
    assert send(api, b"", "x" * 300).status_code == 422
    for limits, kind in ((ServerLimits(moves=3), "work"), (ServerLimits(cells=19), "board")):
        with served(limits) as running, httpx.Client(base_url=running.address, timeout=60) as small:
            refused = send(small, WRITERS["avf"](FILM))
            assert (refused.status_code, refused.json()["kind"]) == (413, kind)


def test_the_answer_keeps_the_schema_and_is_that_of_the_command(
    api: httpx.Client, tmp_path: Path
) -> None:
    (tmp_path / "game.evf").write_bytes(WRITERS["evf4"](FILM))
    answer = send(api, WRITERS["evf4"](FILM)).text
    answer_models("replay")[0].model_validate_json(answer, strict=True)
    printed = sapper("play", str(tmp_path / "game.evf"), "--json").stdout
    assert json.loads(printed) == json.loads(answer)


def test_a_chosen_file_is_reviewed(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "game.rmv"
    path.write_bytes(WRITERS["rmv1"](FILM))
    visit(page, "review")
    page.set_input_files("#review-file", path)
    expect(page.locator("#review-list li")).to_have_count(4)
    expect(page.locator("#review-list li").nth(2)).to_contain_text("0.98 s")
    expect(page.locator("#review-form input[name=game]")).to_have_value(LINE)
    page.click("[data-go=last]")
    page.click("[data-go=back]")
    expect(page.locator("#review-move")).to_contain_text("At 1.600 s")
    found = Axe().run(page).response["violations"]
    assert not [entry["id"] for entry in found if entry["impact"] in ("serious", "critical")]
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("#review-open summary")
    page.fill("#review-form input[name=game]", "9x9/10 safe 5 0 o4,4")
    page.keyboard.press("Enter")
    expect(page.locator("#review-list li")).to_have_count(1)


def test_a_dropped_file_is_reviewed_and_a_bad_one_refused(page: Page) -> None:
    visit(page, "review")
    page.evaluate(DROP, ["#review-state", "game.avf", list(WRITERS["avf"](FILM)[:90])])
    expect(page.locator("#review-state")).to_contain_text("the AVF replay is")
    page.evaluate(DROP, ["#review-state", "game.avf", list(WRITERS["avf"](FILM))])
    expect(page.locator("#review-list li")).to_have_count(4)


def test_a_timed_game_is_played_on(page: Page) -> None:
    visit(page, "play:4x5/3_safe_=08011_0_o0,0@0_f0,4@0.5")
    expect(page.locator("#mines-left")).to_have_text("2")
    page.locator("#play-board [role=gridcell]").nth(9).click()
    expect(page.locator("#play-state")).to_contain_text("1 cell to open")
