"""The switch that rewrites golden files, and how hypothesis tries the laws."""

import pytest
from hypothesis import settings

# A busy machine is no bug: the timeout of a test ends one that hangs.
settings.register_profile("sapper", deadline=None)
settings.load_profile("sapper")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite golden files by enumeration")
