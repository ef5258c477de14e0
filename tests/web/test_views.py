"""Review and Lab in a real browser; the weight of every view."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

import sapper.web
from sapper.reviews.clicks import review_clicks
from sapper.web.preload import page_html, scripts_of_first_view
from tests.support.page_examples import FILE, examples
from tests.support.slow_engine import hold_answers
from tests.support.web_pages import SEED, WINNING, expect_moves, played, visit

STATIC = Path(sapper.web.__file__).parent / "static"
POSITION = "5x5/5:_____/_2___/__2__/_____/1____"
GAME = "9x9/10_safe_5_0_o4,4_o2,0_o0,0"
VIEWS = {
    "play": "play:9x9/10_safe_5_0_o4,4",
    "analyse": f"analyse:{POSITION}",
    "contradiction": "analyse:3x3/1:3__/___/___",
    "review": f"review:{GAME}",
    "games": "games",
    "lab": "lab",
    "learn": "learn:huda;step=9",
}


def test_a_game_is_reviewed_from_play(page: Page) -> None:
    visit(page, f"play:{GAME}")
    page.click("#to-review")
    expect(page.locator("#review-list li")).to_have_count(3)
    expect(page.locator("#review-list")).to_contain_text("you had a proof here")
    expect(page.locator("#review-move")).to_contain_text("You had a proof here")
    expect(page.locator("#review-strip svg")).to_be_visible()
    page.click("#review-steps >> text=First")
    expect(page.locator("#review-list button[aria-current=step]")).to_contain_text("r4c4")
    page.click("#review-steps >> text=Next mistake")
    expect(page.locator("#review-list button[aria-current=step]")).to_contain_text("r0c0")
    expect(page.locator("#review-board .best")).to_have_count(1)


def test_the_clicks_of_a_game_are_reviewed_with_those_that_changed_nothing(page: Page) -> None:
    visit(page, "play:" + SEED.replace(" ", "_"))
    for number, cell in enumerate(WINNING, 1):
        played(page, *cell).click()
        expect_moves(page, number)
        if number == 1:
            page.locator("#play-board .n1").first.click()  # a chord without flags
    result = page.locator("#result dl")
    expect(result).to_contain_text(re.compile(r"Clicks ?6 \(1 wasted\)"))
    page.click("#to-review")
    page.click("#review-clicks summary")
    shown = page.locator("#review-clicks")
    expect(shown).to_contain_text(re.compile(r"Clicks ?6 \(1 wasted\)3BV ?5Efficiency ?83 %"))
    line = "9x9/10 safe 8 0 o0,0 o2,5 o3,3 o3,4 o3,5 o4,3 o4,4 o0,6"
    visit(page, "review:" + line.replace(" ", "_"))
    expect(shown).to_contain_text(re.compile(r"Clicks ?83BV ?3Efficiency ?38 %"))
    expected = [move for move in review_clicks(line).moves if move.text or move.solved < 1]
    assert len([move for move in expected if move.text]) not in (0, len(expected))
    rows = shown.locator("li").all_inner_texts()
    assert [row.split()[0] for row in rows] == [str(move.number) for move in expected]
    for move, row in zip(expected, rows, strict=True):
        assert move.text in row
        assert ("solved no 3BV" in row) == (move.solved < 1)
    shown.locator("li button").first.click()
    expect(page.locator("#review-slider")).to_have_value(str(expected[0].number - 1))


def test_a_game_without_a_mistake_says_so(page: Page) -> None:
    visit(page, "review:9x9/10_safe_5_0_o4,4")
    expect(page.locator("#review-list li")).to_have_count(1)
    page.click("#review-steps >> text=Next mistake")
    expect(page.locator("#toast")).to_have_text("No mistake in this game")


def test_the_next_mistake_is_not_denied_before_the_review_is_known(page: Page) -> None:
    review = hold_answers(page, "**/api/review")
    page.goto(f"/#review:{GAME}")
    page.click("#review-steps >> text=Next mistake")
    expect(page.locator("#toast")).to_have_text("Reviewing …")
    review()
    expect(page.locator("#review-list li")).to_have_count(3)


def test_a_pasted_record_is_reviewed(page: Page) -> None:
    visit(page, "review")
    page.fill("#review-form input[name=game]", "9x9/10 safe 5 0 nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("#review-state")).to_contain_text("nonsense")
    page.fill("#review-form input[name=game]", "9x9/10 safe 5 0 o4,4 o2,0 o2,2")
    page.keyboard.press("Enter")
    expect(page.locator("#review-list li")).to_have_count(3)
    expect(page.locator("#review-sum")).to_contain_text(re.compile(r"Guesses ?0.*Sure losses ?1"))


def test_rooms_open_with_real_examples(page: Page) -> None:
    assert examples() == json.loads(FILE.read_text("utf-8")), (
        "python -m tests.support.page_examples"
    )
    visit(page, "review")
    expect(page.locator("#review-state")).to_contain_text("An example: 71 moves, lost.")
    expect(page.locator("#review-sum")).to_contain_text("81.1 %")
    axis = page.locator("#review-graph text").all_text_contents()
    assert axis == ["0 %", "50 %", "100 %"]
    visit(page, "games")
    expect(page.locator("#games-list caption")).to_contain_text("An example")
    expect(page.locator("#games-list tbody tr")).to_have_count(2)
    visit(page, "lab")
    expect(page.locator("#lab-state")).to_contain_text("An example: champion won 90 %")
    expect(page.locator("#lab-pairs")).to_contain_text("champion wins more")
    visit(page, "analyse")
    expect(page.locator("#edit-analysis .slot-best")).to_contain_text("is safer")


def test_the_theme_is_kept(page: Page) -> None:
    visit(page, "lab")
    page.click("#theme")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", re.compile("dark|light"))


def test_the_page_is_light_and_asks_no_other_host(page: Page) -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file() and path.parent.name != "engine"]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 130_000
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for fragment in VIEWS.values():
        visit(page, fragment)
    host = page.evaluate("location.origin")
    assert asked
    assert all(url.startswith((host, "blob:", "data:")) for url in asked), asked


def test_the_page_names_the_scripts_of_its_first_view() -> None:
    assert scripts_of_first_view()[0] == "main.js"
    assert page_html().count("modulepreload") == len(scripts_of_first_view()) > 30
