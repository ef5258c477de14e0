"""Tests share helpers in tests/support, do not import other tests and do not wait for ever."""

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


def waits_without_end(source: str) -> list[int]:
    """Return the lines that wait for a process or thread without a limit of time."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        has_limit = any(keyword.arg == "timeout" for keyword in node.keywords)
        name, owner = node.func.attr, ast.unparse(node.func.value)
        is_run = owner == "subprocess" and name in {"run", "check_call", "check_output"}
        is_wait = name in {"wait", "join", "communicate"} and not node.args
        if (is_run or is_wait) and not has_limit:
            lines.append(node.lineno)
    return lines


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(TESTS).as_posix())
def test_no_test_waits_for_ever(file: Path) -> None:
    assert not waits_without_end(file.read_text("utf-8"))


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("subprocess.run([program], check=True)", [1]),
        ("thread.join()\nchild.communicate()", [1, 2]),
        ("child.wait(60)\n', '.join(words)\nsubprocess.run(words, timeout=60)", []),
    ],
)
def test_the_check_finds_waits(source: str, lines: list[int]) -> None:
    assert waits_without_end(source) == lines
