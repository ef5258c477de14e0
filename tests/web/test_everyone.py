"""Everyone: contrast, forced colours, phones, windows of 1280x720, and axe on every state."""

from __future__ import annotations

import re
from itertools import pairwise, product
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support.contrast import STATIC, colours, contrast
from tests.support.web_pages import box, edited, expect_moves, played, visit, wait_for_view

GAME = "9x9/10_safe_5_0_o4,4_o2,0_o0,0"
EXPERT = "16x30/99_safe_5_0_o4,4"
BEGINNER_POSITION = "5x5/5:_____/_2___/__2__/_____/1____"
STATES = {
    "play": "play:9x9/10_safe_5_0_o4,4",
    "analyse": f"analyse:{BEGINNER_POSITION}",
    "contradiction": "analyse:3x3/1:3__/___/___",
    "paste": "analyse:3x3/2:01_/12_/___",
    "notice": "analyse:0x0/0:",
    "review": f"review:{GAME};move=3",
    "lab": "lab",
    "games": "games",
    "help": "play:9x9/10_safe_5_0_o4,4",
    "lost": "play:9x9/10_safe_5_0_o4,4_o2,0_o2,2",
    "examples": "games",
    "guess": "play:16x30/99_safe_5_0_o4,4",
    "menus": "play:9x9/10_safe_5_0_o4,4",
    "warning": "play:9x9/10_safe_5_0_o4,4",
    "learn": "learn:huda;step=9",
    "won": "play:1x3/1_raw_=1_0_o0,0",
}
WIDTHS = {"desktop": (1280, 720), "phone": (390, 844)}
NOTICE = pytest.mark.expects("1 to 2,500 cells")
Theme = Literal["light", "dark"]


def ramp(theme: str) -> list[str]:
    name = "RAMP" if theme == "light" else "DARK_RAMP"
    text = (STATIC / "js" / "board" / "cell-look.js").read_text("utf-8")
    line = re.search(rf"const {name} = (.*);", text)
    assert line is not None
    values = re.findall(r"0x([0-9a-f]{2})", line[1])
    ends = ["#" + "".join(values[i : i + 3]) for i in range(0, len(values), 3)]
    return [_mix(a, b, k / 8) for a, b in pairwise(ends) for k in range(9)]


def _mix(one: str, other: str, part: float) -> str:
    pairs = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast_of_cells_and_marks(theme: str) -> None:
    ours = colours(theme)
    for hidden in ("tile", "tile-hover"):
        assert contrast(ours[hidden], ours["open"]) >= 3, hidden
    surfaces = [*ramp(theme), ours["safe"], ours["sure-mine"], ours["tile"], ours["open"]]
    for surface in surfaces:
        assert contrast(ours["ring"], surface) >= 3, surface
    for ink, surface in (("on-sure", "safe"), ("on-sure", "sure-mine"), ("on-tile", "tile")):
        assert contrast(ours[ink], ours[surface]) >= 4.5, (ink, surface)
    if theme == "dark":
        assert all(contrast("#ffffff", colour) >= 4.5 for colour in ramp(theme))
        assert all(contrast(colour, ours["open"]) >= 3 for colour in ramp(theme))


def violations(page: Page) -> list[tuple[str, object]]:
    found = Axe().run(page).response["violations"]
    return [(entry["id"], node["target"]) for entry in found for node in entry["nodes"][:2]]


def show(page: Page, name: str) -> None:
    page.goto("about:blank")
    visit(page, STATES[name])
    if name == "play":
        page.locator("label", has_text="Heat map").click()
        expect(page.locator("#play-board .heat").first).to_be_visible()
    if name == "help":
        for said in ("can be proved", "Look at rows", "Can you see why?", "Why r"):
            page.click("#help")
            expect(page.locator("#help-card")).to_contain_text(said)
    if name == "guess":
        page.locator("#play-board .num").first.wait_for()
        page.click("#help")
        expect(page.locator("#help-card tbody tr:visible")).to_have_count(4)
    if name == "menus":
        page.locator("#play .menu, #play .panel details").evaluate_all(
            "(all) => { for (const each of all) each.open = true; }"
        )
    if name == "warning":
        page.get_by_label("Warn me").check()
        page.locator("#play-board .hid").first.click()
        expect(page.locator("#ask")).to_be_visible()
    if name == "learn":
        expect(page.locator("#learn-tracks .watched")).to_be_visible()
    if name == "won":
        expect(page.locator("#result")).to_contain_text("Won")
    if name == "lost":
        expect(page.locator("#result")).to_contain_text("Efficiency")
    if name == "games":
        visit(page, STATES["play"])
        page.locator("#play-board .num").first.wait_for()
        played(page, 0, 0).click(button="right")
        expect_moves(page, 2)  # then it is kept
        page.click("nav >> text=Games")
        expect(page.locator("#games-list tbody tr")).to_have_count(1)
    if name == "review":
        expect(page.locator("#review-list li").first).to_be_visible()
    if name == "analyse":
        edited(page, 0, 0).click()
        expect(page.locator("#edit-analysis .exact")).to_be_visible()
    if name == "paste":
        page.click("#edit-paste")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=NOTICE) if name == "notice" else name for name in [*STATES][::2]]
    + ["games"],
)
def test_axe_finds_nothing(page: Page, name: str) -> None:
    """The whole matrix is below; here every second state, wide and light, then narrow and dark."""
    show(page, name)
    page.wait_for_timeout(100)
    found = violations(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(100)
    assert not found + violations(page)


@NOTICE
@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "theme", "is_forced"), [*product(WIDTHS, ("light", "dark"), (False, True))]
)
def test_axe_finds_nothing_anywhere(page: Page, width: str, theme: Theme, is_forced: bool) -> None:
    wide, high = WIDTHS[width]
    page.set_viewport_size({"width": wide, "height": high})
    page.emulate_media(color_scheme=theme, forced_colors="active" if is_forced else "none")
    for name in STATES:
        show(page, name)
        page.wait_for_timeout(150)
        assert not violations(page), name


