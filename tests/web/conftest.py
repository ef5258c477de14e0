from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page

from sapper.web import facts
from tests.support.watched_pages import watched_pages
from tests.support.web_server import Served, served


@pytest.fixture(scope="package", autouse=True)
def only_the_server() -> Iterator[None]:
    """Let the server answer, also where the core was built for the page: that has its own tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facts, "_CORE", Path("nowhere"))
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
def new_page(
    request: pytest.FixtureRequest, browser: Browser, server: Served
) -> Iterator[Callable[..., Page]]:
    """A function that opens a page; what it says fails the test unless that `expects` it."""
    with watched_pages(request, browser) as open_page:
        yield partial(
            open_page, base_url=server.address, viewport={"width": 1280, "height": 900},
            reduced_motion="reduce",
        )  # fmt: skip


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    return new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
