"""The habits of players: buttons together, drags, keys anywhere, touch; and what a result shows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from sapper.board import BoardSpec, StartRule
from sapper.games import deal
from tests.support.web_pages import (
    SEED,
    WINNING,
    box,
    choose,
    expect_moves,
    new_game,
    played,
    visit,
    wait_for_view,
)

CHORD = "play:4x4/1_raw_=0001_0_o2,2_f3,3"
FRAGMENT = "play:" + SEED.replace(" ", "_")
LOST = "play:9x9/10_safe_5_0_o4,4"


def place(cell: Locator) -> tuple[float, float]:
    return box(cell)["x"] + 8, box(cell)["y"] + 8


def test_a_chord_by_both_buttons_in_any_order_by_the_middle_and_by_the_left(page: Page) -> None:
    visit(page, CHORD)
    number = played(page, 2, 2)
    won = page.locator("#play-state", has_text="You won")
    for first, second in (("left", "right"), ("right", "left")):
        page.mouse.move(*place(number))
        page.mouse.down(button=first)  # type: ignore[arg-type]
        page.mouse.down(button=second)  # type: ignore[arg-type]
        expect(page.locator("#play-board .pressed")).not_to_have_count(0)
        page.mouse.up(button=first)  # type: ignore[arg-type]
        page.mouse.up(button=second)  # type: ignore[arg-type]
        expect(won).to_be_visible()
        page.keyboard.press("u")
        expect(won).to_have_count(0)
    for button in ("middle", "left"):
        number.click(button=button)  # type: ignore[arg-type]
        expect(won).to_be_visible()
        page.keyboard.press("u")


def test_a_drag_only_looks_and_a_pressed_cell_shows(page: Page) -> None:
    visit(page, FRAGMENT)
    page.mouse.move(*place(played(page, 0, 0)))
    page.mouse.down()
    expect(played(page, 0, 0)).to_have_class(re.compile("pressed"))
    page.mouse.move(*place(played(page, 5, 5)))
    expect(played(page, 5, 5)).to_have_class(re.compile("pressed"))
    page.mouse.up()
    expect(page.locator("#play-board .pressed")).to_have_count(0)
    expect(page.locator("#play-state")).to_have_text("Open any cell to begin")
    page.mouse.down()
    page.mouse.move(5, 400)
    page.mouse.up()
    page.mouse.move(*place(played(page, 5, 5)))
    expect(page.locator("#play-state")).to_have_text("Open any cell to begin")


def test_keys_work_wherever_the_focus_is(page: Page) -> None:
    visit(page, FRAGMENT)
    page.evaluate("document.activeElement.blur()")
    played(page, 8, 8).hover()
    page.keyboard.press("Space")
    expect(played(page, 8, 8)).to_have_class(re.compile("flag"))
    page.keyboard.press("Space")
    expect(played(page, 8, 8)).not_to_have_class(re.compile("flag"))
    played(page, 4, 4).hover()
    page.keyboard.press("Enter")
    expect(page.locator("#play-board .num").first).to_be_visible()
    page.click("#undo")  # a click leaves the keys to the board
    page.click("#redo")
    played(page, 0, 7).hover()
    page.keyboard.press("f")
    expect(played(page, 0, 7)).to_have_class(re.compile("flag"))
    choose(page, seed="77")
    page.locator("#new-game [name=seed]").press("n")
    expect(page.locator("#play-board .flag")).to_have_count(1)
    page.locator("#undo").focus()
    page.keyboard.press("Tab")
    choose(page, seed="")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("n")
    expect(page.locator("#play-state")).to_have_text("Open any cell to begin")


def test_a_long_press_flags(phone: Page) -> None:
    visit(phone, FRAGMENT)
    x, y = place(played(phone, 0, 0))
    session = phone.context.new_cdp_session(phone)
    session.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    expect(played(phone, 0, 0)).to_have_class(re.compile("flag"))
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    played(phone, 0, 0).tap()
    expect(played(phone, 0, 0)).to_have_class(re.compile("flag"))
    expect_moves(phone, 1)


def test_a_result_and_a_lesson_after_a_loss(page: Page) -> None:
    visit(page, LOST)
    mines = deal(BoardSpec.parse("9x9/10"), StartRule.SAFE, (4, 4), seed=5)
    played(page, *divmod(mines.index(1), 9)).click()
    result = page.locator("#result")
    expect(result).to_contain_text("Lost after")
    expect(result).to_contain_text("3BV")
    expect(result).to_contain_text(re.compile(r"r\d+c\d+ ?lost, safe with"))
    page.click("#result >> text=What was certain?")
    lesson = page.locator("#help-card")
    expect(lesson).to_contain_text(re.compile(r"r\d+c\d+"))
    expect(page.locator("#play-board .sure-safe, #play-board .best")).to_have_count(1)
    expect(result).to_be_hidden()


@pytest.mark.expects("expected a file of games")
def test_your_games_are_kept_exported_and_deleted(page: Page, tmp_path: Path) -> None:
    visit(page, FRAGMENT)
    for cell in WINNING:
        played(page, *cell).click()
    expect(page.locator("#result")).to_contain_text("Your first win on this board")
    expect(page.locator("#result")).to_contain_text("3BV/s")
    expect(page.locator("#result")).to_contain_text("ZiNi efficiency")
    expect(page.locator("#result")).to_contain_text(re.compile("Luck ?100 %"))
    choose(page, seed="9")
    new_game(page)
    played(page, 4, 4).click()
    expect_moves(page, 1)
    page.goto("about:blank")
    page.goto("/")  # the unfinished game goes on
    wait_for_view(page, "play")
    expect(page.locator("#play-board .num").first).to_be_visible()
    page.click("nav >> text=Games")
    expect(page.locator("#games-list tbody tr")).to_have_count(2)
    expect(page.locator("#games-kinds")).to_contain_text(re.compile(r"100 % \(\d+.* to 100"))
    page.click("#games-judge")
    expect(page.locator("#games-list tbody tr").nth(1)).to_contain_text("0.0")
    with page.expect_download() as download:
        page.click("#games-export")
    exported = tmp_path / "games.json"
    download.value.save_as(exported)
    assert len(json.loads(exported.read_text("utf-8"))["games"]) == 2
    page.click("#games-delete")
    page.click("#ask button[value=yes]")
    expect(page.locator("#games-state")).to_contain_text("No games yet")
    page.set_input_files("#games-import", exported)
    expect(page.locator("#games-list tbody tr")).to_have_count(2)
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"format": "sapper games", "version": 1, "games": [{"game": "x"}]}', "utf-8")
    page.set_input_files("#games-import", wrong)
    expect(page.locator("#toast")).to_contain_text("expected a file of games")
    expect(page.locator("#games-list tbody tr")).to_have_count(2)
