"""Actions of a user on the page."""

from __future__ import annotations

import re

from playwright.sync_api import FloatRect, Locator, Page, expect

SEED = "9x9/10 open 158 0"
WINNING = [(4, 4), (0, 0), (0, 8), (3, 1), (8, 3)]


def visit(page: Page, fragment: str) -> None:
    """Open the page at a state and wait for its view and for the moves of a game."""
    page.goto("/#" + fragment)
    wait_for_view(page, fragment.partition(":")[0])
    page.locator("#play.waiting").wait_for(state="detached")


def wait_for_view(page: Page, name: str) -> None:
    """Wait until the module of a view is loaded: before that its buttons do nothing."""
    page.locator(f"body[data-ready={name}]").wait_for()


def cell(page: Page, board: str, row: int, column: int) -> Locator:
    return page.locator(f"#{board} [role=row]").nth(row).locator("[role=gridcell]").nth(column)


def played(page: Page, row: int, column: int) -> Locator:
    return cell(page, "play-board", row, column)


def edited(page: Page, row: int, column: int) -> Locator:
    return cell(page, "edit-board", row, column)


def box(locator: Locator) -> FloatRect:
    """Return where something is on the page."""
    found = locator.bounding_box()
    assert found is not None
    return found


def walk(page: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Move the cursor by arrow keys alone."""
    down, right = end[0] - start[0], end[1] - start[1]
    for key, steps in (
        ("ArrowDown", down), ("ArrowUp", -down), ("ArrowRight", right), ("ArrowLeft", -right),
    ):  # fmt: skip
        for _ in range(steps):
            page.keyboard.press(key)


def expect_moves(page: Page, count: int) -> None:
    """Wait until the address has this number of moves, with or without times."""
    moves = r"(_[ofquc]\d+,\d+(@[\d.]+)?)" + f"{{{count}}}"
    expect(page).to_have_url(re.compile(rf"#play:[^_]+_[a-z]+_[^_]+_\d+(_guess=\d+)?{moves}$"))


def choose(page: Page, **fields: str) -> None:
    """Fill fields of the form for a new game; those behind More are brought out."""
    page.locator("#new-game .menu").evaluate("(menu) => { menu.open = true; }")
    for name, value in fields.items():
        field = page.locator(f"#new-game [name={name}]")
        is_choice = field.evaluate("(field) => field.tagName === 'SELECT'")
        field.select_option(value) if is_choice else field.fill(value)


def new_game(page: Page) -> None:
    page.locator("#new-game .main").click()


def show_panel(page: Page) -> None:
    """Unfold the panel of Play, with all that is folded in it."""
    toggle = page.locator("#play.folded .panel .panel-toggle")
    if toggle.count():
        toggle.click()
    page.locator("#play .panel").evaluate(
        "(panel) => { for (const each of panel.querySelectorAll('details')) each.open = true; }"
    )


def finish(page: Page) -> None:
    """Let a player go on to the end of the game."""
    show_panel(page)
    page.click("#watch-run")


def line(page: Page) -> str:
    """Return the position in the address of the editor."""
    address: str = page.evaluate("decodeURIComponent(location.hash)")
    return address.removeprefix("#analyse:")
