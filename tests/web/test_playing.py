"""Play in a real browser: mouse, keyboard alone, touch, assistance, links, watching."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from sapper.board import BoardSpec, Cell, StartRule
from sapper.games import Game, deal
from tests.support.slow_engine import hold_answers
from tests.support.web_pages import (
    SEED,
    WINNING,
    box,
    choose,
    expect_moves,
    new_game,
    played,
    show_panel,
    visit,
    wait_for_view,
    walk,
)

FRAGMENT = "play:" + SEED.replace(" ", "_")
STARTED = FRAGMENT + "_o4,4"
OPEN_QUESTION = "play:9x9/10_safe_5_0_o4,4"


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
    expect(page.locator("#live")).to_contain_text("Won")
    expect(page.locator("#play-board .shown, #play-board .flag")).to_have_count(10)
    played(page, 4, 4).focus()
    expect(played(page, 4, 4)).to_be_focused()


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
    expect(played(page, 4, 4)).to_have_attribute("aria-label", "row 4, column 4, empty")


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


def test_the_heat_map_shows_what_is_certain_and_the_exact_chance_under_the_mouse(
    page: Page,
) -> None:
    visit(page, OPEN_QUESTION)
    page.locator("label", has_text="Heat map").click()
    expect(page.locator("#play-board .sure-safe").first).to_be_visible()
    label = page.locator("#play-board .heat").first.get_attribute("aria-label")
    assert label is not None
    assert re.fullmatch(r"row \d, column \d, hidden, <?\d+ percent mine", label)
    state = page.locator("#play-state")
    played(page, 0, 0).hover()
    expect(state).to_have_text(re.compile(r"r0c0 is a mine in [\d.]+ % \(= \d+/\d+\)"))
    page.keyboard.press("h")
    expect(page.locator("#help-card")).to_contain_text("can be proved")
    expect(state).to_contain_text("r0c0 is a mine in")
    page.keyboard.press("Escape")
    played(page, 4, 4).hover()
    expect(state).to_have_text("40 cells to open")
    page.locator("label", has_text="Heat map").click()
    expect(page.locator("#play-board .sure-safe, #play-board .heat")).to_have_count(0)


def test_help_says_more_with_each_press_and_shows_the_proof_once(page: Page) -> None:
    visit(page, OPEN_QUESTION)
    help_, card, board = page.locator("#help"), page.locator("#help-card"), "#play-board"
    help_.click()
    expect(card).to_contain_text("can be proved")
    expect(page.locator(f"{board} .role-helper, {board} .sure-safe")).to_have_count(0)
    expect(help_).to_have_text("Where?")
    page.keyboard.press("h")
    expect(card).to_contain_text("Look at rows")
    expect(page.locator(f"{board} .role-helper").first).to_be_visible()
    expect(page.locator(f"{board} .sure-safe")).to_have_count(0)
    card.locator("button", has_text="Which cell?").click()
    expect(card).to_contain_text("Can you see why?")
    expect(page.locator(f"{board} .sure-safe")).to_have_count(1)
    help_.click()
    expect(card.locator("h3")).to_have_text(re.compile(r"^Why r\d+c\d+ is safe$"))
    expect(card.locator(".steps")).to_have_count(1)
    expect(card.locator(".legend")).to_contain_text("number of the proof")
    name = card.locator(".cell-name[data-kind=safe]").first
    name.hover()
    expect(page.locator(f"{board} .sure-safe.lit")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(page.locator(f"{board} .sure-safe, {board} .role-number")).to_have_count(0)
    played(page, 0, 0).click(button="right")
    expect_moves(page, 2)
    page.click("nav >> text=Games")
    expect(page.locator("#games-list tbody tr")).to_contain_text("hint")


def test_help_names_the_best_guess_with_its_sentence(page: Page) -> None:
    visit(page, "play:16x30/99_safe_5_0_o4,4")
    page.click("#help")
    card = page.locator("#help-card")
    expect(card).to_contain_text("Nothing is certain. Open r")
    expect(card.locator("tbody tr:visible")).to_have_count(4)
    expect(page.locator("#play-board .best")).to_have_count(1)
    card.locator("button", has_text=re.compile("All .* cells")).click()
    assert card.locator("tbody tr:visible").count() > 4


def test_help_on_a_phone_is_a_sheet_that_shows_the_cell_too(phone: Page) -> None:
    visit(phone, "play:16x30/99_open_63_0_o8,15")
    for said in ("can be proved", "Look at rows", "Can you see why?", "Why r"):
        phone.locator("#help").tap()
        expect(phone.locator("#help-card")).to_contain_text(said)
        sheet = phone.locator("#play .panel").bounding_box()
        cell = phone.locator("#play-board [role=gridcell][tabindex='0']").bounding_box()
        assert sheet is not None
        assert cell is not None
        assert 844 / 2 < sheet["y"] < 844 < sheet["y"] + sheet["height"] + 70
        assert said.startswith("can") or 48 < cell["y"] < sheet["y"] - cell["height"]
    marks = phone.locator("#play-board .mark").all_text_contents()
    assert marks[:2] == ["r0", "r1"]


def test_a_warning_before_a_move_that_is_not_the_best(page: Page) -> None:
    visit(page, OPEN_QUESTION)
    page.locator("label", has_text="Heat map").click()
    page.locator("label", has_text="Warn").click()
    page.locator("#play-board .heat").first.click()
    expect(page.locator("#ask")).to_be_visible()
    page.locator("#ask button[value=no]").click()
    expect_moves(page, 1)
    page.locator("#play-board .sure-safe").first.click()
    expect_moves(page, 2)


def test_the_face_begins_one_new_game_and_the_panel_folds(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, "play:16x30/99_safe_5_0_o4,4")
    played(page, 4, 4).locator("xpath=self::*[text()='3']").wait_for()
    size = played(page, 0, 0).bounding_box()
    assert size is not None
    assert size["width"] >= 32
    assert not page.locator("#play-board .last").count()
    show_panel(page)
    expect(page.locator("#watch-run")).to_be_visible()
    page.locator("#play .panel .panel-toggle").click()
    expect(page.locator("#watch-run")).to_be_hidden()
    games: list[str] = []
    page.on("framenavigated", lambda frame: games.append(frame.url))
    page.locator("#face").dblclick()
    expect(page.locator("#play-state")).to_have_text("Open any cell to begin")
    expect_moves(page, 0)
    page.wait_for_timeout(500)  # a second game would be in the address by now
    assert len(games) == 1


def test_the_board_of_the_day_is_one_for_all_and_needs_no_guess(
    page: Page, new_page: Callable[..., Page]
) -> None:
    boards = []
    for each in (page, new_page()):
        each.clock.set_fixed_time("2026-03-01T12:00:00")
        visit(each, FRAGMENT)
        choose(each, preset="today 9x9/10")
        new_game(each)
        expect(each.locator("#toast")).to_contain_text("The board of 3/1/2026")
        expect(each.locator("#new-game [name=preset]")).to_have_value("today 9x9/10")
        expect(each).not_to_have_url(re.compile(FRAGMENT))
        boards.append(each.url)
    assert boards[0] == boards[1]
    page.clock.set_fixed_time("2026-03-02T12:00:00")
    new_game(page)
    expect(page).not_to_have_url(boards[0])


def test_a_player_is_watched_and_stepped(page: Page) -> None:
    visit(page, FRAGMENT)
    show_panel(page)
    page.click("#watch-step")
    expect_moves(page, 1)
    expect(page.locator("#watch-reason")).to_have_text(re.compile(r"^r\d+c\d+ opened: "))
    page.click("#watch-run")
    expect(page.locator("#play[data-status=playing]")).to_have_count(0)
    expect(page.locator("#watch-run")).to_have_text("Watch")


def test_a_step_needs_no_list_of_players(page: Page) -> None:
    def answer_late(route: Route) -> None:
        page.wait_for_timeout(500)
        route.continue_()

    page.route("**/api/players", answer_late)
    visit(page, FRAGMENT)
    show_panel(page)
    page.click("#watch-step")
    expect_moves(page, 1)


@pytest.mark.expects("expected 0 to 8 mines")
def test_a_new_game_by_the_form(page: Page) -> None:
    visit(page, FRAGMENT)
    choose(page, preset="custom", rows="6", columns="7", mines="8", seed="42")
    new_game(page)
    expect(page).to_have_url(re.compile(r"#play:6x7/8_open_42_0$"))
    expect(page.locator("#play-board [role=gridcell]")).to_have_count(42)
    choose(page, rows="3", columns="3", mines="99")
    new_game(page)
    expect(page.locator("#notice")).to_contain_text("expected 0 to 8 mines")
    choose(page, mines="2")
    new_game(page)
    expect(page.locator("#play-board [role=gridcell]")).to_have_count(9)
    expect(page.locator("#notice")).to_be_hidden()


def _number_with_one_covered(page: Page) -> tuple[Cell, Cell]:
    """Return a 1 with just one covered neighbour, and that neighbour."""
    expect(page.locator("#play-board .n1").first).to_be_visible()  # the mines have been dealt
    position = Game.parse(f"{SEED} o4,4").position
    for cell, number in position.numbers():
        near = [each for each in position.geometry.around(cell) if position.is_covered(each)]
        if number == len(near) == 1:
            return cell, near[0]
    raise AssertionError("there is no such number")


def test_the_focus_never_leaves_with_a_card(page: Page) -> None:
    visit(page, "play:9x9/10_safe_5_0_o4,4_o2,0_o2,2")
    expect(page.locator("#result")).to_contain_text("r2c2 lost: it was certainly a mine")
    focused, board = page.locator(":focus"), page.locator("#play-board :focus")
    page.locator("#result button", has_text="What was certain?").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#help-card")).to_contain_text("Can you see why?")
    expect(page.locator("#live")).to_contain_text("Can you see why?")
    expect(board).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.locator("#help-card .main").focus()
    page.keyboard.press("Enter")
    expect(focused).to_have_text("Which cell?")
    page.locator("#help-card .quiet", has_text="Close").focus()
    page.keyboard.press("Enter")
    expect(board).to_have_count(1)


def test_the_first_line_goes_once_help_is_used(page: Page) -> None:
    visit(page, "play:9x9/10_safe_5_0_o4,4")
    expect(page.locator("#welcome")).to_be_visible()
    expect(played(page, 4, 4)).to_have_class(re.compile("num"))
    page.keyboard.press("h")
    expect(page.locator("#welcome")).to_be_hidden()
    page.reload()
    wait_for_view(page, "play")
    expect(page.locator("#welcome")).to_be_hidden()


def test_help_before_the_mines_are_dealt_is_answered_when_they_are(page: Page) -> None:
    deal = hold_answers(page, "**/api/deal")
    page.goto("/#" + OPEN_QUESTION)
    wait_for_view(page, "play")
    page.keyboard.press("h")
    expect(page.locator("#help-card")).to_contain_text("Asking the engine")
    deal()
    expect(page.locator("#help-card")).to_contain_text("ten safe cells")
