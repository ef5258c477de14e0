"""Report a command line that cannot be parsed like any other bad input."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from sapper.cli.console import report_error
from sapper.cli.exit_codes import BAD_INPUT
from sapper.errors import InputError

__all__ = ["did_you_mean", "is_usage_error", "report_usage_error"]


def is_usage_error(error: Exception) -> bool:
    """Return whether an error is one of click, or of the copy of it that comes with typer."""
    return hasattr(error, "format_message") and hasattr(error, "exit_code")


def report_usage_error(error: Any) -> int:
    """Print the error, with `--json` also its document, and return the exit code."""
    if type(error).__name__ == "NoArgsIsHelpError":  # `sapper` alone
        error.show()
        return BAD_INPUT
    ctx = getattr(error, "ctx", None)
    place = "sapper" if ctx is None else ctx.command_path
    return report_error(InputError(f"{_message(error)} (see {place} --help)"), _wants_json())


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: the known ones that are like it."""
    near = get_close_matches(word, list(known), cutoff=0.7)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _message(error: Any) -> str:
    """Return the message in one line; of an unknown option with those like it."""
    option = getattr(error, "option_name", None)
    if option is not None and type(error).__name__ == "NoSuchOption":
        return f"no such option: {option}{did_you_mean(option, _options(error.ctx))}"
    text = " ".join(str(error.format_message()).split()).rstrip(".")
    return text[:1].lower() + text[1:]


def _options(ctx: Any) -> list[str]:
    if ctx is None:
        return []
    return [name for parameter in ctx.command.get_params(ctx) for name in parameter.opts]


def _wants_json() -> bool:
    words = sys.argv[1:]
    return "--json" in words or "--format=json" in words or ("json" in words and "trace" in words)
