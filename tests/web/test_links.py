"""Addresses: the whole state of every view, walked by back and forward, and never a blank page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.slow_engine import hold_answers
from tests.support.web_pages import box, cell, edited, line, visit, wait_for_view

BROKEN = {
    "#%": ("play", "cannot be read"),
    "#main": ("play", ""),
    "#nowhere:1": ("play", "no view “nowhere”"),
    "#constructor": ("play", "no view “constructor”"),
    "#play:constructor_safe_1_0": ("play", "expected a board"),
    "#play:%": ("play", "cannot be read"),
    "#play:0x0/0_safe_1_0": ("play", "cannot be shown"),
    "#play:100000x100000/5_safe_1_0": ("play", "1 to 2,500 cells"),
    "#play:hex-9x9/10_safe_1_0": ("play", "not hex boards"),
    "#analyse:hex-1x3/1:___": ("analyse", "not hex boards"),
    "#play:9x9/10_safe": ("play", "cannot be shown"),
    "#play:9x9/10_safe_1_0_o99,99": ("play", "cannot be shown"),
    "#analyse:%": ("analyse", "cannot be read"),
    "#analyse:0x0/0:": ("analyse", "1 to 2,500 cells"),
    "#analyse:100000x100000/5:_": ("analyse", "1 to 2,500 cells"),
    "#analyse:3x3/2:01_/12/___": ("analyse", "expected 3 cells in row 1, got 2"),
    "#analyse:3x3/2:01_/12_": ("analyse", "expected 3 rows, got 2"),
    "#analyse:3x3/99:01_/12_/___": ("analyse", "at most 9 mines"),
    "#analyse:3x3/2:01_/1!_/___": ("analyse", "cannot be shown"),
    "#analyse:nonsense": ("analyse", "cannot be shown"),
    "#analyse:3x3/?:01_/12_/___;density=7": ("analyse", "density between 0 and 1"),
    "#review:%": ("review", "cannot be read"),
    "#review:0x0/0_safe_1_0_o0,0": ("review", "cannot be shown"),
    "#review:100000x100000/5_safe_1_0_o0,0": ("review", "at most 10,000 cells"),
    "#review:nonsense": ("review", "cannot be shown"),
    "#lab:%": ("lab", "cannot be read"),
    "#lab:0x0/0": ("lab", "got “0x0/0”"),
    "#lab:9x9/10_safe_nan": ("lab", "cannot be shown"),
    "#lab:9x9/10_safe_20_0_nobody": ("lab", "got “9x9/10 safe 20 0 nobody”"),
    f"#analyse:{'_' * 70_000}": ("analyse", "too long"),
}


@pytest.mark.expects("")
@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.slow), 5])
def test_a_broken_address_gets_one_sentence_and_a_usable_view(page: Page, step: int) -> None:
    for address, (view, sentence) in [*BROKEN.items()][::step]:
        page.goto("about:blank")
        page.goto("/" + address)
        wait_for_view(page, view)
        expect(page.locator(f"#{view}")).to_be_visible()
        notice = page.locator("#notice")
        if sentence:
            expect(notice, address[:60]).to_contain_text(sentence)
        else:
            expect(notice).to_be_hidden()
        text = page.locator("main").inner_text()
        assert not re.search(r"NaN|undefined|Infinity|\[object", text), address
        if view == "play":
            expect(page.locator("#play-board [role=gridcell]")).to_have_count(81)
        if view == "analyse" and "density" not in address:
            expect(page.locator("#edit-board .hid")).to_have_count(81)


def test_analyse_keeps_trust_and_density(page: Page) -> None:
    visit(page, "analyse:3x3/?:01_/12F/___;trust;density=0.3")
    expect(page.locator("#shape [name=trust]")).to_be_checked()
    expect(page.locator("#shape [name=density]")).to_have_value("0.3")
    page.fill("#shape [name=density]", "0.4")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile(r"12F/___;trust;density=0.4$"))
    other = page.context.new_page()
    other.goto(page.url)
    wait_for_view(other, "analyse")
    expect(other.locator("#shape [name=density]")).to_have_value("0.4")
    other.click("#clear")
    expect(other).to_have_url(re.compile(r"3x3/\?:___/___/___;trust;density=0.4$"))


def test_back_and_forward_walk_between_views(page: Page) -> None:
    visit(page, "play:9x9/10_open_158_0_o4,4@30")
    expect(page.locator("#clock")).to_have_text(re.compile("3[0-9]"))
    page.click("#to-analyse")
    wait_for_view(page, "analyse")
    position = line(page)
    edited(page, 0, 0).click()
    page.keyboard.type("1")
    changed = page.url
    page.click("nav >> text=Lab")
    wait_for_view(page, "lab")
    page.fill("#lab-form [name=games]", "77")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("#lab:9x9/10_safe_77_0_"))
    page.go_back()
    wait_for_view(page, "analyse")
    assert page.url == changed != position
    expect(edited(page, 0, 0)).to_have_text("1")
    page.go_back()
    wait_for_view(page, "play")
    expect(page).to_have_url(re.compile(r"#play:9x9/10_open_158_0_o4,4@30$"))
    page.go_forward()
    page.go_forward()
    wait_for_view(page, "lab")
    expect(page.locator("#lab-form [name=games]")).to_have_value("77")


def test_back_within_a_moment_shows_the_game_before(page: Page) -> None:
    visit(page, "play:9x9/10_safe_5_0_o4,4")
    cells = page.locator("#play-board [role=gridcell]")
    page.evaluate(
        """async () => {
            const save = () => document.dispatchEvent(new Event("visibilitychange"));
            addEventListener("hashchange", save);  // at the worst moment
            location.hash = "play:16x16/1_raw_=1_0_f8,8";
            while (document.querySelectorAll("#play-board [role=gridcell]").length !== 256)
                await new Promise((resolve) => setTimeout(resolve, 5));
            history.back();
        }"""
    )
    expect(cells).to_have_count(81)
    expect(page).to_have_url(re.compile("#play:9x9/10_safe_5_0_o4,4$"))


@pytest.mark.parametrize("name", ["play", "analyse"])
def test_a_view_that_was_left_while_it_loaded_is_shown_later(page: Page, name: str) -> None:
    module = re.compile(rf"/{name}\b[^/]*\.js")
    load = hold_answers(page, module)
    visit(page, "games")
    page.evaluate(f"location.hash = '{name}'")
    page.wait_for_timeout(100)
    page.evaluate("location.hash = 'games'")
    load()
    wait_for_view(page, "games")
    page.evaluate(f"location.hash = '{name}'")
    wait_for_view(page, name)
    expect(page.locator(f"#{name} [role=gridcell]").first).to_be_visible()


def test_a_press_before_a_view_is_loaded_keeps_the_page(page: Page) -> None:
    load = hold_answers(page, re.compile(r"/play\.js"))
    page.goto("/#play:9x9/10_safe_5_0", wait_until="commit")
    place = box(page.locator("#new-game .main"))
    page.mouse.click(place["x"] + 9, place["y"] + 9)
    load()
    wait_for_view(page, "play")
    expect(page).to_have_url(re.compile("/#play:9x9/10_safe_5_0$"))
    expect(page.locator("#play-board [role=gridcell]")).to_have_count(81)


def test_a_link_names_the_move_under_review(page: Page) -> None:
    visit(page, "review:9x9/10_safe_5_0_o4,4_o2,0_o0,0;move=2")
    expect(page.locator("#review-list button[aria-current=step]")).to_contain_text("r2c0")
    expect(cell(page, "review-board", 2, 0)).to_have_class(re.compile(r"\bhid\b.*\blast\b"))
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(";move=end$"))


def test_the_skip_link_goes_to_the_board_and_keeps_the_address(page: Page) -> None:
    visit(page, "lab:9x9/10_safe_50_0_greedy")
    page.get_by_text("Skip to the board").press("Enter")
    expect(page.locator("#main")).to_be_focused()
    assert "#lab:" in page.url
    visit(page, "play:9x9/10_safe_5_0_o4,4")
    page.get_by_text("Skip to the board").press("Enter")
    expect(page.locator("#play-board [role=gridcell]:focus")).to_have_count(1)
