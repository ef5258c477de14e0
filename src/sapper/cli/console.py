"""Where the command prints results, errors, notes and warnings."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

__all__ = ["console_for", "say_error", "say_note", "say_warning"]


def console_for(no_color: bool) -> Console:
    """Return the console for results; colour only in a terminal, never with NO_COLOR."""
    return Console(no_color=no_color or None, highlight=False, soft_wrap=True)


def say_error(error: object) -> None:
    """Print an error and its notes in one line to standard error."""
    notes = getattr(error, "__notes__", [])
    _to_stderr("sapper: ", "bold red", "; ".join([str(error), *notes]))


def say_note(note: str) -> None:
    """Print a remark that is not part of the result to standard error."""
    _to_stderr("note: ", "dim", note)


def say_warning(warning: str) -> None:
    """Print to standard error that a result cannot be trusted."""
    _to_stderr("warning: ", "bold red", warning)


def _to_stderr(label: str, style: str, message: str) -> None:
    line = Text.assemble((label, style), message)
    Console(file=sys.stderr, highlight=False, soft_wrap=True).print(line)
