"""`import sapper`: its names, its import time, and the examples."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys

import pytest

import sapper
from tests.support.rooms import PACKAGE, modules

NAMES = [
    "Analysis",
    "BoardSpec",
    "Budget",
    "BudgetExceeded",
    "Cell",
    "CellError",
    "Component",
    "ContradictionError",
    "Game",
    "Geometry",
    "GeometryError",
    "InputError",
    "ParseError",
    "Position",
    "Record",
    "SapperError",
    "analyse",
    "best",
    "compare",
    "conflict",
    "explain",
    "hint",
    "optimal",
    "play",
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


@pytest.mark.parametrize("heavy", ["typer", "rich", "scipy", "matplotlib", "fastapi"])
def test_importing_sapper_is_light(heavy: str) -> None:
    question = f"import sys, sapper; sys.exit({heavy!r} in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", question], check=False, timeout=240).returncode == 0
    )


def test_the_lightness_test_can_fail() -> None:
    question = "import sys, sapper; sys.exit('numpy' in sys.modules)"
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
