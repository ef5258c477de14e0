"""What the history gives back to a game that is opened again."""

from __future__ import annotations

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
