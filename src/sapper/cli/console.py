"""Where the command prints results, documents, errors, notes and warnings.

Results are as wide as the terminal, or as the variable COLUMNS says, also in a pipe. In a pipe or a
file without COLUMNS, boards and tables may be 160 columns wide and sentences are not wrapped.
Machine-readable lines (documents, records of games, positions) are never wrapped.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Final

from rich.console import Console
from rich.text import Text

from sapper.cli.exit_codes import BAD_INPUT, OUT_OF_BUDGET, OUTPUT_FAILED, RUN_STOPPED
from sapper.cli.signs import fit_encoding
from sapper.cli.wrapping import wrap_text
from sapper.errors import InputError, SapperError
from sapper.files import STANDARD_OUTPUT, standard_output
from sapper.language import _
from sapper.schema import stamp

__all__ = [
    "WIDTH_OF_FILES",
    "Screen",
    "console_for",
    "error_console",
    "print_document",
    "report_error",
    "result_console",
    "say_error",
    "say_note",
    "say_warning",
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


class Screen(Console):
    """A console that wraps text at spaces only and substitutes signs that the encoding lacks."""

    def __init__(self, file: IO[str], *, no_color: bool = False) -> None:
        columns = _columns()
        self.is_bounded = columns is not None or file.isatty()
        super().__init__(
            file=file,
            no_color=no_color or None,
            highlight=False,
            markup=False,
            soft_wrap=True,
            width=columns if self.is_bounded else WIDTH_OF_FILES,
            _environ={name: text for name, text in os.environ.items() if name != "COLUMNS"},
        )

    def print(self, *objects: Any, **options: Any) -> None:
        """Print one text, wrapped at spaces, or anything that rich can print."""
        if len(objects) == 1 and isinstance(objects[0], str | Text):
            objects = (self._fit(objects[0]),)
        super().print(*objects, **options)

    def print_line(self, line: str) -> None:
        """Print a machine-readable line as it is, however long."""
        super().print(Text(line))

    def _fit(self, text: str | Text) -> Text:
        if isinstance(text, str):
            text = Text(fit_encoding(text, self.encoding))
        return wrap_text(text, self.width) if self.is_bounded else text


def console_for(no_color: bool) -> Screen:
    """Return the console for results; colour only in a terminal, never with NO_COLOR."""
    return Screen(standard_output(), no_color=no_color)


def error_console() -> Screen:
    """Return the console for messages and progress, which are not part of the result."""
    return Screen(sys.stderr)


def result_console(no_color: bool, as_json: bool, *files: Path | None) -> Screen:
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
    standard_output().write(json.dumps(stamp(document)) + "\n")


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
    lines = "; ".join([str(error), *getattr(error, "__notes__", [])]).splitlines()
    text = " ".join(line.strip() for line in lines)
    _to_stderr("sapper: ", "bold red", f"{name}: {text}" if name else text)


def say_note(note: str) -> None:
    """Print a remark that is not part of the result to standard error."""
    _to_stderr(_("note: "), "dim", note)


def say_warning(warning: str) -> None:
    """Print to standard error that a result cannot be trusted."""
    _to_stderr(_("warning: "), "bold red", warning)


def _to_stderr(label: str, style: str, message: str) -> None:
    console = error_console()
    console.print(Text.assemble((label, style), fit_encoding(message, console.encoding)))


def _columns() -> int | None:
    """Return the width that the variable COLUMNS gives, if it gives one."""
    columns = os.environ.get("COLUMNS", "")
    return max(_NARROWEST, int(columns)) if columns.isdecimal() and int(columns) else None
