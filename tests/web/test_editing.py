"""Analyse in a real browser: an editor as fast as typing, proofs, conflicts and their repairs."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.slow_engine import hold_answers
from tests.support.web_pages import edited, line, visit, wait_for_view

CLEAN = "3x3/2:01_/12_/___"


def test_a_position_is_typed(page: Page) -> None:
    visit(page, "analyse:3x3/2:___/___/___")
    edited(page, 0, 0).click()
    page.keyboard.type("01 12")
    expect(page).to_have_url(re.compile(r"3x3/2:01_/12_/___$"))
    expect(page.locator("#edit-board .sure-safe")).to_have_count(1)
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile(r"3x3/2:01_/12F/___$"))
    page.keyboard.press("Control+z")
    expect(page).to_have_url(re.compile(r"3x3/2:01_/12_/___$"))
    page.keyboard.press("Control+y")
    expect(page).to_have_url(re.compile(r"3x3/2:01_/12F/___$"))


def test_the_board_is_resized_and_its_mines_changed(page: Page) -> None:
    visit(page, f"analyse:{CLEAN}")
    page.fill("#shape [name=columns]", "4")
    page.fill("#shape [name=mines]", "3")
    page.click("#shape >> text=Resize")
    expect(page).to_have_url(re.compile(r"3x4/3:01__/12__/____$"))
    page.fill("#shape [name=mines]", "?")
    page.keyboard.press("Tab")
    expect(page.locator("#shape .density")).to_be_visible()
    expect(page.locator("#edit-board .heat").first).to_be_visible()


def test_any_text_is_pasted(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit(page, "analyse:3x3/2:___/___/___")
    page.evaluate("navigator.clipboard.writeText('mines 2\\n0 1 _\\n1 2 _\\n_ _ _')")
    edited(page, 0, 0).click()
    page.keyboard.press("Control+v")
    expect(page).to_have_url(re.compile(r"3x3/2:01_/12_/___$"))
    page.click("#edit-paste")
    page.fill("#paste textarea", "1 2\n1")
    page.click("#paste button[value=yes]")
    expect(page.locator("#paste-error")).to_contain_text("row 1")
    page.fill("#paste textarea", "2x2/1:1_/__")
    page.click("#paste button[value=yes]")
    expect(page.locator("#paste")).to_be_hidden()
    assert line(page) == "2x2/1:1_/__"


def test_prose_is_not_read_as_a_board(page: Page) -> None:
    visit(page, f"analyse:{CLEAN}")
    page.click("#edit-paste")
    for prose in ("hello", "is there a safe cell?", "ada petak aman?\nsaya buntu di sini"):
        page.fill("#paste textarea", prose)
        page.click("#paste button[value=yes]")
        expect(page.locator("#paste-error")).to_contain_text("expected ")
        assert line(page) == CLEAN
        page.fill("#paste textarea", "1 2 3 4")
        page.click("#paste button[value=yes]")
        expect(page.locator("#paste")).to_be_hidden()
        page.click("#edit-undo")
        expect(page).to_have_url(re.compile(r"3x3/2:01_/12_/___$"))
        page.click("#edit-paste")


def test_a_contradiction_is_shown_and_repaired(page: Page) -> None:
    visit(page, "analyse:3x3/2:01_/12_/___")
    edited(page, 0, 0).click()
    page.keyboard.type("3")
    alarm = page.locator("#edit-analysis [role=alert]")
    expect(alarm).to_contain_text("No layout of mines fits")
    expect(edited(page, 0, 0)).to_have_class(re.compile(r"\bclash\b"))
    expect(edited(page, 0, 0)).to_have_attribute("aria-label", re.compile("clashes"))
    alarm.locator("button.repair").first.click()
    expect(alarm).to_have_count(0)
    expect(page.locator("#edit-board .heat, #edit-board .sure-safe").first).to_be_visible()


def test_why_shows_the_proof(page: Page) -> None:
    visit(page, f"analyse:{CLEAN}")
    edited(page, 2, 2).click()
    page.keyboard.press("w")
    card = page.locator("#edit-analysis section", has_text="Why r2c2 is safe")
    expect(card).to_be_visible()
    expect(card).to_contain_text("r1c1")
    expect(card.locator(".cell-name[data-kind=safe]").first).to_be_visible()
    name = card.locator(".together").first  # a name of a cell and the comma behind it
    assert name.evaluate("(name) => getComputedStyle(name).whiteSpace") == "nowrap"
    assert re.fullmatch(r"r\d+c\d+[.,)]", name.inner_text())
    expect(edited(page, 1, 1)).to_have_class(re.compile("role-number"))
    expect(edited(page, 2, 2)).to_have_class(re.compile("role-cell"))
    card.locator(".cell-name", has_text="r1c1").first.click()
    expect(edited(page, 1, 1)).to_be_focused()
    edited(page, 0, 2).click()
    page.keyboard.press("w")
    expect(page.locator("#edit-analysis")).to_contain_text("Nothing proves r0c2")


def test_play_and_analyse_share_a_position(page: Page) -> None:
    visit(page, "play:9x9/10_open_158_0_o4,4")
    page.click("#to-analyse")
    expect(page).to_have_url(re.compile("#analyse:9x9/10:"))
    wait_for_view(page, "analyse")
    told = line(page)
    page.click("#to-play")
    expect(page).to_have_url(re.compile("#play:9x9/10_raw_="))
    page.click("#to-analyse")
    expect(page).to_have_url(re.compile("#analyse:9x9/10:"))
    assert line(page) == told


def test_a_late_game_to_play_on_does_not_leave_another_view(page: Page) -> None:
    visit(page, "analyse:3x3/2:01_/12_/___")
    go_on = hold_answers(page, "**/api/continue")
    with page.expect_request("**/api/continue"):
        page.click("#to-play")
    page.click("nav >> text=Lab")
    wait_for_view(page, "lab")
    with page.expect_response("**/api/continue"):
        go_on()
    page.wait_for_timeout(150)
    expect(page.locator("#lab")).to_be_visible()
    expect(page).to_have_url(re.compile("#lab"))


def test_a_picture_is_downloaded(page: Page) -> None:
    visit(page, f"analyse:{CLEAN}")
    page.click("#edit-share summary")
    with page.expect_download() as waiting:
        page.click("#edit-share >> text=Download SVG")
    assert waiting.value.suggested_filename == "board.svg"
    assert waiting.value.path().read_bytes().startswith(b"<svg")


def test_keys_go_on_after_a_board_of_another_size_is_pasted(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit(page, "analyse:3x3/2:___/___/___")
    page.evaluate("navigator.clipboard.writeText('4x4/3:____/____/____/____')")
    edited(page, 0, 0).click()
    page.keyboard.press("Control+v")
    expect(page).to_have_url(re.compile(r"4x4/3:____/"))
    page.keyboard.type("1")
    assert line(page) == "4x4/3:1___/____/____/____"


def test_a_tap_says_the_chance_beside_the_board(phone: Page) -> None:
    visit(phone, "analyse:3x3/2:01_/12_/___")
    edited(phone, 2, 2).tap()
    expect(phone.locator("#edit-state")).to_contain_text("r2c2 is a mine in")
    expect(phone.locator("#edit-analysis .exact")).to_be_visible()
