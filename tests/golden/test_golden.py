"""The golden files agree with full enumeration and with the engine.

`pytest tests/golden --update` rewrites them by enumeration; a new file needs only the lines
`why:` and `position:`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.golden import FILES, by_engine, by_enumeration, golden_text, read_question


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


def test_enumeration_agrees(path: Path, pytestconfig: pytest.Config) -> None:
    text = path.read_text("utf-8")
    question = read_question(text)
    expected = golden_text(question, by_enumeration(question))
    if pytestconfig.getoption("--update"):
        path.write_text(expected, "utf-8")
        return
    assert text == expected


def test_the_engine_agrees(path: Path) -> None:
    text = path.read_text("utf-8")
    question = read_question(text)
    assert golden_text(question, by_engine(question)) == text
