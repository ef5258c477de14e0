"""Where the command prints results, documents, errors, notes and warnings."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from sapper.cli.exit_codes import BAD_INPUT, OUT_OF_BUDGET, RUN_STOPPED
from sapper.errors import InputError, SapperError
from sapper.files import STANDARD_OUTPUT
from sapper.schema import stamp

__all__ = [
    "console_for",
    "print_document",
    "report_error",
    "result_console",
    "say_error",
    "say_note",
    "say_warning",
]

_EXIT_CODES = {"work": OUT_OF_BUDGET, "run": RUN_STOPPED}


def console_for(no_color: bool) -> Console:
    """Return the console for results; colour only in a terminal, never with NO_COLOR."""
    return Console(no_color=no_color or None, highlight=False, soft_wrap=True)


def result_console(no_color: bool, as_json: bool, *files: Path | None) -> Console:
    """Return the console for results, which prints nothing if a file is standard output.

    Raise `InputError` if two results would be written there.
    """
    console = console_for(no_color)
    written = sum(file is not None and str(file) == STANDARD_OUTPUT for file in files)
    if written + as_json > 1:
        raise InputError(
            "only one result can be written to standard output: give a file instead of -"
        )
    console.quiet = bool(written)
    return console


def print_document(document: Mapping[str, object]) -> None:
    """Print a document as one line of JSON."""
    typer.echo(json.dumps(stamp(document)))


def report_error(
    error: SapperError,
    as_json: bool,
    *,
    name: str = "",
    place: Mapping[str, object] | None = None,
) -> int:
    """Print an error, with `--json` also its document, and return the exit code.

    `name` and `place` say which of several inputs it is about.
    """
    if as_json:
        print_document({**(place or {}), **error.to_dict()})
    say_error(error, name)
    return _EXIT_CODES.get(error.kind, BAD_INPUT)


def say_error(error: object, name: str = "") -> None:
    """Print an error and its notes in one line to standard error, after the place it is at."""
    text = "; ".join([str(error), *getattr(error, "__notes__", [])])
    _to_stderr("sapper: ", "bold red", f"{name}: {text}" if name else text)


def say_note(note: str) -> None:
    """Print a remark that is not part of the result to standard error."""
    _to_stderr("note: ", "dim", note)


def say_warning(warning: str) -> None:
    """Print to standard error that a result cannot be trusted."""
    _to_stderr("warning: ", "bold red", warning)


def _to_stderr(label: str, style: str, message: str) -> None:
    line = Text.assemble((label, style), message)
    Console(file=sys.stderr, highlight=False, soft_wrap=True).print(line)
