"""Make the engine of a page slow, or let it be gone, without touching the server."""

from __future__ import annotations

from playwright.sync_api import Page

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


def delay_answers(page: Page, milliseconds: int) -> None:
    """Let every answer to this page come late; call it before the first visit."""
    page.add_init_script(_WRAP % milliseconds)


def set_latency(page: Page, milliseconds: int) -> None:
    """Change the latency of a page that was made slow."""
    page.evaluate("(wait) => { window.engineUnderTest.wait = wait; }", milliseconds)


def lose_engine(page: Page, *, is_gone: bool = True) -> None:
    """Let nobody answer any more, or let the engine be back."""
    page.evaluate("(isGone) => { window.engineUnderTest.isGone = isGone; }", is_gone)
