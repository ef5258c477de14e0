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


def test_names_are_sorted_and_exist() -> None:
    assert sorted(sapper.__all__) == sapper.__all__
    for name in sapper.__all__:
        assert hasattr(sapper, name)


def test_every_module_has_the_names_of_its_all() -> None:
    for module in modules():
        name = ".".join(["sapper", *module.relative_to(PACKAGE).with_suffix("").parts])
        if name.startswith(
            ("sapper.cli", "sapper.web", "sapper.gym", "sapper.lab", "sapper.browser")
        ):
            continue  # cli and web need extra packages, browser a browser
        found = importlib.import_module(name.removesuffix(".__init__"))
        for public in getattr(found, "__all__", []):
            assert hasattr(found, public), f"{name} has no {public}"


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
    assert set(sapper.__all__) <= set(dir(sapper))


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
