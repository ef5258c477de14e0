"""Make the engine of a page slow, or let it be gone, without touching the server."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route

_WRAP = """(() => {
    const ask = window.fetch;
    window.engineUnderTest = {wait: %d, isGone: false};
    window.fetch = async (...request) => {
        const {wait} = window.engineUnderTest;
        if (wait) await new Promise((done) => setTimeout(done, wait));
        if (window.engineUnderTest.isGone) throw new TypeError("Failed to fetch");
        return ask(...request);
    };
})()"""


def hold_answers(page: Page, address: str | re.Pattern[str]) -> Callable[[], None]:
    """Let no answer from an address come until what is returned is called."""
    held: list[Route] = []
    is_held = True

    def answer(route: Route) -> None:
        held.append(route) if is_held else route.continue_()

    def release() -> None:
        nonlocal is_held
        is_held = False
        for route in held:
            route.continue_()

    page.route(address, answer)
    return release


def delay_answers(page: Page, milliseconds: int) -> None:
    """Let every answer to this page come late; call it before the first visit."""
    page.add_init_script(_WRAP % milliseconds)


def set_latency(page: Page, milliseconds: int) -> None:
    """Change the latency of a page that was made slow."""
    page.evaluate("(wait) => { window.engineUnderTest.wait = wait; }", milliseconds)


def lose_engine(page: Page, *, is_gone: bool = True) -> None:
    """Let nobody answer any more, or let the engine be back."""
    page.evaluate("(isGone) => { window.engineUnderTest.isGone = isGone; }", is_gone)
