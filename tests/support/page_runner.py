"""Run the blocks of a page, in their order, in one scratch folder and one Python session."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import stat
import subprocess
import sys
import tomllib
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import click

from sapper import Position
from sapper.cli.app import app
from tests.support.command import COMMAND, SOURCES, Done, sapper
from tests.support.pages import Block

__all__ = ["Command", "PageRunner", "commands_of", "parse_command"]

_SMALL: Final = {"--games": "20", "--time": "1s"}
"""The most that a command without shown output may play; pages show larger numbers."""

_FLAGS: Final = doctest.ELLIPSIS
_COLUMNS: Final = "100"
_SHELL: Final = re.compile(r"[|<>&;$`*]")


@dataclass(frozen=True)
class Command:
    """A command line and the output that the page shows for it, if it shows any."""

    line: str
    output: str = ""

    @property
    def words(self) -> list[str]:
        """The words of the line, without its comment."""
        return shlex.split(self.line, comments=True)


def commands_of(block: Block) -> list[Command]:
    """Return the commands of an `sh` or `console` block."""
    text = block.text.replace("\\\n", "")
    if block.language == "sh":
        return [Command(line) for line in text.splitlines() if line.strip("# ")]
    found = []
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, output = part.partition("\n")
        found.append(Command(line, output))
    return found


def parse_command(words: list[str]) -> None:
    """Parse the arguments of `sapper` without running it; raise for what it does not know."""
    group: Any = app
    context = click.Context(app, info_name="sapper")
    words = words[1:]
    while isinstance(group, click.Group) and words and not words[0].startswith("-"):
        name, group, words = group.resolve_command(context, words)
        context = click.Context(group, parent=context, info_name=name)
    if not isinstance(group, click.Group):
        group.make_context(context.info_name, list(words), parent=context.parent)


@dataclass
class PageRunner:
    """Runs the blocks of one page."""

    folder: Path
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "__page__"})

    def __post_init__(self) -> None:
        script = self.folder / "bin" / "sapper"
        script.parent.mkdir()
        script.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n', encoding="utf-8")
        script.chmod(script.stat().st_mode | stat.S_IEXEC)
        (self.folder / "here").mkdir()

    def run(self, block: Block) -> None:
        """Run one block; raise AssertionError if it fails or shows something else."""
        if (name := block.after("saved as")) is not None:
            (self.folder / "here" / name).write_text(block.text, encoding="utf-8")
        elif block.language in ("sh", "console"):
            self._run_commands(block)
        elif block.language == "python":
            here = str(self.folder / "here")
            with chdir(here), patch.object(sys, "path", [here, *sys.path]):
                self._run_python(block)
        elif block.language == "position":
            Position.parse(block.text)
        elif block.language == "json":
            json.loads(block.text)
        elif block.language == "toml":
            tomllib.loads(block.text)

    def _run_commands(self, block: Block) -> None:
        wanted = int(block.after("exit code") or 0)
        for command in commands_of(block):
            is_shown = block.language == "console"
            done = self._run_command(
                command.line if is_shown else _with_small_numbers(command.line)
            )
            assert done.returncode == wanted, f"{command.line}: {done}"
            if command.output:
                _compare(command.line, command.output, done.stdout + done.stderr)

    def _run_command(self, line: str) -> Done:
        words = shlex.split(line, comments=True)
        environment = {"XDG_DATA_HOME": str(self.folder / "data"), "COLUMNS": _COLUMNS}
        if words[0] == "sapper" and not _SHELL.search(re.sub(r"'[^']*'", "", line)):
            with chdir(self.folder / "here"):
                return sapper(*words[1:], **environment)
        path = f"{self.folder / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", line], cwd=self.folder / "here", capture_output=True, text=True,
            encoding="utf-8", check=False, stdin=subprocess.DEVNULL,
            env={**environment, **SOURCES, "PATH": path, "HOME": str(self.folder)},
        timeout=300)  # fmt: skip
        return Done(done.returncode, done.stdout, done.stderr)

    def _run_python(self, block: Block) -> None:
        if ">>> " not in block.text:
            with redirect_stdout(StringIO()):
                exec(compile(block.text, f"<line {block.line}>", "exec"), self.names)
            return
        test = doctest.DocTestParser().get_doctest(block.text, self.names, "page", None, block.line)
        test.globs = self.names
        said = StringIO()
        doctest.DocTestRunner(optionflags=_FLAGS).run(test, out=said.write, clear_globs=False)
        assert not said.getvalue(), said.getvalue()


def _with_small_numbers(line: str) -> str:
    words = line.split(" ")
    for i in range(1, len(words)):
        most = _SMALL.get(words[i - 1])
        if most is not None:
            words[i] = min(words[i], most, key=lambda word: float(word.rstrip("s")))
    return " ".join(words)


def _compare(line: str, shown: str, printed: str) -> None:
    """Compare what the page shows with what was printed; spaces at the end do not count."""
    shown, printed = (re.sub(r" +$", "", text, flags=re.MULTILINE) for text in (shown, printed))
    shown, printed = shown.strip("\n") + "\n", printed.strip("\n") + "\n"
    assert doctest.OutputChecker().check_output(shown, printed, _FLAGS), (
        f"{line} prints\n{printed}\nand the page shows\n{shown}"
    )
