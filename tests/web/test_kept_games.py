"""What the history gives back to a game that is opened again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.web_pages import SEED, expect_moves, played, visit, wait_for_view

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
    page.select_option("#new-game [name=grade]", "pair")
    page.fill("#new-game [name=seed]", "7")
    page.click("text=New game")
    expect_moves(page, 1)
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
    page.locator("label", has_text="Make certain moves").click()
    expect(page.locator("#result")).to_contain_text("No guess needed: grade pair")
    page.click("#restart")
    expect_moves(page, 1)


def test_practice_counts_from_the_position_that_was_given(page: Page) -> None:
    visit(page, "play:1x8/2_raw_=81_0_o0,1_o0,6")  # the second open was a guess, the rest is none
    page.click("#practise")
    page.locator("#toast", has_text="Practice").wait_for()
    expect_moves(page, 2)
    page.locator("label", has_text="Make certain moves").click()
    result = page.locator("#result")
    expect(result).to_contain_text("No guess: every cell that you opened was certain.")
    own = int(result.locator("dl div", has_text="Clicks").locator("dd").inner_text())
    page.wait_for_timeout(400)  # until the address has all moves
    page.reload()
    wait_for_view(page, "play")
    expect(result).to_contain_text("No guess: every cell that you opened was certain.")
    page.locator("label", has_text="Make certain moves").click()
    for _ in range(own):
        expect(page.locator("#undo")).to_be_enabled()
        page.click("#undo")
    expect(page.locator("#undo")).to_be_disabled()
    expect_moves(page, 2)
    page.click("#redo")
    expect_moves(page, 3)
    page.click("#restart")
    expect_moves(page, 2)


KEPT = {
    "id": "a", "game": SEED + " o4,4", "status": "playing", "began": 1.7e12, "seconds": 1,
    "clicks": {"left": 1, "right": 0, "chord": 0, "wasted": 0}, "help": [],
}  # fmt: skip
WRONG = pytest.mark.expects("game 1 of the file")


@pytest.mark.parametrize(
    ("games", "said"),
    [
        pytest.param([None], "game 1 of the file: expected an object of JSON", marks=WRONG),
        pytest.param(
            [KEPT | {"began": 9e15}],
            "game 1 of the file: expected a date in milliseconds as began",
            marks=WRONG,
        ),
        ([KEPT], "1 game added."),
    ],
)
def test_an_import_says_what_is_wrong_or_added(
    page: Page, tmp_path: Path, games: list[object], said: str
) -> None:
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"format": "sapper games", "version": 1, "games": games}), "utf-8")
    visit(page, "games")
    page.set_input_files("#games-import", file)
    expect(page.locator("#toast")).to_have_text(said)
