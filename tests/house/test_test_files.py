"""Tests share helpers in tests/support and do not import other tests."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FILES = sorted(TESTS.rglob("*.py"))


def imports_of_tests(source: str) -> list[str]:
    """Return the imported modules named `test_...` or `conftest`."""
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return [
        name
        for name in names
        if any(part.startswith("test_") or part == "conftest" for part in name.split("."))
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(TESTS).as_posix())
def test_no_test_imports_another(file: Path) -> None:
    assert not imports_of_tests(file.read_text("utf-8"))


@pytest.mark.parametrize(
    "source",
    [
        "from tests.lab.test_runs import same",
        "from tests.lab import test_runs",
        "import tests.lab.test_runs",
        "def helper():\n    from tests.cli.conftest import Run",
        "from .test_runs import same",
    ],
)
def test_the_check_finds_imports(source: str) -> None:
    assert imports_of_tests(source)


def test_the_check_allows_other_imports() -> None:
    assert not imports_of_tests("from tests.support.command import sapper\nimport latest_news")
