"""The help of every command, as a stranger reads it; its examples run; shells complete it."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from sapper.cli.app import app
from sapper.players import player_specs
from tests.support.command import sapper
from tests.support.page_runner import PageRunner, parse_command
from tests.support.pages import Block


def names_of(group: click.Group, before: str = "") -> Iterator[str]:
    """Yield the words of every command below a group."""
    context = click.Context(group)
    for name in [*group.list_commands(context), *(["bench"] if group is app else [])]:
        words = f"{before}{name}"
        yield words
        command: Any = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from names_of(command, f"{words} ")


NAMES = list(names_of(app))
NOT_RUN = ("serve",)  # it waits for requests
LONG = ("papers reproduce",)  # the golden files have it with few games


@pytest.mark.parametrize("columns", [40, 200])
def test_it_fits(columns: int) -> None:
    for name in ["", *NAMES]:
        done = sapper(*name.split(), "--help", COLUMNS=str(columns))
        assert done.returncode == 0, done
        lines = [line for line in done.stdout.splitlines() if line.strip() not in examples_of(name)]
        assert max(map(len, lines)) <= columns, name


def test_no_option_is_cut() -> None:
    option = re.compile(r"(?<= )--?[a-z][a-z-]*(?=[ ,/\n])")
    for name in NAMES:
        wide, narrow = (
            sapper(*name.split(), "--help", COLUMNS=columns).stdout for columns in ("200", "40")
        )
        assert set(option.findall(narrow)) >= set(option.findall(wide)), name


def examples_of(name: str) -> list[str]:
    text = sapper(*name.split(), "--help", COLUMNS="200").stdout.partition("Examples:\n")[2]
    return [line.strip() for line in text.partition("\n\n")[0].splitlines()]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in NAMES],
)
def test_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if isinstance(command_of(name), click.Group):
        return
    examples = examples_of(name)
    assert examples, name
    runner = PageRunner(tmp_path)
    here = tmp_path / "here"
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    if name.startswith("lab") and "make" not in name:
        runner.run(Block(1, "sh", "", "sapper run champion --board 5x5/4 --games 20"))
        runner.run(Block(1, "sh", "", "sapper lab tasks make tasks.jsonl --count 4"))
        (here / "answers.jsonl").write_text("")
    for example in examples:
        if name in NOT_RUN:
            parse_command(example.split())
        else:
            runner.run(Block(1, "sh", "", example))


def command_of(name: str) -> Any:
    found: Any = app
    for word in name.split():
        found = found.get_command(click.Context(found), word)
    return found


def test_the_example_of_an_own_player_plays(tmp_path: Path) -> None:
    lines = sapper("players", "--help").stdout.splitlines()
    first = lines.index("    def first(position):")
    runner = PageRunner(tmp_path)
    (tmp_path / "here" / "mine.py").write_text("\n".join(line[4:] for line in lines[first:][:3]))
    runner.run(Block(1, "sh", "", "sapper run mine:first --board 5x5/4 --games 20 --strict"))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sapper an", ["analyse"]),
        ("sapper analyse --trust", ["--trust-flags"]),
        ("sapper play --player gre", ["greedy", "greedy-density"]),
        ("sapper run bfs --board ", ["beginner", "intermediate", "expert"]),
        ("sapper best --player ", ["champion", "patient", "lookahead", "fast", "deep"]),
        ("sapper run ", [entry.name for entry in player_specs()]),
    ],
)
def test_bash_is_answered(words: str, expected: list[str]) -> None:
    last = str(len(words.split(" ")) - 1)
    done = sapper(_SAPPER_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=last)
    assert [line.partition(",")[2] for line in done.stdout.split()] == expected


def test_bash_accepts_its_script() -> None:
    script = sapper(_SAPPER_COMPLETE="bash_source").stdout
    assert "_SAPPER_COMPLETE=bash_complete" in script
    subprocess.run(["bash", "-n"], input=script, text=True, check=True, timeout=300)
