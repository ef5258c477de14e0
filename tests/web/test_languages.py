"""The page in Indonesian: by the browser's language or the switch, in every view."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.support.languages import translations
from tests.support.web_pages import expect_moves, played, visit, wait_for_view

NARROW = 320
LOST = "play:9x9/10_safe_5_0_o4,4_o2,0_o2,2"
WON = "play:9x9/10_open_158_0_o4,4_o0,0_o0,8_o3,1_o8,3"
ASKED = "analyse:5x5/5:_____/_2___/__2__/_____/1____"
CERTAIN = "analyse:3x3/2:01_/12_/___"
SLOW = 20_000  # milliseconds, for what a process of the server answers
LEAST_WORDS = 3  # of a message that is looked for inside of other texts

PLAYER = {
    "games": 20, "wins": 9, "win_rate": 0.45, "win_rate_low": 0.2, "win_rate_high": 0.7,
    "guesses_per_game": 1.5, "guess_accuracy": 0.8, "ms_per_game": 0.1,
}  # fmt: skip
PAIR = {
    "first": "fast", "second": "greedy", "only_first": 2, "only_second": 1, "difference": 0.05,
    "difference_low": -0.2, "difference_high": 0.3, "p": 0.6, "verdict": "no difference shown",
}  # fmt: skip
EVENTS = {
    "begin": {"runs": [{"player": "fast", "board": "4x4/3", "done": 0, "games": 20}]},
    "done": {
        "players": [PLAYER | {"player": "fast"}, PLAYER | {"player": "greedy", "wins": 8}],
        "pairs": [PAIR],
    },
}
SIMULATED = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in EVENTS.items())

TEXTS = """() => {
  const texts = [document.title];
  const names = ["aria-label", "title", "placeholder", "aria-valuetext"];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) { texts.push(node.data); return; }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    if (node.matches("script, noscript, code, kbd, pre, [translate=no]")) return;
    texts.push(...names.map((name) => node.getAttribute(name) ?? ""));
    node.childNodes.forEach(walk);
  };
  walk(document.body);
  const core = (text) => text.replace(/\\s+/g, " ").replace(/^[ ·]+|[ ·]+$/g, "");
  return [...new Set(texts.map(core))];
}"""


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page in a browser whose language is Indonesian."""
    return new_page(locale="id-ID")


class Message(NamedTuple):
    """An English message, its longest part without placeholders, and how it is recognised."""

    text: str
    part: str
    pattern: re.Pattern[str]


@cache
def english() -> list[Message]:
    """Return the messages that are other words in Indonesian; short ones are whole texts."""
    found = []
    for (text, *_several), (translation,) in translations("id").items():
        if text != translation:
            parts = re.split(r"\{[^}]*\}", text)
            pattern = "(.+)".join(map(re.escape, parts))
            is_long = len(re.findall(r"[A-Za-z]{2,}", text)) >= LEAST_WORDS
            whole = pattern if is_long else f"^{pattern}$"
            found.append(Message(text, max(parts, key=len), re.compile(whole)))
    return found


def english_on(page: Page) -> list[tuple[str, str]]:
    """Return the texts of the page, seen or heard, that are English messages."""
    found: list[str] = page.evaluate(TEXTS)
    assert len(found) > 30
    cells = [text for text in found if text.startswith("baris ")]
    texts = {*found, *(part for text in cells for part in text.split(", "))}
    return [
        (message.text, shown)
        for message in english()
        for shown in texts
        if message.part in shown and message.pattern.search(shown)
    ]


def show_play(page: Page) -> Iterator[str]:
    visit(page, "play:9x9/10_safe_5_0_o4,4")
    for name in ("heat", "warn"):
        page.locator(f"#assist [name={name}]").click()
    expect(page.locator("#play-board .sure-safe").first).to_be_visible(timeout=SLOW)
    for _ in range(4):
        page.keyboard.press("h")
        page.wait_for_timeout(300)
    expect(page.locator("#help-card h3")).to_be_visible(timeout=SLOW)
    played(page, 0, 0).hover()
    expect(page.locator("#play-state")).to_contain_text("r0c0")
    played(page, 0, 0).click()
    expect(page.locator("#ask")).to_be_visible()
    yield "a warning"
    page.locator("#ask button[value=no]").click()
    page.locator("#assist [name=warn]").click()
    visit(page, LOST)
    expect(page.locator("#result .guesses")).to_be_visible(timeout=SLOW)
    yield "a lost game"
    page.locator("#result .row button").last.click()
    expect(page.locator("#help-card button").first).to_be_visible(timeout=SLOW)
    yield "a lesson"
    visit(page, WON)
    expect(page.locator("#result dd").nth(2)).to_be_visible(timeout=SLOW)
    yield "a won game"


def show_analyse(page: Page) -> Iterator[str]:
    for fragment in (ASKED, CERTAIN):
        page.goto("about:blank")
        visit(page, fragment)
        page.locator("#edit-board .hid").first.click()
        expect(page.locator("#edit-analysis .exact")).to_be_visible()
        page.keyboard.press("w")
        expect(page.locator("#edit-analysis h2")).to_have_count(4, timeout=SLOW)
        page.locator(".bar-row").first.click()
        expect(page.locator("#variations a")).to_have_count(2)
        yield fragment
    page.click("#edit-paste")
    page.locator("#paste textarea").fill("3x3/1:3__")
    page.locator("#paste button[value=yes]").click()
    expect(page.locator("#paste-error")).not_to_be_empty()
    yield "a wrong text"
    for fragment in ("analyse:3x3/1:3__/___/___", "analyse:0x0/0:", "nothing"):
        page.goto("about:blank")
        page.goto(f"/#{fragment}")
        wait_for_view(page, "analyse" if fragment != "nothing" else "play")
        expect(page.locator("#edit-analysis .alarm, #notice p:not(:empty)").first).to_be_visible()
        yield fragment


