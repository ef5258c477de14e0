"""mypy --strict and pyright accept every documented call, also outside this repository."""

from __future__ import annotations

import ast
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sapper

CALLS = Path(__file__).parent / "typed" / "documented_calls.py"
BAD = "import sapper\nsapper.simulate(7, 'beginner')\nsapper.analyse(3.5)\n"


def _copy(folder: Path, text: str) -> Path:
    """Return the text as a script of its own, so that only the installed package is seen."""
    path = folder / "consumer.py"
    path.write_text(text)
    return path


def _mypy(script: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "/dev/null"]
    cache = ["--cache-dir", str(script.parent / "cache")]
    return subprocess.run(
        [*command, *cache, str(script)],
        cwd=script.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def _pyright(script: Path) -> subprocess.CompletedProcess[str]:
    settings = script.parent / "pyrightconfig.json"
    settings.write_text('{"typeCheckingMode": "standard", "include": ["consumer.py"]}')
    command = [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable]
    return subprocess.run(
        [*command, "-p", str(settings)],
        cwd=script.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


needs_pyright = pytest.mark.skipif(
    importlib.util.find_spec("basedpyright") is None,
    reason="basedpyright is not installed: pip install 'sapper[dev]'",
)


def test_mypy_accepts_every_documented_call(tmp_path: Path) -> None:
    checked = _mypy(_copy(tmp_path, CALLS.read_text("utf-8")))
    assert checked.returncode == 0, checked.stdout
    assert "Success" in checked.stdout


@needs_pyright
def test_pyright_accepts_every_documented_call(tmp_path: Path) -> None:
    checked = _pyright(_copy(tmp_path, CALLS.read_text("utf-8")))
    assert checked.returncode == 0, checked.stdout


@pytest.mark.slow
def test_mypy_refuses_wrong_calls(tmp_path: Path) -> None:
    checked = _mypy(_copy(tmp_path, BAD))
    assert checked.stdout.count("arg-type") == 2, checked.stdout


@needs_pyright
def test_pyright_refuses_wrong_calls(tmp_path: Path) -> None:
    checked = _pyright(_copy(tmp_path, BAD))
    assert checked.stdout.count("reportArgumentType") == 2, checked.stdout


def test_every_name_of_the_front_door_is_called() -> None:
    tree = ast.walk(ast.parse(CALLS.read_text("utf-8")))
    used = {node.id for node in tree if isinstance(node, ast.Name)}
    tree = ast.walk(ast.parse(CALLS.read_text("utf-8")))
    used |= {node.attr for node in tree if isinstance(node, ast.Attribute)}
    functions = {name for name in sapper.__all__ if name[0].islower()}
    assert functions <= used


def test_the_calls_run() -> None:
    """The file is not only well typed: its calls work."""
    script = "import documented_calls as calls; print(calls.moves(), len(calls.documents()))"
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=CALLS.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.stdout == "r2c2 9\n", run.stderr


def test_the_type_marker_is_in_the_package() -> None:
    assert sapper.__file__ is not None
    assert (Path(sapper.__file__).parent / "py.typed").is_file()
    assert shutil.which("mypy") or importlib.util.find_spec("mypy")
