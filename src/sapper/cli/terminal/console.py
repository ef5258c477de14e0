"""Where the command prints results, documents, errors, notes and warnings.

Text is as wide as the terminal, or as the variable COLUMNS says, also in a pipe. In a pipe or a
file without COLUMNS, boards and tables may be 160 columns wide and sentences are not wrapped.
Lines for programs (documents, records of games, positions) are never wrapped. Colours are for
terminals; NO_COLOR and FORCE_COLOR change that.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TextIO

import click

from sapper.cli.exit_codes import BAD_INPUT, OUT_OF_BUDGET, OUTPUT_FAILED, RUN_STOPPED
from sapper.cli.terminal.standard_streams import give_up
from sapper.cli.terminal.wrapping import wrap_text
from sapper.documents import json_text
from sapper.errors import InputError, SapperError
from sapper.files import STANDARD_OUTPUT, standard_output
from sapper.language import _

__all__ = [
    "WIDTH_OF_FILES",
    "Console",
    "print_document",
    "report_error",
    "result_console",
    "say_error",
    "say_note",
    "say_warning",
    "width_of",
]

WIDTH_OF_FILES: Final = 160
"""The columns of boards and tables in a pipe or a file, unless COLUMNS says otherwise."""

_NARROWEST = 20
_EXIT_CODES = {
    "work": OUT_OF_BUDGET,
    "run": RUN_STOPPED,
    "player": RUN_STOPPED,
    "output": OUTPUT_FAILED,
}


class Console:
    """Prints text that fits a stream: its width and its colours."""

    def __init__(self, stream: TextIO, *, is_quiet: bool = False) -> None:
        self.stream, self.is_quiet = stream, is_quiet
        self.is_terminal = stream.isatty()
        columns = width_of(stream)
        self.is_bounded = columns is not None
        self.width = columns or WIDTH_OF_FILES
        self.has_colour = _has_colour(self.is_terminal)

    def print(self, text: str = "", **style: Any) -> None:
        """Print a text, wrapped at spaces, in a style of `click.style`."""
        if self.is_bounded:
            text = wrap_text(text, self.width)
        self.print_line(click.style(text, **style) if style else text)

    def print_line(self, line: str = "") -> None:
        """Print a line for programs, or what is drawn already, however wide."""
        if not self.is_quiet:
            self.stream.write((line if self.has_colour else click.unstyle(line)) + "\n")


def result_console(as_json: bool = False, *files: Path | None) -> Console:
    """Return the console for results, which prints nothing if a file is standard output.

    Raise `InputError` if two results would be written there.
    """
    written = sum(file is not None and str(file) == STANDARD_OUTPUT for file in files)
    if written + as_json > 1:
        raise InputError(
            "only one result can be written to standard output: give a file instead of -"
        )
    return Console(standard_output(), is_quiet=bool(written))


def print_document(value: object, place: Mapping[str, object] | None = None) -> None:
    """Print a value as one line of JSON; `place` says which of several inputs it is about."""
    standard_output().write(json_text(value, place=place) + "\n")


def report_error(
    error: SapperError, as_json: bool, *, name: str = "", place: Mapping[str, object] | None = None
) -> int:
    """Print an error, with `--json` also its document, and return the exit code.

    `name` and `place` say which of several inputs it is about.
    """
    if as_json:
        print_document(error, place)
    say_error(error, name)
    return _EXIT_CODES.get(error.kind, BAD_INPUT)


def say_error(error: object, name: str = "") -> None:
    """Print an error and its notes to standard error, after the place it is at."""
    lines = "; ".join([str(error), *getattr(error, "__notes__", [])]).splitlines()
    text = " ".join(line.strip() for line in lines)
    _say("sapper: ", f"{name}: {text}" if name else text, fg="red", bold=True)


def say_note(note: str) -> None:
    """Print a remark that is not part of the result to standard error."""
    _say(_("note: "), note, dim=True)


def say_warning(warning: str) -> None:
    """Print to standard error that a result cannot be trusted."""
    _say(_("warning: "), warning, fg="red", bold=True)


def width_of(stream: TextIO) -> int | None:
    """Return the columns of COLUMNS or of the terminal; None for a pipe or a file."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return max(_NARROWEST, int(columns))
    if not stream.isatty():
        return None
    import shutil  # slow, and for terminals only

    return shutil.get_terminal_size().columns


def _say(label: str, message: str, **style: Any) -> None:
    """Print a message; drop it where standard error is closed or full."""
    console = Console(sys.stderr)
    text = label + message
    if console.is_bounded:
        text = wrap_text(text, console.width)
    try:
        console.print_line(click.style(label, **style) + text[len(label) :])
    except (OSError, ValueError):
        with suppress(OSError, ValueError, AttributeError):
            give_up(sys.stderr)


def _has_colour(is_terminal: bool) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    is_capable = is_terminal and os.environ.get("TERM") != "dumb"
    return is_capable or bool(os.environ.get("FORCE_COLOR"))
