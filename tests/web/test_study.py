"""Study in a real browser: a game as a replay, and a position analysed without stale answers."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error, Page, Route, expect

from sapper import play
from sapper.games.conversion import convert
from tests.support.web_pages import box, edited, line, visit

LOST = play("greedy", "9x9/10", seed=5).text
GUESS = "analyse:4x6/7:______/_2_3__/______/1_____"
EXAMPLE = (
    "analyse:9x9/10:0001_____/0001_____/00012____/11001____/_1001____/_1112____" + "/_________" * 3
)


def test_a_lost_game_is_replayed(page: Page) -> None:
    moves = len(LOST.split()) - 4
    visit(page, f"review:{LOST.replace(' ', '_')}")
    slider, board = page.locator("#review-slider"), page.locator("#review-board")
    expect(slider).to_have_attribute("max", str(moves))
    expect(page.locator("#review-strip .curve")).to_be_visible()
    expect(page.locator("#review-strip .mistake, #review-strip .guess").first).to_be_attached()
    boxes = [box(page.locator(name)) for name in ("#review-board", "#review-strip")]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    assert boxes[1]["height"] < 90
    page.locator("#review-state").click()
    page.keyboard.press("Home")
    expect(board.locator(".hid.last")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(";move=2$"))
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("0")
    page.keyboard.press("End")
    expect(board.locator(".mine.last")).to_have_count(1)
    expect(board.locator(".mine, .shown, .flag")).to_have_count(10)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(moves - 1))
    page.click("[data-go=first]")
    page.click("#review-run")
    expect(slider).to_have_value(str(moves))
    expect(page.locator("#review-run")).to_have_text("Replay")


def test_games_of_other_formats_are_opened_and_pasted(page: Page, tmp_path: Path) -> None:
    moves = len(LOST.split()) - 4
    rawvf = str(convert(LOST, "rawvf").data)
    visit(page, "review")
    paste = """(text) => { const data = new DataTransfer(); data.setData("text/plain", text);
        const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
        document.body.dispatchEvent(event); }"""
    page.evaluate(paste, rawvf)
    expect(page.locator("#review-list li")).to_have_count(moves)
    (tmp_path / "game.txt").write_text("no game")
    page.set_input_files("#review-file", tmp_path / "game.txt")
    expect(page.locator("#review-state")).to_contain_text("expected a board, position or game")
    expect(page.locator("#review-steps")).to_be_hidden()


def test_a_click_pins_a_cell(page: Page) -> None:
    visit(page, EXAMPLE)
    edited(page, 2, 5).click()
    title = page.locator("#edit-analysis .slot-cell h2")
    expect(title).to_have_text("Cell r2c5")
    expect(page.locator("#edit-analysis .exact")).to_be_visible()
    expect(page.locator("#edit-analysis .slot-best p")).to_contain_text("certain")
    place = page.locator("#edit-analysis .slot-cell").bounding_box()
    for column in (6, 7, 8):
        edited(page, 0, column).hover()
    expect(page.locator("#edit-state")).to_contain_text("r0c8 is a mine in 12.5")
    expect(title).to_have_text("Cell r2c5")
    page.locator("#edit-analysis button", has_text="Why?").click()
    expect(page.locator("#edit-analysis")).to_contain_text("r2c5")
    edited(page, 8, 8).click()
    expect(title).to_have_text("Cell r8c8")
    assert page.locator("#edit-analysis .slot-cell").bounding_box() == place
    assert page.locator("#edit-analysis button", has_text="Why?").count() == 1


def test_heat_has_numbers_on_the_frontier_only(page: Page) -> None:
    visit(page, EXAMPLE)
    expect(edited(page, 2, 5)).to_have_text(re.compile(r"\d+"))
    expect(edited(page, 8, 8)).to_have_text("")
    expect(edited(page, 8, 8)).to_have_class(re.compile(r"\bheat\b"))
    expect(edited(page, 8, 8)).to_have_attribute("aria-label", re.compile("percent mine"))
    expect(page.locator("#edit-analysis .facts div", has_text="Elsewhere")).to_have_count(1)


def test_a_board_that_is_covered_or_open(page: Page) -> None:
    visit(page, "analyse:4x4/3:____/____/____/____")
    panel = page.locator("#edit-analysis")
    expect(page.locator("#edit-board .heat")).to_have_count(16)
    expect(panel.locator(".slot-best table")).to_be_visible()
    visit(page, "analyse:2x2/0:00/00")
    expect(panel).to_contain_text("Every cell is open.")


def test_what_if_is_a_branch_with_a_link_and_a_way_back(page: Page) -> None:
    visit(page, GUESS)
    edited(page, 0, 0).click()
    page.get_by_role("button", name="What if it shows 1?").click()
    expect(edited(page, 0, 0)).to_have_text("1")
    links = page.locator("#variations a")
    expect(links).to_have_text(["Start", "r0c0 = 1"])
    page.click("#edit-undo")
    expect(links).to_have_text(["Start", "r0c0 = 1"])
    edited(page, 0, 0).click()
    page.get_by_role("button", name="What if it is a mine?").click()
    expect(links).to_have_text(["Start", "r0c0 a mine", "r0c0 = 1"])
    assert line(page).endswith("X_____/_2_3__/______/1_____")
    links.nth(2).click()
    expect(edited(page, 0, 0)).to_have_text("1")
    page.click("#edit-undo")
    page.click("#edit-redo")
    expect(edited(page, 0, 0)).to_have_text("1")
    other = page.context.new_page()
    other.goto("/" + (links.nth(1).get_attribute("href") or ""))
    expect(edited(other, 0, 0)).to_have_text("1")


def test_a_density_that_is_assumed_is_said(page: Page) -> None:
    visit(page, "analyse:3x3/?:01_/12_/___;density=0.3")
    expect(page.locator("#edit-analysis")).to_contain_text("with the density 0.3")
    page.fill("#shape [name=mines]", "2")
    page.keyboard.press("Tab")
    expect(page.locator("#edit-analysis")).not_to_contain_text("density")


def test_late_answers_are_never_painted_on_another_position(page: Page) -> None:
    waiting: list[Route] = []

    def keep(route: Route) -> None:
        waiting.append(route)

    visit(page, "analyse:3x3/2:___/___/___")
    expect(page.locator("#edit-board .heat").first).to_be_visible()
    page.route("**/api/analyse", keep)
    edited(page, 0, 0).click()
    page.keyboard.type("01")
    expect(page.locator("#edit-board .heat, #edit-board .sure-safe")).to_have_count(0)
    page.unroute("**/api/analyse")
    page.click("#clear")
    expect(page.locator("#edit-board .heat")).to_have_count(9)
    for route in waiting:
        with suppress(Error):  # the page has cancelled it
            route.fulfill(json={"conflict": {"text": "old", "numbers": [[0, 0]], "repairs": []}})
    page.wait_for_timeout(150)
    expect(page.locator("#edit-analysis [role=alert]")).to_have_count(0)


def test_the_proof_is_of_the_cell_that_was_asked_last(page: Page) -> None:
    first: list[Route] = []

    def answer(route: Route) -> None:
        route.continue_() if first else first.append(route)

    visit(page, "analyse:3x3/2:01_/12_/___")
    page.route("**/api/explain", answer)
    for cell in ((0, 2), (2, 2)):
        edited(page, *cell).click()
        page.keyboard.press("w")
    card = page.locator("#edit-analysis section", has_text="Why?").last
    expect(card).to_contain_text("Why r2c2 is safe")
    with suppress(Error):  # the page has cancelled it
        first[0].continue_()
    page.wait_for_timeout(500)
    expect(card).to_contain_text("Why r2c2 is safe")


def test_a_stroke_is_one_step_and_passes_no_cell_over(page: Page) -> None:
    visit(page, "analyse:5x9/4:" + "/".join(["_" * 9] * 5))
    page.locator("#palette [data-face='1']").click()
    ends = [box(edited(page, 0, 0)), box(edited(page, 4, 8))]
    page.mouse.move(ends[0]["x"] + 9, ends[0]["y"] + 9)
    page.mouse.down()
    page.mouse.move(ends[1]["x"] + 9, ends[1]["y"] + 9, steps=1)
    page.mouse.up()
    expect(page.locator("#edit-board .n1")).to_have_count(9)
    page.click("#edit-undo")
    expect(page.locator("#edit-board .n1")).to_have_count(0)
    expect(page.locator("#edit-undo")).to_be_disabled()
    edited(page, 0, 0).focus()
    page.keyboard.press("Escape")
    expect(page.locator("#palette [aria-pressed=true]")).to_have_count(0)
    edited(page, 2, 2).click()
    expect(edited(page, 2, 2)).to_have_attribute("aria-selected", "true")
    assert "1" not in line(page).partition(":")[2]
