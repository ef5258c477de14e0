"""What all tests share: Ctrl-C, hypothesis, the switch for golden files, a browser."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from sapper import _core

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A busy machine is no bug: the timeout of a test ends one that hangs.
EXAMPLES = int(os.environ.get("SAPPER_EXAMPLES", "40"))  # of a law; `make test-all` tries more
settings.register_profile("sapper", deadline=None, max_examples=EXAMPLES)
settings.load_profile("sapper")

# Background jobs and some CI systems ignore Ctrl-C, and children inherit that: tests that interrupt
# a child would wait for ever. A signal that is handled here has its default action in children.
signal.signal(signal.SIGINT, signal.default_int_handler)
for number in (signal.SIGHUP, signal.SIGTERM):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, lambda *_: None)  # still without effect here


def pytest_configure() -> None:
    # Workers are asked too: the installed core would pass every sanitizer.
    site = os.environ.get("SAPPER_SITE", "")
    if not str(_core.__file__).startswith(site):
        pytest.exit(f"expected the sanitized core under {site}, got {_core.__file__}", 2)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the golden files")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; a process can have one Playwright only, so all tests share it."""
    from playwright.sync_api import expect, sync_playwright

    from tests.support.chromium import chromium

    path = chromium()
    expect.set_options(timeout=60_000)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield launched
        launched.close()
