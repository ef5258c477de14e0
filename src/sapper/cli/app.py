"""The command `sapper`: its commands and how it ends."""

from __future__ import annotations

import os
import sys
from typing import Final

import click

from sapper.cli.exit_codes import BAD_INPUT, EXIT_CODES, HUNG_UP, INTERRUPTED, OK
from sapper.cli.lazy_group import LazyGroup
from sapper.cli.terminal.console import report_error, width_of
from sapper.cli.terminal.signals import terminate_like_ctrl_c
from sapper.cli.terminal.standard_streams import guard_streams
from sapper.errors import InputError, SapperError
from sapper.language import language, language_of_environment, set_language

__all__ = ["COMMANDS", "app", "run"]

_NAME: Final = "sapper"
_COMPLETE: Final = "_SAPPER_COMPLETE"

COMMANDS: Final = {
    "analyse": ("analyse", "* The chance of a mine in every cell, and what is certain."),
    "explain": ("explain", "* Why a cell is safe or a mine, or why it is undecided."),
    "hint": ("hint", "* A hint in four levels: each reveals a little more."),
    "best": ("best", "The best move and the other candidates, with their figures."),
    "play": ("play", "* Let a player play a game, or show a replay."),
    "review": ("review", "* Luck apart from skill in a game, move by move."),
    "metrics": ("metrics", "3BV, ZiNi, efficiency and other figures of boards and games."),
    "convert": ("convert", "Boards, positions, games and replays to another format."),
    "generate": ("generate", "* Boards that need no guess, of a grade or with given figures."),
    "certify": ("certify", "Proofs that boards need no guess: make and check them."),
    "run": ("run", "* Measure a player over many games."),
    "compare": ("compare", "Compare players on the same boards."),
    "players": ("players", "The players, with their options and papers."),
    "papers": ("groups", "The five papers: their experiments, traces and layouts."),
    "lab": ("groups", "Reports, ledgers, datasets, tasks, optimal play."),
    "engine": ("groups", "The protocol for engines, and examples of one."),
    "serve": ("serve", "* Start the web page and its API."),
    "bench": ("bench", "The engine's speed, and a signature of its answers."),
}  # fmt: skip
"""Every command, its module and its summary; * marks those to begin with."""

_HEADINGS: Final = {
    "Positions": ("analyse", "explain", "hint", "best"),
    "Games": ("play", "review", "metrics", "convert"),
    "Boards": ("generate", "certify"),
    "Experiments": ("run", "compare", "players"),
    "More": ("papers", "lab", "engine", "serve"),
}


def _show_version(ctx: click.Context, _: click.Parameter, is_requested: bool) -> None:
    if is_requested:
        from sapper import __version__

        click.echo(f"sapper {__version__}")
        ctx.exit()


def _set_language(_: click.Context, __: click.Parameter, code: str | None) -> None:
    set_language(language_of_environment() if code is None else code)


app = LazyGroup(
    _NAME,
    COMMANDS,
    "Minesweeper, solved exactly: analyse positions, explain, play and measure. "
    "Begin with the commands marked *; sapper COMMAND --help shows examples.",
    headings=_HEADINGS,
    epilog="Exit codes: "
    + ", ".join(f"{code} {text}" for code, text in EXIT_CODES.items() if code < HUNG_UP)
    + ".",
    context_settings={"help_option_names": ["-h", "--help"]},
    params=[
        click.Option(
            ["--version"], is_flag=True, is_eager=True, expose_value=False,
            callback=_show_version, help="Show the version.",
        ),
        click.Option(
            ["--language"], is_eager=True, expose_value=False, callback=_set_language,
            help="en or id (Bahasa Indonesia); else that of the environment.",
        ),
    ],
)  # fmt: skip


def run() -> None:
    """Run the command of the arguments and exit."""
    before = language()
    try:
        with guard_streams(), terminate_like_ctrl_c() as code_of:
            _complete()
            sys.exit(code_of(_run(sys.argv[1:])))
    finally:
        set_language(before)


def _run(arguments: list[str]) -> int:
    """Run the command and return its exit code."""
    as_json = "--json" in arguments
    try:
        with app.make_context(_NAME, list(arguments), terminal_width=_help_width()) as context:
            app.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return BAD_INPUT
    except click.UsageError as error:
        return report_error(InputError(_usage_message(error)), as_json)
    except SapperError as error:
        return report_error(error, as_json)
    except KeyboardInterrupt:
        return INTERRUPTED
    return OK


def _complete() -> None:
    """Answer the shell if it asks what a word could become."""
    if instruction := os.environ.get(_COMPLETE):
        from click.shell_completion import shell_complete

        sys.exit(shell_complete(app, {}, _NAME, _COMPLETE, instruction))


def _help_width() -> int:
    return min(width_of(sys.stdout) or 80, 100)


def _usage_message(error: click.UsageError) -> str:
    """Return the message in one line, with the names that are like an unknown one."""
    place = _NAME if error.ctx is None else error.ctx.command_path
    text = " ".join(error.format_message().split()).rstrip(".")
    return f"{text[:1].lower()}{text[1:]} (see {place} --help)"