def show_others(page: Page) -> Iterator[str]:
    for room in ("review", "games", "lab"):
        visit(page, room)
        expect(page.locator(f"#{room}-state")).to_contain_text(re.compile("Contoh|Belum"))
        yield f"the example of {room}"
    visit(page, LOST.replace("play:", "review:") + ";move=2")
    expect(page.locator("#review-list li")).to_have_count(3, timeout=SLOW)
    yield "a review"
    visit(page, "play:9x9/10_safe_5_0")
    played(page, 4, 4).click()
    expect_moves(page, 1)
    visit(page, "games")
    expect(page.locator("#games-list tbody tr").first).to_be_visible()
    expect(page.locator("#games-kinds")).not_to_contain_text("…")
    yield "games"
    page.route("**/api/simulate", lambda route: route.fulfill(body=SIMULATED))
    visit(page, "lab:4x4/3_safe_20_1_fast_greedy")
    page.click("#lab-run")
    expect(page.locator("#lab-pairs td").first).to_be_visible()
    expect(page.locator("#lab-choice small").first).to_be_visible()
    yield "the laboratory"


NOTICES = pytest.mark.expects("Posisi ini tidak dapat ditampilkan", "Tidak ada tampilan")


@pytest.mark.parametrize(
    "show", [show_play, pytest.param(show_analyse, marks=NOTICES), show_others]
)
def test_no_view_speaks_english_and_none_overflows(page: Page, show: object) -> None:
    assert callable(show)
    for name in show(page):
        found = english_on(page)
        assert not found, (name, found)
        page.set_viewport_size({"width": NARROW, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW, name
        page.set_viewport_size({"width": 1280, "height": 900})


def test_no_mode_is_cut_off_on_a_narrow_page(page: Page) -> None:
    page.set_viewport_size({"width": NARROW, "height": 700})
    visit(page, "play:9x9/10_safe_5_0")
    modes = page.locator("#play .segments")
    expect(modes.locator("label:visible")).to_have_count(2)
    assert modes.evaluate("(group) => group.scrollWidth <= group.clientWidth")


def test_the_browser_chooses_and_the_switch_is_remembered(page: Page) -> None:
    visit(page, "play:9x9/10_safe_5_0_o4,4")
    expect(page.locator("html")).to_have_attribute("lang", "id")
    expect(page).to_have_title("Main · sapper")
    page.set_viewport_size({"width": NARROW, "height": 700})
    with page.expect_request("**/api/*") as asked:
        page.click("#language")
    assert asked.value.headers["x-sapper-language"] == "en"
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#play-state")).to_have_text("40 cells to open")
    page.goto("about:blank")
    visit(page, CERTAIN)
    expect(page.locator("nav [aria-current]")).to_have_text("Analyse")
    switch = page.get_by_role("button", name="ID: Bahasa Indonesia")
    with page.expect_request("**/api/analyse") as asked:
        switch.click()
    assert asked.value.headers["x-sapper-language"] == "id"
    expect(page.locator("nav [aria-current]")).to_have_text("Analisis")


def test_texts_are_filled_and_counted(page: Page) -> None:
    visit(page, CERTAIN)
    ask = """async () => {
      const { t, tn, joinNames } = await import("/static/js/language.js");
      const left = (count) => tn("{count} cell to open", "{count} cells to open", count);
      return [t("mine"), t("{done} of {all}", { done: 0, all: "{done}" }),
        t("no {key}", {}), left(1), left(2), ...[[], ["a"], ["a", "b", "c"]].map(joinNames)];
    }"""
    indonesian = page.evaluate(ask)
    page.click("#language")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert [indonesian, page.evaluate(ask)] == [
        [
            "ranjau",
            "0 dari {done}",
            "no {key}",
            "1 petak yang masih harus dibuka",
            "2 petak yang masih harus dibuka",
            "",
            "a",
            "a, b, dan c",
        ],
        [
            "mine",
            "0 of {done}",
            "no {key}",
            "1 cell to open",
            "2 cells to open",
            "",
            "a",
            "a, b and c",
        ],
    ]


@pytest.mark.expects("ERR_FAILED")
def test_a_page_without_its_catalogue_speaks_english(page: Page) -> None:
    page.route("**/locale/id.json", lambda route: route.abort())
    visit(page, CERTAIN)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("nav [aria-current]")).to_have_text("Analyse")


def test_figures_have_a_decimal_comma(page: Page) -> None:
    visit(page, "lab")
    table = page.locator("#lab-players tbody")
    expect(table).to_contain_text("72,5 %")
    assert not re.search(r"\d\.\d", table.inner_text())
    visit(page, "games")
    table = page.locator("#games-list tbody")
    expect(table).to_contain_text("−42,9")
    assert not re.search(r"\d\.\d", table.inner_text())
    visit(page, "review")
    verdict = page.locator("#review-sum dl")
    expect(verdict).to_contain_text("−42,9")
    assert not re.search(r"\d\.\d", verdict.inner_text())
