"""What all tests share: Ctrl-C, how hypothesis tries the laws, the switch for golden files."""

import signal

import pytest
from hypothesis import settings

# A busy machine is no bug: the timeout of a test ends one that hangs.
settings.register_profile("sapper", deadline=None)
settings.load_profile("sapper")

# Background jobs and some CI systems ignore Ctrl-C, and children inherit that: tests that interrupt
# a child would wait for ever. A signal that is handled here has its default action in children.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite golden files by enumeration")
