"""The fixture that compares with a golden file, or writes it with `--update`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden.contents import HERE, Compare, mask_text, write_document


@pytest.fixture
def compare(pytestconfig: pytest.Config) -> Compare:
    """Compare a text, or a document that is written as JSON, with the golden file of this name."""

    def check(name: str, content: Any) -> None:
        path = HERE / name
        text = mask_text(content) if isinstance(content, str) else write_document(content)
        if pytestconfig.getoption("--update"):
            path.write_text(text, "utf-8")
        assert path.read_text("utf-8") == text, f"{name} differs; --update writes it"

    return check
