"""No source file is longer than 600 lines: one idea that a stranger would look for."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_LINES = 600
PLACES = ("src", "native", "tests", "bench", "experiments", "docs")
SUFFIXES = {".py", ".hpp", ".cpp", ".js", ".css", ".html"}
SOURCES = sorted(
    file for place in PLACES for file in (ROOT / place).rglob("*") if file.suffix in SUFFIXES
)


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_a_file_is_short(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= MOST_LINES


def test_all_kinds_of_files_are_checked() -> None:
    assert {file.suffix for file in SOURCES} == SUFFIXES
