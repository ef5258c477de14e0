"""Play in a real browser: mouse, keyboard alone, touch, assistance, links, watching."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from sapper.board import BoardSpec, Cell, StartRule
from sapper.games import Game, deal
from tests.support.web_pages import SEED, WINNING, box, expect_moves, played, visit, walk

FRAGMENT = "play:" + SEED.replace(" ", "_")
STARTED = FRAGMENT + "_o4,4"
OPEN_QUESTION = "play:9x9/10_safe_5_0_o4,4"


def test_a_seeded_game_is_won_by_mouse(page: Page) -> None:
    visit(page, FRAGMENT)
    for count, (row, column) in enumerate(WINNING, 1):
        played(page, row, column).click()
        expect_moves(page, count)
    expect(page.locator("#play-state")).to_have_text("You won")
    expect(page.locator("#live")).to_contain_text("Won")
    expect(page.locator("#play-board .shown, #play-board .flag")).to_have_count(10)
    played(page, 4, 4).focus()
    expect(played(page, 4, 4)).to_be_focused()


def test_a_seeded_game_is_won_by_keyboard_alone(page: Page) -> None:
    visit(page, FRAGMENT)
    page.keyboard.press("Tab")
    for _ in range(40):
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
        page.keyboard.press("Tab")
    here = (0, 0)
    for count, there in enumerate(WINNING, 1):
        walk(page, here, there)
        expect(played(page, *there)).to_be_focused()
        page.keyboard.press("Enter")
        expect_moves(page, count)
        here = there
    expect(page.locator("#play-state")).to_have_text("You won")


def test_the_grid_has_one_tab_stop_and_the_keys_of_the_pattern(page: Page) -> None:
    visit(page, STARTED)
    expect(page.locator("#play-board [role=gridcell][tabindex='0']")).to_have_count(1)
    played(page, 3, 3).focus()
    for key, row, column in (
        ("Home", 3, 0), ("End", 3, 8), ("Control+Home", 0, 0), ("Control+End", 8, 8),
        ("PageUp", 3, 8), ("ArrowRight", 3, 8),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect(played(page, row, column)).to_be_focused()
    expect(page.locator("#play-board [role=gridcell][tabindex='0']")).to_have_count(1)
    expect(played(page, 4, 4)).to_have_attribute("aria-label", "row 4, column 4, empty, last move")


def test_a_game_is_lost_and_undone(page: Page) -> None:
    visit(page, FRAGMENT.replace("open", "raw"))
    mines = deal(BoardSpec.parse("9x9/10"), StartRule.RAW, (4, 4), seed=158)
    played(page, *divmod(mines.index(1), 9)).click()
    expect(page.locator("#play-state")).to_contain_text("A mine")
    expect(page.locator("#play-board .mine")).to_have_count(1)
    expect(page.locator("#play-board .shown")).to_have_count(9)
    page.click("#undo")
    expect(page.locator("#play-board .mine")).to_have_count(0)
    page.click("#redo")
    expect(page.locator("#play-board .mine")).to_have_count(1)
    page.click("#restart")
    expect_moves(page, 0)


def test_flags_question_marks_and_chords(page: Page) -> None:
    visit(page, STARTED)
    number, mine = _number_with_one_covered(page)
    target = played(page, *mine)
    target.click(button="right")
    expect(target).to_have_class(re.compile(r"\bflag\b"))
    expect(page.locator("#mines-left")).to_have_text("9")
    target.click()
    expect(target).to_have_class(re.compile(r"\bflag\b"))
    target.focus()
    page.keyboard.press("q")
    expect(target).to_have_class(re.compile(r"\bask\b"))
    page.keyboard.press("f")
    expect(target).to_have_class(re.compile(r"\bflag\b"))
    expect_moves(page, 4)
    before = page.url
    played(page, *number).click()
    page.wait_for_timeout(400)
    assert page.url == before, "a chord without another covered neighbour is no move"


def test_the_flag_mode_is_for_touch(phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    visit(phone, STARTED)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.locator("label", has_text="Flag").first.tap()
    _, mine = _number_with_one_covered(phone)
    played(phone, *mine).tap()
    expect(played(phone, *mine)).to_have_class(re.compile(r"\bflag\b"))
    assert box(played(phone, 0, 0))["width"] >= 30


def test_the_heat_map_the_certain_cells_and_the_best_move(page: Page) -> None:
    visit(page, OPEN_QUESTION)
    page.locator("label", has_text="Heat map").click()
    expect(page.locator("#play-board .sure-safe").first).to_be_visible()
    label = page.locator("#play-board .heat").first.get_attribute("aria-label")
    assert label is not None
    assert re.fullmatch(r"row \d, column \d, hidden, <?\d+ percent mine", label)
    page.locator("label", has_text="best move").click()
    expect(page.locator("#play-board .best")).to_have_count(1)
    page.locator("#play-board .c.hid").first.focus()
    expect(page.locator("#play-analysis .exact")).to_contain_text("a mine")


def test_the_mouse_chooses_the_cell_on_which_it_rests(page: Page) -> None:
    visit(page, OPEN_QUESTION)
    title = page.locator("#play-analysis .slot-cell h2")
    expect(title).to_have_text("Choose a covered cell")
    played(page, 2, 0).hover()
    expect(title).to_have_text("Cell r2c0")
    why = page.locator("#play-analysis button", has_text="Why?")
    page.mouse.move(box(why)["x"] + 5, box(why)["y"] + 5, steps=20)  # across other covered cells
    why.click()
    expect(page.locator("#play-analysis")).to_contain_text("Why r2c0 is")
    expect(title).to_have_text("Cell r2c0")
    expect_moves(page, 1)


def test_the_help_mode_explains_a_cell_and_makes_no_move(phone: Page) -> None:
    visit(phone, OPEN_QUESTION)
    phone.locator("#play .segments label", has_text="Help").tap()
    played(phone, 2, 0).tap()
    expect(phone.locator("#play-analysis")).to_contain_text("Why r2c0 is")
    expect(played(phone, 2, 0)).to_have_class(re.compile("role-cell"))
    played(phone, 3, 1).tap()  # a number
    expect(phone.locator("#play-analysis")).to_contain_text("Choose a covered cell first")
    expect_moves(phone, 1)
    phone.locator("#play .segments label", has_text="Open").tap()
    played(phone, 2, 0).tap()
    expect_moves(phone, 2)
    phone.click("nav >> text=Games")
    expect(phone.locator("#games-list tbody tr")).to_contain_text("hint")


def test_a_warning_before_a_move_that_is_not_the_best(page: Page) -> None:
    visit(page, OPEN_QUESTION)
    page.locator("label", has_text="Heat map").click()
    page.locator("label", has_text="Warn").click()
    page.locator("label", has_text="best move").click()
    expect(page.locator("#play-board .best")).to_have_count(1)
    page.locator("#play-board .heat").first.click()
    expect(page.locator("#ask")).to_be_visible()
    page.locator("#ask button[value=no]").click()
    expect_moves(page, 1)
    page.locator("#play-board .best").click()
    expect_moves(page, 2)


def test_a_player_is_watched_and_stepped(page: Page) -> None:
    visit(page, FRAGMENT)
    page.click("#watch-step")
    expect_moves(page, 1)
    expect(page.locator("#watch-reason")).not_to_be_empty()
    page.locator("#watch-speed").fill("6")
    page.click("#watch-run")
    expect(page.locator("#play[data-status=playing]")).to_have_count(0)
    expect(page.locator("#watch-run")).to_have_text("Watch")


@pytest.mark.expects("is not iterable")
def test_a_step_that_fails_does_not_stop_the_next(page: Page) -> None:
    visit(page, FRAGMENT)
    page.route("**/api/watch", lambda route: route.fulfill(json={}))
    with page.expect_event("pageerror"):
        page.click("#watch-step")
    page.unroute("**/api/watch")
    page.click("#watch-step")
    expect_moves(page, 1)


def test_a_step_waits_for_the_list_of_players(page: Page) -> None:
    def answer_late(route: Route) -> None:
        page.wait_for_timeout(500)
        route.continue_()

    page.route("**/api/players", answer_late)
    visit(page, FRAGMENT)
    page.click("#watch-step")
    expect_moves(page, 1)


def test_a_link_brings_the_game_to_another_browser(
    page: Page, new_page: Callable[..., Page]
) -> None:
    visit(page, FRAGMENT)
    played(page, 4, 4).click()
    expect_moves(page, 1)
    second = new_page()
    second.goto(page.url)
    expect(played(second, 4, 4)).to_have_class(re.compile(r"\bnum\b"))
    faces = "[...document.querySelectorAll('#play-board [role=gridcell]')].map(c => c.className)"
    assert [x.replace(" last", "") for x in second.evaluate(faces)] == [
        x.replace(" last", "") for x in page.evaluate(faces)
    ]


@pytest.mark.expects("expected 0 to 8 mines")
def test_a_new_game_by_the_form(page: Page) -> None:
    visit(page, FRAGMENT)
    page.select_option("[name=preset]", "custom")
    page.fill("#new-game [name=custom]", "hex-6x7/8")
    page.fill("#new-game [name=seed]", "42")
    page.click("text=New game")
    expect(page).to_have_url(re.compile(r"#play:hex-6x7/8_open_42_0$"))
    expect(page.locator("#play-board [role=gridcell]")).to_have_count(42)
    page.fill("#new-game [name=custom]", "3x3/99")
    page.click("text=New game")
    expect(page.locator("#notice")).to_contain_text("expected 0 to 8 mines")
    page.fill("#new-game [name=custom]", "3x3/2")
    page.click("text=New game")
    expect(page.locator("#play-board [role=gridcell]")).to_have_count(9)
    expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.parametrize("board", ["100x100/1500"])
def test_a_large_board_is_a_canvas_with_a_cursor(page: Page, board: str) -> None:
    visit(page, f"play:{board}_open_1_0_o50,50")
    expect(page.locator("#play-board canvas")).to_be_visible()
    pointed = page.locator("#play-board [role=gridcell]")
    expect(pointed).to_have_count(1)
    pointed.focus()
    page.keyboard.press("Control+End")
    expect(pointed).to_have_attribute("aria-label", re.compile("row 99, column 99, "))
    page.keyboard.press("f")
    expect(pointed).to_have_attribute("aria-label", re.compile("flagged"))


def _number_with_one_covered(page: Page) -> tuple[Cell, Cell]:
    """Return a 1 with just one covered neighbour, and that neighbour."""
    expect(page.locator("#play-board .n1").first).to_be_visible()  # the mines have been dealt
    position = Game.parse(f"{SEED} o4,4").position
    for cell, number in position.numbers():
        near = [each for each in position.geometry.around(cell) if position.is_covered(each)]
        if number == len(near) == 1:
            return cell, near[0]
    raise AssertionError("there is no such number")
