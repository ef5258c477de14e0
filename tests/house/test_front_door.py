"""`import sapper`: its names, their types, its import time, and the examples."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import sapper
from tests.support.rooms import PACKAGE, modules


def test_names_are_sorted_and_exist() -> None:
    assert sorted(sapper.__all__) == sapper.__all__
    assert 45 <= len(sapper.__all__) <= 55
    for name in sapper.__all__:
        assert hasattr(sapper, name)


def test_nothing_else_is_shown() -> None:
    assert [name for name in dir(sapper) if not name.startswith("__")] == sapper.__all__
    rooms = {entry.stem for entry in PACKAGE.iterdir()}
    assert {name for name in vars(sapper) if name[0] != "_"} <= rooms | set(sapper.__all__)


def test_the_types_that_calls_return_are_names_too() -> None:
    plain = {"None", "Iterator", "Any"}
    for name in filter(str.islower, sapper.__all__):
        returned = inspect.signature(getattr(sapper, name)).return_annotation
        types = set(re.findall(r"\b[A-Z]\w+", str(returned)))
        assert types <= plain | set(sapper.__all__), (name, returned)


def loaded_by(code: str) -> set[str]:
    """Return the modules that Python has loaded after some code."""
    script = f"import sys, sapper; {code}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=240
    )
    return set(done.stdout.split())


def test_importing_and_analysing_are_light() -> None:
    heavy = {"typer", "rich", "matplotlib", "sapper.lab", "urllib.request"}
    assert not (heavy | {"numpy", "sapper.board"}) & loaded_by("sapper.__all__")
    assert not heavy & loaded_by("sapper.analyse")


def test_an_unknown_name_is_said() -> None:
    with pytest.raises(AttributeError, match="module 'sapper' has no attribute 'analyze'"):
        _ = sapper.analyze  # type: ignore[attr-defined]


def _with_examples() -> list[str]:
    return [
        ".".join(["sapper", *module.relative_to(PACKAGE).with_suffix("").parts])
        for module in modules()
        if ">>> " in module.read_text("utf-8")
    ]


@pytest.mark.parametrize("name", _with_examples())
def test_examples(name: str) -> None:
    module = importlib.import_module(name.removesuffix(".__init__"))
    failed, tried = doctest.testmod(module)
    assert tried > 0
    assert failed == 0


CALLS = Path(__file__).parent / "typed" / "documented_calls.py"
BAD = "import sapper\nsapper.simulate(7, 'beginner')\nsapper.analyse(3.5)\n"


@pytest.mark.slow
def test_pyright_accepts_the_good_calls_alone(tmp_path: Path) -> None:
    pytest.importorskip("basedpyright")
    (tmp_path / "good.py").write_text(CALLS.read_text("utf-8"))
    (tmp_path / "bad.py").write_text(BAD)
    settings = '{"typeCheckingMode": "standard", "include": ["*.py"]}'
    (tmp_path / "pyrightconfig.json").write_text(settings)
    command = ["basedpyright", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    said = subprocess.run(
        [sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True, check=False
    ).stdout
    assert said.count("reportArgumentType") == said.count("error: ") == 2, said
    assert "good.py" not in said


def test_the_calls_run() -> None:
    """The file is not only well typed: its calls work."""
    calls = runpy.run_path(str(CALLS))
    assert str(calls["moves"]()) == "r2c2"
    assert len(calls["documents"]()) == 4
