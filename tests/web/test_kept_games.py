"""What the history gives back to a game that is opened again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.web_pages import (
    SEED,
    WINNING,
    choose,
    expect_moves,
    finish,
    new_game,
    played,
    visit,
    wait_for_view,
)

FRAGMENT = "play:" + SEED.replace(" ", "_")


def wait_for_clock(page: Page, seconds: int) -> None:
    shows = "(least) => +document.querySelector('#clock').textContent >= least"
    page.wait_for_function(shows, arg=seconds, timeout=10_000)


def test_no_way_back_to_a_game_takes_its_clock_back(page: Page) -> None:
    page.clock.install()
    visit(page, FRAGMENT)
    played(page, 4, 4).click()
    expect_moves(page, 1)
    page.clock.fast_forward(60_000)  # thinking, without a move
    wait_for_clock(page, 60)
    page.reload()
    wait_for_view(page, "play")
    wait_for_clock(page, 60)
    page.clock.fast_forward(60_000)
    wait_for_clock(page, 120)
    page.click("#language")
    wait_for_view(page, "play")
    wait_for_clock(page, 120)
    page.clock.fast_forward(60_000)
    page.locator("nav [data-view=games]").click()
    row = page.locator("#games-list tbody tr")
    expect(row).to_have_count(1)
    assert float(row.locator("td").nth(2).inner_text().split()[0].replace(",", ".")) >= 180
    row.locator("button").click()
    wait_for_view(page, "play")
    wait_for_clock(page, 180)


def test_a_board_without_guess_stays_one_when_it_is_opened_again(page: Page) -> None:
    visit(page, FRAGMENT)
    choose(page, start="raw", grade="pair", seed="7")
    new_game(page)
    expect_moves(page, 1)
    expect(page.locator("#new-game [name=start]")).to_have_value("raw")  # as it was chosen
    expect(page.locator("#undo")).to_be_disabled()
    page.reload()
    wait_for_view(page, "play")
    page.locator("#play-board .num").first.wait_for()  # the mines are asked for again
    covered = page.locator("#play-board .hid").first
    for _ in range(2):
        covered.click(button="right")
    expect_moves(page, 3)
    page.locator("nav [data-view=games]").click()
    row = page.locator("#games-list tbody tr")
    expect(row).to_contain_text("no guess")
    expect(row.locator("td").nth(7)).to_have_text("none")
    row.locator("button").click()
    wait_for_view(page, "play")
    finish(page)
    expect(page.locator("#result")).to_contain_text("No guess needed: grade pair")
    page.click("#restart")
    expect_moves(page, 1)


def expect_kept(page: Page, status: str) -> None:
    page.locator("nav [data-view=games]").click()
    expect(page.locator("#games-list tbody tr")).to_have_count(1)
    expect(page.locator("#games-list tbody tr")).to_contain_text(status)


def test_a_position_larger_than_the_board_before_is_played_on(page: Page) -> None:
    visit(page, FRAGMENT)
    visit(page, "analyse:16x16/40:" + "/".join(["_" * 16] * 15 + ["_" * 15 + "1"]))
    page.click("#to-play")
    wait_for_view(page, "play")
    expect(played(page, 15, 15)).to_have_text("1")
    played(page, 0, 0).click(button="right")
    expect_moves(page, 2)
    expect_kept(page, "not over")


@pytest.mark.expects("expected a cell within 9 rows")
def test_a_link_that_cannot_be_shown_does_not_lose_the_game_before(page: Page) -> None:
    visit(page, FRAGMENT)
    played(page, *WINNING[0]).click()
    expect_moves(page, 1)
    page.evaluate("location.hash = '#play:9x9/10_safe_1_0_o99,99'")
    expect(page.locator("#notice")).to_be_visible()
    for cell in WINNING[1:]:
        played(page, *cell).click()
    expect(page.locator("#play-state")).to_have_text("You won")
    expect_kept(page, "won")


@pytest.mark.parametrize(
    "put",
    [
        pytest.param("throw Error('surprise')", marks=pytest.mark.expects("surprise")),
        "put.call(this, game); this.add(game)",  # as where the disk is full: nothing to say
    ],
)
def test_after_a_game_that_could_not_be_saved_the_next_is(page: Page, put: str) -> None:
    visit(page, FRAGMENT)
    page.evaluate(f"""() => {{
        const {{ put }} = IDBObjectStore.prototype;
        IDBObjectStore.prototype.put = function (game) {{ {put}; }};
        window.mend = () => {{ IDBObjectStore.prototype.put = put; }};
    }}""")
    played(page, 4, 4).click()
    expect_moves(page, 1)
    page.evaluate("location.hash = '#play:4x4/1_raw_=1_0'")
    expect(page.locator("#play-board [role=gridcell]")).to_have_count(16)
    page.evaluate("mend()")
    played(page, 0, 0).click()
    expect_moves(page, 1)
    expect_kept(page, "4x4/1")


def test_a_browser_without_a_store_plays_and_says_so(page: Page) -> None:
    page.add_init_script("Object.defineProperty(window, 'indexedDB', {value: undefined})")
    page.goto("/")
    wait_for_view(page, "play")
    played(page, 4, 4).click()
    expect_moves(page, 1)
    page.locator("nav [data-view=games]").click()
    expect(page.locator("#games-state")).to_contain_text("This browser keeps no games here")


def test_a_game_that_has_just_ended_is_among_your_games_at_once(page: Page) -> None:
    visit(page, "games")
    visit(page, "play")
    page.evaluate("""() => {
        addEventListener("hashchange", () => setTimeout(() => {
            const cell = [...document.querySelectorAll("#play-board [role=gridcell]")].at(-1);
            cell.focus();
            cell.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));
            location.hash = "games";
        }), {once: true});
        location.hash = "play:4x4/1_raw_=1_0";  // the mine is in the last cell
    }""")
    expect(page.locator("#games-list tbody tr")).to_have_count(1)
    expect(page.locator("#games-list tbody tr")).to_contain_text("lost")
    expect(page.locator("#games-list caption")).to_have_count(0)


def test_practice_counts_from_the_position_that_was_given(page: Page) -> None:
    visit(page, "play:1x8/2_raw_=81_0_o0,1_o0,6")  # the second open was a guess, the rest is none
    page.click("#to-analyse")
    wait_for_view(page, "analyse")
    page.click("#to-play")
    expect(page).to_have_url(re.compile("#play:1x8/2_raw_="))
    expect_moves(page, 2)
    finish(page)
    result = page.locator("#result")
    certain = "No guess: after the first cell, every cell that you opened was certain."
    expect(result).to_contain_text(certain)
    own = int(result.locator("dl div", has_text="Clicks").locator("dd").inner_text())
    expect_moves(page, 2 + own)
    page.reload()
    wait_for_view(page, "play")
    expect(result).to_contain_text(certain)
    finish(page)
    for _ in range(own):
        expect(page.locator("#undo")).to_be_enabled()
        page.click("#undo")
    expect(page.locator("#undo")).to_be_disabled()
    expect_moves(page, 2)
    page.click("#redo")
    expect_moves(page, 3)
    page.click("#restart")
    expect_moves(page, 2)
