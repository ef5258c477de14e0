"""The tests of the page fail on what it says unexpectedly: errors, rejections, notices."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.support.watched_pages import watched_pages
from tests.support.web_pages import visit
from tests.support.web_server import Served

SURPRISES = {
    "error": "() => { setTimeout(() => { throw new Error('surprise'); }); }",
    "rejection": "() => { Promise.reject(new Error('surprise')); }",
    "notice": "async () => (await import('/static/js/dom.js')).notify('surprise')",
    "toast": "async () => (await import('/static/js/dom.js')).toast('surprise', 'bad')",
}


@pytest.mark.parametrize("script", SURPRISES.values(), ids=SURPRISES)
def test_a_surprise_fails_the_test(
    request: pytest.FixtureRequest, browser: Browser, server: Served, script: str
) -> None:
    watching = watched_pages(request, browser)
    page = watching.__enter__()(base_url=server.address)
    visit(page, "games")
    page.evaluate(script)
    page.wait_for_timeout(100)  # errors and rejections are reported after the script
    with pytest.raises(AssertionError, match="surprise"):
        watching.__exit__(None, None, None)


@pytest.mark.expects("surprise")
def test_a_missing_surprise_fails_the_test(
    request: pytest.FixtureRequest, browser: Browser
) -> None:
    with pytest.raises(AssertionError, match="surprise"), watched_pages(request, browser):
        pass
