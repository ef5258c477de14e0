"""Playing is local: no click waits for the server, whatever its latency, and none is lost."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from sapper.games import Game, play
from tests.support.slow_engine import delay_answers, hold_answers, lose_engine, set_latency
from tests.support.web_pages import SEED, WINNING, expect_moves, played, show_panel, visit

SLOW = pytest.mark.slow
FRAGMENT = "play:" + SEED.replace(" ", "_")
CLICK_ALL = """async ([words, pause]) => {
    const rows = [...document.querySelectorAll("#play-board [role=row]")]
        .map((row) => [...row.querySelectorAll("[role=gridcell]")]);
    for (const word of words) {
        const [row, column] = word.slice(1).split(",").map(Number);
        const cell = rows[row][column];
        const box = cell.getBoundingClientRect();
        const button = word[0] === "f" ? 2 : 0;
        const at = {bubbles: true, clientX: box.x + 5, clientY: box.y + 5, button,
                    pointerType: "mouse", isPrimary: true};
        cell.dispatchEvent(new PointerEvent("pointerdown", {...at, buttons: button || 1}));
        cell.dispatchEvent(new PointerEvent("pointerup", {...at, buttons: 0}));
        if (pause) await new Promise((done) => setTimeout(done, pause));
    }
}"""


def moves_of(page: Page) -> list[str]:
    """Return the moves in the address, without their times."""
    line = unquote(page.url).partition("#play:")[2].replace("_", " ")
    return [word.partition("@")[0] for word in line.split()[4:]]


@pytest.mark.parametrize("latency", [*(pytest.param(ms, marks=SLOW) for ms in (0, 150)), 600])
def test_no_move_of_an_expert_game_is_lost(page: Page, latency: int) -> None:
    record = play("fast", "expert", seed=63, first=(8, 15), start="open")
    game, words = " ".join(record.text.split()[:4]), record.text.split()[4:]
    assert record.is_won
    assert len(words) >= 266
    delay_answers(page, latency)
    visit(page, "play:" + game.replace(" ", "_"))
    page.evaluate(CLICK_ALL, [words, 15])
    expect(page.locator("#play-state")).to_have_text("You won")
    expect_moves(page, len(words))
    assert moves_of(page) == words
    line = unquote(page.url).partition("#play:")[2].replace("_", " ")
    assert Game.parse(line).status.value == "won"


def test_clicks_before_the_mines_are_there_keep_their_order(page: Page) -> None:
    deal = hold_answers(page, "**/api/deal")
    visit(page, FRAGMENT)
    flags = [f"f0,{column}" for column in range(9)]
    page.evaluate(CLICK_ALL, [[*flags, "f1,0"], 0])
    expect(page.locator("#play-board .flag")).to_have_count(10)
    page.click("#restart")
    page.evaluate(CLICK_ALL, [["o4,4", "f0,7", "f8,8", "f0,7", "o0,0"], 0])
    expect(page.locator("#play-state")).to_have_text("Dealing the mines …")
    expect(page.locator("#play-board .waiting")).to_have_count(4)
    page.click("#undo")
    deal()
    expect(page.locator("#play-board .num").first).to_be_visible()
    expect_moves(page, 4)
    assert moves_of(page) == ["o4,4", "f0,7", "f8,8", "u0,7"]
    page.keyboard.press("u")
    page.keyboard.press("u")
    page.keyboard.press("r")
    page.keyboard.press("u")
    page.keyboard.press("u")
    page.keyboard.press("u")
    page.keyboard.press("r")
    expect_moves(page, 1)
    assert moves_of(page) == ["o4,4"]


def test_a_late_answer_brings_nothing_old_back(page: Page) -> None:
    delay_answers(page, 0)
    visit(page, "play:9x9/10_safe_5_0_o4,4")
    page.locator("label", has_text="Heat map").click()
    expect(page.locator("#play-board .sure-safe").first).to_be_visible()
    set_latency(page, 600)
    page.evaluate("location.hash = '#play:9x9/10_safe_6_0_o4,4'")
    page.evaluate("location.hash = '#play:9x9/10_safe_7_0'")
    expect(page.locator("#play-board .sure-safe, #play-board .sure-mine")).to_have_count(0)
    page.wait_for_timeout(1500)
    expect(page).to_have_url(re.compile("#play:9x9/10_safe_7_0$"))
    expect(page.locator("#play-board .num, #play-board .sure-safe")).to_have_count(0)
    played(page, 4, 4).click()
    page.keyboard.press("n")
    page.wait_for_timeout(1400)
    expect(page.locator("#play-board .num, #play-board .sure-safe")).to_have_count(0)
    expect(page.locator("#play-state")).to_have_text("Open any cell to begin")


def test_a_game_goes_on_without_the_engine_which_is_found_again(page: Page) -> None:
    delay_answers(page, 0)
    visit(page, FRAGMENT)
    page.locator("label", has_text="Heat map").click()
    played(page, *WINNING[0]).click()
    expect(page.locator("#play-board .heat, #play-board .sure-safe").first).to_be_visible()
    expect(page.locator("#engine")).to_be_hidden()
    lose_engine(page)
    for cell in WINNING[1:]:
        played(page, *cell).click()
    expect(page.locator("#play-state")).to_have_text("You won")
    expect(page.locator("#engine")).to_contain_text(
        "The engine does not answer; you can go on playing."
    )
    expect(page.locator("#result")).to_contain_text("need the engine, which does not answer")
    page.click("#restart")
    played(page, 4, 4).click()
    expect(page.locator("#play-board .num").first).to_be_visible()  # dealt before: nothing to ask
    page.keyboard.press("n")
    played(page, 2, 2).click()
    expect(page.locator("#play-state")).to_contain_text("wait for the mines")
    played(page, 2, 3).click(button="right")
    lose_engine(page, is_gone=False)
    expect(page.locator("#play-board .num").first).to_be_visible()
    expect(page.locator("#engine")).to_be_hidden()
    expect(page.locator("#play-board .heat, #play-board .sure-safe").first).to_be_visible()


def test_figures_of_a_result_come_when_the_engine_is_back(page: Page) -> None:
    delay_answers(page, 0)
    visit(page, FRAGMENT)
    played(page, *WINNING[0]).click()
    expect(page.locator("#play-board .num").first).to_be_visible()
    lose_engine(page)
    for cell in WINNING[1:]:
        played(page, *cell).click()
    expect(page.locator("#result")).to_contain_text("Won in")
    lose_engine(page, is_gone=False)
    expect(page.locator("#result")).to_contain_text("3BV/s")
    expect(page.locator("#result dd").nth(2)).to_have_text(re.compile(r"\d+"))


def test_steps_of_a_watched_player_do_not_race(page: Page) -> None:
    delay_answers(page, 300)
    visit(page, FRAGMENT)
    show_panel(page)
    for _ in range(4):
        page.click("#watch-step")
    expect_moves(page, 4)


MINED = "play:9x9/10_raw_=3ff_0"  # mines in the last row, and in the last cell of the row above


def test_a_loss_stays_in_your_games_after_an_undo(page: Page) -> None:
    visit(page, MINED + "_o7,7")  # a link with its mines: nothing is asked for
    expect(page.locator("#notice")).to_be_hidden()
    played(page, 8, 8).click()
    expect(page.locator("#play-state")).to_contain_text("A mine")
    expect_moves(page, 2)
    for key, count in (("u", 1), ("r", 2), ("u", 1)):
        page.keyboard.press(key)
        expect_moves(page, count)  # then it has been saved
        if key == "r":
            expect(page.locator("#result")).not_to_contain_text("Asking")
    page.click("nav >> text=Games")
    expect(page.locator("#games-list tbody tr")).to_have_count(1)
    expect(page.locator("#games-list tbody tr")).to_contain_text("lost")


def test_a_click_that_waits_for_a_warning_is_not_made_in_another_game(page: Page) -> None:
    delay_answers(page, 600)
    visit(page, MINED)
    page.locator("label", has_text="Warn me").click()
    played(page, 8, 8).click(button="right")
    played(page, 0, 0).click()
    page.keyboard.press("n")
    page.wait_for_timeout(1500)
    assert moves_of(page) == []


@pytest.mark.expects("move 3")
def test_a_link_with_a_refused_move_ends_there(page: Page) -> None:
    visit(page, "play:9x9/10_safe_5_0_f8,8_o4,4_c8,8_f0,0_f0,1")
    expect(page.locator("#toast")).to_contain_text("move 3")
    expect_moves(page, 2)


@pytest.mark.expects("cannot be loaded", "ERR_INTERNET_DISCONNECTED")
def test_a_view_that_could_not_be_loaded_is_loaded_later(page: Page) -> None:
    visit(page, FRAGMENT)
    page.context.set_offline(True)
    page.click("nav >> text=Analyse")
    expect(page.locator("#notice")).to_contain_text("cannot be loaded")
    page.context.set_offline(False)
    page.click("nav >> text=Play")
    page.click("nav >> text=Analyse")
    expect(page.locator("#edit-board [role=gridcell]").first).to_be_visible()
