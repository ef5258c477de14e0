"""Find a chromium for the tests. `make test` installs it if possible."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def chromium() -> str:
    """Return the path of a browser; without one skip the test, or fail in CI."""
    named = os.environ.get("CHROMIUM")
    found = named or next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is not None and Path(found).exists():
        return found
    message = (
        "NO BROWSER: the page was NOT tested. Run `make browser` (installs Debian's chromium) "
        "or set CHROMIUM to the path of one"
    )
    if os.environ.get("CI", "").lower() in ("1", "true", "yes"):
        pytest.fail(message)
    pytest.skip(message)
