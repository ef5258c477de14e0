"""mypy --strict and pyright accept every documented call, also outside this repository."""

from __future__ import annotations

import ast
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import sapper

CALLS = Path(__file__).parent / "typed" / "documented_calls.py"
BAD = "import sapper\nsapper.simulate(7, 'beginner')\nsapper.analyse(3.5)\n"


@pytest.fixture
def consumer(tmp_path: Path) -> Path:
    """Return a folder with good and bad calls, from which only the installed package is seen."""
    (tmp_path / "good.py").write_text(CALLS.read_text("utf-8"))
    (tmp_path / "bad.py").write_text(BAD)
    return tmp_path


def check(folder: Path, *command: str) -> str:
    """Return what a type checker says about the calls."""
    done = subprocess.run(
        [sys.executable, "-m", *command, str(folder)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return done.stdout


@pytest.mark.slow
def test_mypy_accepts_the_good_calls_alone(consumer: Path) -> None:
    said = check(consumer, "mypy", "--strict", "--config-file", "/dev/null", "--cache-dir=cache")
    assert said.count("[arg-type]") == said.count("error: ") == 2, said
    assert "good.py" not in said


def test_pyright_accepts_the_good_calls_alone(consumer: Path) -> None:
    pytest.importorskip("basedpyright")
    settings = consumer / "pyrightconfig.json"
    settings.write_text('{"typeCheckingMode": "standard", "include": ["*.py"]}')
    said = check(consumer, "basedpyright", "--pythonpath", sys.executable, "-p")
    assert said.count("reportArgumentType") == said.count("error: ") == 2, said
    assert "good.py" not in said


def test_every_name_of_the_front_door_is_called() -> None:
    nodes = list(ast.walk(ast.parse(CALLS.read_text("utf-8"))))
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    used |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    functions = {name for name in sapper.__all__ if name[0].islower()}
    assert functions <= used


def test_the_calls_run() -> None:
    """The file is not only well typed: its calls work."""
    calls = runpy.run_path(str(CALLS))
    assert str(calls["moves"]()) == "r2c2"
    assert len(calls["documents"]()) == 9


def test_the_type_marker_is_in_the_package() -> None:
    assert sapper.__file__ is not None
    assert (Path(sapper.__file__).parent / "py.typed").is_file()
