from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.browser_python import BrowserPython, browser_python


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserPython]:
    with browser_python(tmp_path_factory.mktemp("page")) as running:
        yield running
