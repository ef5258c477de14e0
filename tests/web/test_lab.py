"""The laboratory view: comparisons in a real browser, from the first game to the verdict."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import Page, expect

from tests.support.web_server import Served

NAMES = ["backtracking", "bfs", "fast", "greedy", "hybrid", "lookahead", "champion", "probability"]


def visit(page: Page, text: str) -> None:
    page.goto(f"/#lab:{text}")
    page.wait_for_selector("body[data-ready=lab]")


def test_eight_players_are_compared(page: Page) -> None:
    visit(page, f"4x4/3_safe_12_1_{'_'.join(NAMES)}")
    page.click("#lab-run")
    state = page.locator("#lab-state")
    expect(state).to_contain_text("Done", timeout=120_000)
    expect(page.locator("#lab-players tbody tr")).to_have_count(8)
    expect(page.locator("#lab-pairs tbody tr")).to_have_count(28)


def test_equal_players_are_a_tie_and_a_small_p_is_bounded(page: Page) -> None:
    visit(page, "9x9/10_safe_300_1_fast_lookahead_greedy")
    # What the page says is made from the server's answer; here one with equal and unequal players.
    page.route("**/api/simulate", lambda route: route.fulfill(body=_answer(), status=200))
    page.click("#lab-run")
    expect(page.locator("#lab-state")).to_have_text(
        "Done: a tie: fast and lookahead won 90 % each; more than all others."
    )
    shown = page.locator("#lab-pairs tbody tr td:last-child").all_text_contents()
    assert shown == ["tie", "fast wins more", "lookahead wins more"]
    values = page.locator("#lab-pairs tbody tr td:nth-last-child(2)").all_text_contents()
    assert values == ["1.000", "<0.001", "<0.001"]
    cut = "(table) => table.parentElement.scrollWidth - table.parentElement.clientWidth"
    assert page.locator("#lab-pairs").evaluate(cut) == 0


def test_progress_is_shown_and_stop_stops(page: Page, server: Served) -> None:
    visit(page, "16x30/99_safe_100000_1_greedy_hybrid")
    page.click("#lab-run")
    state = page.locator("#lab-state")
    expect(state).to_contain_text(re.compile(r"[1-9]\d* of 200000 games played"))
    expect(page.locator("#lab-players tbody tr")).to_have_count(2)  # as far as they have come
    assert float(page.locator("#lab-state progress").get_attribute("value") or 0) > 0
    page.click("#lab-stop")
    expect(state).to_have_text("Stopped.")
    ends = time.monotonic() + 30
    lane = server.app.state.service.lanes["long"]
    while lane.inside and time.monotonic() < ends:
        time.sleep(0.02)
    assert not lane.inside, "the server plays on"


def test_a_refused_run_says_so(page: Page) -> None:
    visit(page, "9x9/10_safe_10_1_fast")
    page.fill("#lab-form [name=board]", "3x3/99")
    page.click("#lab-run")
    expect(page.locator("#lab-state")).to_contain_text("Not started: expected 0 to 8 mines")
    expect(page.locator("#lab-run")).to_be_enabled()


def test_the_place_in_the_queue_is_shown(page: Page, server: Served) -> None:
    visit(page, "9x9/10_safe_10_1_fast")
    lane = server.app.state.service.lanes["long"]
    others = [lane.enter("127.0.0.1") for _ in range(3)]  # works, and two come before
    page.click("#lab-run")
    state = page.locator("#lab-state")
    try:
        expect(state).to_contain_text("In the queue: 2 before this one.")
    finally:
        for turn in reversed(others):
            lane.leave(turn)
    expect(state).to_contain_text("Done: ")


def _answer() -> str:
    rates = {"fast": 0.9, "lookahead": 0.9, "greedy": 0.8}
    standings = [
        {"player": name, "board": "9x9/10", "games": 300, "done": 300, "wins": 300 * rate,
         "win_rate": rate, "win_rate_low": rate - 0.03, "win_rate_high": rate + 0.03}
        for name, rate in rates.items()
    ]  # fmt: skip
    pair = {"only_first": 0, "only_second": 0, "difference_low": 0.0, "difference_high": 0.0}
    shown = {"verdict": "higher", "p": 1e-9, "difference": 0.1}
    pairs = [
        {**pair, "first": "fast", "second": "lookahead", "difference": 0.0, "p": 1.0,
         "verdict": "no difference shown"},
        {**pair, **shown, "first": "fast", "second": "greedy"},
        {**pair, **shown, "first": "lookahead", "second": "greedy"},
    ]  # fmt: skip
    events = [("begin", {"runs": standings}), *(("progress", one) for one in standings)]
    events.append(("done", {"players": standings, "pairs": pairs}))
    return "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
