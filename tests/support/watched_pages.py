"""Pages on which every surprise fails the test: an error of a script, of the console, a notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

_REPORT_NOTICES = """{
    let before = "";
    new MutationObserver(() => {
        const shown = document.querySelectorAll("#notice:not([hidden]) p, #toast .bad");
        const text = [...shown].map((each) => each.textContent).join(" | ");
        if (text && text !== before) console.error(`notice: ${text}`);
        before = text;
    }).observe(document, {subtree: true, childList: true, attributeFilter: ["hidden"]});
}"""


@contextmanager
def watched_pages(
    request: pytest.FixtureRequest, browser: Browser
) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens a page in a context of its own, with the options of a context.

    Raises AssertionError at the end if one of the pages said what the test is not marked to expect,
    or if none said what it is marked to expect.
    """
    mark = request.node.get_closest_marker("expects")
    expected = mark.args if mark else ()
    said: list[str] = []
    contexts: list[BrowserContext] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type == "error" and "status of 4" not in message.text:
            said.append(message.text)

    def open_page(**options: Any) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(60_000)
        context.add_init_script(_REPORT_NOTICES)
        context.on("weberror", lambda thrown: said.append(str(thrown.error)))
        context.on("console", listen)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    surprises = [text for text in said if not any(part in text for part in expected)]
    missing = [part for part in expected if not any(part in text for text in said)]
    assert not surprises, surprises
    assert not missing, missing
