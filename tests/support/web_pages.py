"""Actions of a user on the page."""

from __future__ import annotations

import re

from playwright.sync_api import FloatRect, Locator, Page, expect

SEED = "9x9/10 open 158 0"
WINNING = [(4, 4), (0, 0), (0, 8), (3, 1), (8, 3)]


def visit(page: Page, fragment: str) -> None:
    """Open the page at a state and wait until its view is ready."""
    page.goto("/#" + fragment)
    wait_for_view(page, fragment.partition(":")[0])


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
    expect(page).to_have_url(re.compile(rf"#play:[^_]+_[a-z]+_[^_]+_\d+{moves}$"))


def line(page: Page) -> str:
    """Return the position in the address of the editor."""
    address: str = page.evaluate("decodeURIComponent(location.hash)")
    return address.removeprefix("#analyse:")
