"""Learn in a real browser: the papers' algorithms step by step, exercises, their experiments."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.web_pages import visit
from tests.web.test_everyone import choose_language, violations

LONG = "4x30/60:" + "/".join(["_" * 30, "2" * 30, "_" * 30, "_" * 30])
SENTENCES = {
    "en": "suppose r1c2 is a mine: solution",
    "id": "andaikan r1c2 ranjau: solusi",
}


@pytest.mark.parametrize("language", ["en", "id"])
def test_a_tree_grows_step_by_step(page: Page, language: str) -> None:
    choose_language(page, language)
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, "learn:amadia;step=4")
    nodes, said = page.locator("#learn-tracks .tree circle"), page.locator(".said")
    expect(nodes).to_have_count(5)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=5$"))
    expect(nodes).to_have_count(6)
    expect(said).to_have_text(SENTENCES[language])
    expect(page.locator("#learn-tracks .scroll ol li")).to_have_count(6)
    expect(page.locator("#learn-code [aria-current=step]")).to_have_attribute(
        "data-line", "solution"
    )
    expect(page.locator("#learn-board .sure-mine")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.keyboard.press("Home")
    expect(nodes).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "id"])
def test_every_lesson_fits_a_laptop(page: Page, language: str) -> None:
    choose_language(page, language)
    page.set_viewport_size({"width": 1280, "height": 800})
    pairs = ("layout;against=backtracking", "probability;against=probability-naive")
    for key in ("huda", "probability", "amadia", "sansani", "layout", *pairs):
        visit(page, f"learn:{key};step=11")
        expect(page.locator("#learn-lessons [aria-current=page]")).to_have_count(1)
        expect(page.locator(".said").first).not_to_be_empty()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), key


def test_structures_stand_beside_the_board(page: Page) -> None:
    visit(page, "learn:huda;step=12")
    tracks = page.locator("#learn-tracks")
    expect(tracks.locator("tr.now")).to_contain_text("hit")
    expect(tracks).to_contain_text("entries: 11, hits: 1")
    visit(page, "learn:sansani;step=2")
    expect(tracks.locator(".queue li")).to_have_text(["r1c1"])
    visit(page, "learn:probability;step=2")
    expect(tracks.locator(".matrix")).to_contain_text("/13")


def test_two_algorithms_stand_side_by_side(page: Page) -> None:
    visit(page, "learn:layout")
    page.select_option("#learn-against", "backtracking")
    expect(page.locator(".watched h2")).to_have_text(["brute-force", "backtracking"])
    page.keyboard.press("End")
    expect(page.locator(".watched .facts").nth(0)).to_contain_text("5 of 5")
    expect(page.locator(".watched .facts").nth(1)).to_contain_text("18 of 18")
    expect(page).to_have_url(re.compile("against=backtracking;step=17$"))


def test_a_position_of_analyse_is_watched_and_bounds_are_said(page: Page) -> None:
    visit(page, f"analyse:{LONG}")
    page.click("[data-learn=analyse]")
    expect(page.locator("#learn-title")).to_contain_text("your own board")
    page.select_option("#learn-player", "backtracking")
    expect(page.locator("#learn-tracks")).to_contain_text("more are left out")
    page.keyboard.press("End")
    expect(page.locator("#learn-board [role=gridcell]")).to_have_count(120)


def test_a_flag_leads_to_the_next_decision(page: Page) -> None:
    visit(page, "learn:sansani;example=2")
    decision = page.locator("[data-step=decision]")
    decision.click()
    expect(page.locator(".said")).to_contain_text("mine rule")
    decision.click()
    expect(page.locator("#learn-board .flag")).to_have_count(1)
    expect(page).to_have_url(re.compile("position=4x4"))


def test_an_exercise_is_judged_with_its_proof(phone: Page) -> None:
    page = phone
    visit(page, "learn:sansani")
    page.click("#learn-try summary")
    page.click("#learn-new")
    expect(page.locator("#learn-answer")).to_be_visible()
    page.locator("#learn-board .hid:not(.flag)").first.click()
    page.click("#learn-safe")
    judged = page.locator("#learn-judged")
    expect(judged).to_contain_text(re.compile("Right|other way|Not decided"))
    board, answer = page.locator("#learn-board").bounding_box(), judged.bounding_box()
    assert board is not None
    assert answer is not None
    assert board["y"] > 40, "under the head of the page"
    assert answer["y"] + answer["height"] < 844
    page.click("[data-step=first]")
    expect(page.locator("#learn-answer")).to_be_hidden()
    visit(page, "learn:amadia")  # a paper's example, of more columns than rows, stays as printed
    expect(page.locator("#learn-board [role=gridcell]")).to_have_count(12)
    expect(page.locator("#learn-board .turned, #learn-board.turned")).to_have_count(0)


def test_games_are_played_beside_the_printed_rate(page: Page) -> None:
    visit(page, "learn:huda")
    page.click("#learn-paper summary")
    rows = page.locator("#learn-figures tbody tr")
    expect(rows).to_have_count(6)
    expect(rows.first).to_contain_text("65.9 %")
    page.fill("#learn-count", "5")
    page.click("#learn-run")
    expect(rows.first).to_contain_text("5 games")
    expect(rows.nth(1)).to_contain_text("5 games")
    expect(page.locator("#learn-run")).to_have_text("Play games here")


def test_a_tree_is_saved(page: Page) -> None:
    visit(page, "learn:amadia;step=6")
    with page.expect_download() as download:
        page.click("text=Save the tree as SVG")
    text = Path(download.value.path()).read_text("utf-8")
    assert text.startswith("<svg")
    assert text.count("<circle") == 7


def test_axe_finds_nothing_in_a_lesson(page: Page) -> None:
    visit(page, "learn:amadia;step=5")
    expect(page.locator(".tree circle")).to_have_count(6)
    page.click("#learn-paper summary")
    found = violations(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(100)
    assert not found + violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_mistakes_of_own_games_are_practised(page: Page, tmp_path: Path) -> None:
    """A guess beside a 1-2-2-1: the review keeps it, the exercise asks for it without flags."""
    game = "9x9/10 open 3 0 o4,4 f0,8 o0,3"
    kept = {"id": "1", "game": game, "board": "9x9/10", "start": "open", "status": "lost",
            "began": 1, "seconds": 2, "help": [], "grade": None}  # fmt: skip
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"format": "sapper games", "version": 1, "games": [kept]}))
    visit(page, "games")
    page.set_input_files("#games-import", file)
    page.click("#games-judge")
    expect(page.locator("#games-list tbody tr")).to_contain_text("−")
    page.click("#games-practise")
    expect(page.locator("#learn-technique")).to_contain_text("1-2-2-1")
    expect(page.locator("#learn-idea")).to_contain_text("1 guess of your judged games")
    expect(page.locator("#learn-board .flag")).to_have_count(0)
    page.locator("#learn-board [role=gridcell]").nth(2 * 9 + 4).click()
    page.click("#learn-safe")
    expect(page.locator("#learn-judged")).to_contain_text("Right.")
