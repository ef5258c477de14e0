"""The help of every command, as a stranger reads it."""

from __future__ import annotations

import inspect
import re
from importlib import import_module

import pytest

from sapper.cli.app import SUMMARIES
from tests.support.command import sapper


@pytest.mark.parametrize("name", ["", *SUMMARIES])
@pytest.mark.parametrize("columns", [40, 80, 200])
def test_it_fits_and_flags_take_no_value(name: str, columns: int) -> None:
    lines = sapper(*name.split(), "--help", COLUMNS=str(columns)).stdout.splitlines()
    assert max(map(len, lines)) <= columns
    assert not any("<bool>" in line for line in lines)


@pytest.mark.parametrize("name", ["", *SUMMARIES])
def test_no_option_is_cut(name: str) -> None:
    wide, narrow = (
        sapper(*name.split(), "--help", COLUMNS=columns).stdout for columns in ("200", "40")
    )
    option = re.compile(r"(?<=[ │])--?[a-z][a-z-]*(?=[ ,/\n])")
    assert set(option.findall(narrow)) >= set(option.findall(wide))
    assert "…" not in narrow


@pytest.mark.parametrize("name", SUMMARIES)
def test_paragraphs_are_wrapped_once(name: str) -> None:
    """A line of the docstring must not end a line of the help in the middle of a sentence."""
    plain = name.replace("-", "_")
    function = getattr(import_module(f"sapper.cli.{plain}"), f"{plain}_command")
    paragraphs = [" ".join(part.split()) for part in str(inspect.getdoc(function)).split("\n\n")]
    printed = sapper(name, "--help", COLUMNS="1000").stdout
    shown = {line.strip() for line in printed.splitlines()}
    assert shown.issuperset(paragraphs)


@pytest.mark.parametrize("name", ["run", "compare", "play"])
def test_an_own_player_is_mentioned(name: str) -> None:
    assert "module:Class" in sapper(name, "--help", COLUMNS="200").stdout