def choose_language(page: Page, language: str) -> None:
    chosen = f"localStorage.setItem('sapper.settings', '{{\"language\": \"{language}\"}}')"
    page.add_init_script(f"if (location.protocol !== 'about:') {chosen};")


@pytest.mark.parametrize("language", ["en", pytest.param("id", marks=pytest.mark.slow)])
def test_beginner_and_expert_fit_a_laptop_without_scrolling(page: Page, language: str) -> None:
    choose_language(page, language)
    page.set_viewport_size({"width": 1280, "height": 720})
    faces = "/".join(["_" * 30] * 15 + ["1" + "_" * 29])
    for fragment in (
        f"play:{GAME}", f"play:{EXPERT}", f"analyse:{BEGINNER_POSITION}",
        f"analyse:16x30/99:{faces}", f"review:{GAME};move=3", f"review:{EXPERT}_f0,0;move=2",
    ):  # fmt: skip
        page.goto("about:blank")
        visit(page, fragment)
        page.wait_for_timeout(300)
        size = page.evaluate(
            """() => { const all = document.documentElement;
            const panel = document.querySelector(".view:not([hidden]) .panel");
            const hidden = panel.scrollHeight - panel.clientHeight;
            return [all.scrollWidth, all.scrollHeight, hidden]; }"""
        )
        if language == "id" and fragment.startswith("analyse:16"):
            size[2] = 0  # the reasons are longer there: the panel may scroll inside itself
        assert size == [1280, 720, 0], (fragment[:30], size)


def test_forced_colours_tell_covered_from_open_cells(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    style = """([selector, name]) => getComputedStyle(document.querySelector(selector))[name]"""
    visit(page, f"analyse:{BEGINNER_POSITION}")
    edited(page, 0, 0).click()
    expect(page.locator("#edit-analysis .fill").first).to_be_visible()
    backs = [page.evaluate(style, [f"#edit-board .{c}", "backgroundColor"]) for c in ("hid", "num")]
    assert backs[0] != backs[1]
    bar = [
        page.evaluate(style, [f"#edit-analysis .{c}", "backgroundColor"]) for c in ("fill", "track")
    ]
    assert bar[0] != bar[1]
    visit(page, "play:9x9/10_safe_5_0_o4,4")
    assert page.evaluate(style, [".switch input", "appearance"]) == "auto"
    chosen = "#play .segments input:checked + span"
    other = "#play .segments input:not(:checked) + span"
    assert page.evaluate(style, [chosen, "backgroundColor"]) != page.evaluate(
        style, [other, "backgroundColor"]
    )


@pytest.mark.parametrize("language", ["en", "id"])
def test_the_cards_of_a_guess_do_not_overlap_on_a_laptop(page: Page, language: str) -> None:
    choose_language(page, language)
    page.set_viewport_size({"width": 1280, "height": 720})
    visit(page, "analyse:5x5/5:_1___/_____/_____/_____/_____")
    expect(page.locator("#edit-analysis .slot-best tbody tr:visible")).to_have_count(4)
    boxes = page.locator("#analyse .panel .card:visible").evaluate_all(
        "(cards) => cards.map((card) => card.getBoundingClientRect()).map((b) => [b.top, b.bottom])"
    )
    assert all(one[1] <= other[0] for one, other in pairwise(boxes)), "cards overlap"


def test_forced_colours_show_the_marks_of_flagged_cells(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    visit(page, "play:9x9/10_open_5_0_o4,4_f2,0_f2,3")
    page.get_by_label("Heat map").check()
    for mark in ("sure-safe", "sure-mine"):
        cells = page.locator(f"#play-board .{mark}.flag")
        expect(cells).to_have_count(1)
        text, back = cells.evaluate(
            "(cell) => ['color', 'backgroundColor'].map((name) => getComputedStyle(cell)[name])"
        )
        assert text != back, mark


def test_a_phone_turns_zooms_and_keeps_the_modes_in_sight(phone: Page) -> None:
    visit(phone, f"play:{EXPERT}")
    expect(phone.locator("#play-board .board.turned")).to_be_visible()
    cells = phone.locator("#play-board [role=gridcell]")
    first, right, down = (box(cells.nth(i)) for i in (0, 1, 30))
    assert right["y"] > first["y"]
    assert down["x"] > first["x"]
    modes = box(phone.locator("#play .stick"))
    assert abs(modes["y"] + modes["height"] - 844) < 2, "Open and Flag stick to the bottom"
    phone.get_by_role("button", name="Larger cells").first.tap()
    assert box(cells.first)["width"] > first["width"]
    frame = phone.locator("#play .frame")
    assert frame.evaluate("e => { e.scrollLeft = 40; return e.scrollLeft; }") == 40
    phone.get_by_role("button", name="Turn the board").first.tap()
    expect(phone.locator("#play-board .board.turned")).to_have_count(0)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    expect(phone.locator(".brand")).to_have_accessible_name("sapper")


def test_arrow_keys_follow_a_turned_board(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, f"play:{EXPERT}")
    cells = page.locator("#play-board [role=gridcell]")
    cells.first.focus()
    page.keyboard.press("ArrowDown")
    expect(cells.nth(1)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cells.nth(31)).to_be_focused()


def test_the_clock_is_no_live_region(page: Page) -> None:
    visit(page, "play:9x9/10_safe_5_0_o4,4")
    wait_for_view(page, "play")
    live = "e => Boolean(e.closest('output, [role=status], [aria-live]'))"
    assert not page.locator("#clock").evaluate(live)
