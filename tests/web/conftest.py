from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from sapper.web import page_engine
from tests.support.web_server import Served, served


@pytest.fixture(scope="package", autouse=True)
def only_the_server() -> Iterator[None]:
    """Let the server answer, also where the core was built for the page: that has its own tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_engine, "FOLDER", Path("nowhere"))
        yield


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    with served() as running:
        yield running


@pytest.fixture
def api(server: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=120) as client:
        yield client


@pytest.fixture
def context(browser: Browser, server: Served) -> Iterator[BrowserContext]:
    opened = browser.new_context(
        base_url=server.address, viewport={"width": 1280, "height": 900}, reduced_motion="reduce"
    )
    opened.set_default_timeout(60_000)
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page; what goes wrong in its scripts or against its policy fails the test."""
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on(
        "console",
        lambda said: (
            wrong.append(said.text)
            if said.type == "error" and "status of 4" not in said.text
            else None
        ),
    )
    yield opened
    assert not wrong, wrong
