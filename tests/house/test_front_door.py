"""`import sapper`: its names, its import time, and the examples."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import sapper
from tests.support.rooms import PACKAGE, modules

NAMES = [
    "Analysis",
    "AnalysisBatch",
    "BoardSpec",
    "Budget",
    "BudgetExceeded",
    "Cell",
    "CellError",
    "Component",
    "ContradictionError",
    "Decision",
    "Game",
    "Geometry",
    "GeometryError",
    "InputError",
    "Layout",
    "Move",
    "Outcome",
    "ParseError",
    "Player",
    "PlayerError",
    "Position",
    "Puzzle",
    "Record",
    "SapperError",
    "Verdict",
    "analyse",
    "analyse_many",
    "best",
    "compare",
    "conflict",
    "explain",
    "generate",
    "generate_many",
    "hint",
    "optimal",
    "play",
    "register",
    "review",
    "simulate",
    "solve_layout",
    "win_chance",
]


def test_names() -> None:
    assert sapper.__all__ == NAMES


def test_names_are_sorted_and_exist() -> None:
    assert sorted(sapper.__all__) == sapper.__all__
    for name in sapper.__all__:
        assert hasattr(sapper, name)


def test_every_module_has_the_names_of_its_all() -> None:
    for module in modules():
        name = ".".join(["sapper", *module.relative_to(PACKAGE).with_suffix("").parts])
        if name.startswith(("sapper.cli", "sapper.web", "sapper.gym", "sapper.lab")):
            continue  # cli and web need extra packages
        found = importlib.import_module(name.removesuffix(".__init__"))
        for public in getattr(found, "__all__", []):
            assert hasattr(found, public), f"{name} has no {public}"


@pytest.mark.parametrize("heavy", ["numpy", "typer", "rich", "matplotlib", "sapper.board"])
def test_importing_sapper_is_light(heavy: str) -> None:
    question = f"import sys, sapper; sys.exit({heavy!r} in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", question], check=False, timeout=240).returncode == 0
    )


@pytest.mark.parametrize("heavy", ["typer", "rich", "matplotlib", "sapper.lab", "urllib.request"])
def test_analysing_is_light(heavy: str) -> None:
    question = f"import sys, sapper; sapper.analyse; sys.exit({heavy!r} in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", question], check=False, timeout=240).returncode == 0
    )


def test_an_unknown_name_is_said() -> None:
    with pytest.raises(AttributeError, match="module 'sapper' has no attribute 'analyze'"):
        _ = sapper.analyze  # type: ignore[attr-defined]
    assert set(sapper.__all__) <= set(dir(sapper))


def test_the_lightness_test_can_fail() -> None:
    question = "import sys, sapper; sapper.Position; sys.exit('numpy' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", question], check=False, timeout=240).returncode == 1
    )


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


@pytest.mark.parametrize("name", [m.parent for m in modules() if m.name == "__init__.py"])
def test_no_function_shares_the_name_of_a_module(name: Path) -> None:
    """Otherwise `from sapper.lab import simulate` is a module for a type checker."""
    room = ".".join(["sapper", *name.relative_to(PACKAGE).parts])
    inside = {entry.stem for entry in name.iterdir()}
    exported = set(getattr(importlib.import_module(room), "__all__", []))
    assert not inside & exported


def test_dir_shows_all_names() -> None:
    question = "import sapper; print(set(sapper.__all__) - set(dir(sapper)))"
    shown = subprocess.run(
        [sys.executable, "-c", question], check=True, capture_output=True, timeout=300
    )
    assert shown.stdout.decode().strip() == "set()"
