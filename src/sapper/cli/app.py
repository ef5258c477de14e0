"""The command `sapper`: its subcommands and how it ends."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

import sapper
from sapper.cli.console import report_error
from sapper.cli.exit_codes import EXIT_CODES, INTERRUPTED, OK
from sapper.cli.narrow_help import fit_help
from sapper.cli.output import guard_output
from sapper.cli.quick_values import QuickCommand, skip_conversions
from sapper.cli.termination import terminate_like_ctrl_c
from sapper.cli.usage import did_you_mean, is_usage_error, report_usage_error
from sapper.errors import InputError, SapperError
from sapper.files import is_standard_output, results_alone
from sapper.language import language, language_of_environment, set_language

__all__ = ["SUMMARIES", "app", "load_command", "run"]

SUMMARIES: Final = {
    "serve": "Start the web page and its API: play, analyse, explain, review, compare.",
    "analyse": "Show the chance of a mine in every cell, what is certain, and the safest cell.",
    "explain": "Explain why a cell is safe or a mine, or why it is undecided.",
    "hint": "Show a hint; each level reveals a little more than the one before.",
    "conflict": "Show which numbers clash, why, and what would repair the position.",
    "review": "Separate luck from skill in a game, move by move.",
    "metrics": "Measure boards and games: 3BV, openings, ZiNi, 3BV/s, efficiency, luck and more.",
    "replay": "Play a replay of another program in the terminal, or print or convert it.",
    "certify": "Check proofs that boards need no guess, or make them for a game or layout.",
    "best": "Show the best move and the other candidates, with the figures that decided.",
    "optimal": "Show the exact winning chance of optimal play for every first cell.",
    "bench": "Analyse fixed positions; print the speed and a signature of the engine's answers.",
    "generate": "Make boards that need no guess, of a grade, a 3BV or other figures.",
    "play": "Let a player play a game, or play one yourself.",
    "run": "Measure a player over many games: win rate with interval, guesses, steps and time.",
    "compare": "Compare players on the same boards: paired differences and their significance.",
    "reproduce": "Repeat the five papers' experiments and examples, beside their figures.",
    "ledger": "Look into a ledger, and check it.",
    "dataset": "Write positions from games with exact chances and certain cells, as Parquet files.",
    "tasks": "Make questions with exact answers, for language models, and score answers.",
    "report": "Write a page with tables and plots of the runs in a ledger, or export them as data.",
    "trace": "Show every step by which a player decides.",
    "players": "List the players with their options and the paper they come from.",
    "engine": "Speak the engine protocol: let a player of ours play inside another program.",
    "engine-check": "Check whether a program speaks the engine protocol, and say what is wrong.",
    "convert": "Convert a board, position, game or replay from one format to another.",
    "layout": "Find the mines from a matrix in which every cell has a number; show the cost.",
}
"""Every command and the first sentence of its help, so that a list of them imports none."""

_ALIASES: Final = {"analyze": "analyse"}
_SETTINGS: Final = {"help_option_names": ["-h", "--help"]}


class _Group(TyperGroup):
    """A group of commands."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, that of `--help` included."""
        return skip_conversions(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, without frames on a narrow terminal."""
        fit_help(self, formatter)
        super().format_help(ctx, formatter)


class _LazyCommands(_Group):
    """Imports a command when it is used; until then a summary stands for it."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = {name: TyperCommand(name, help=text) for name, text in SUMMARIES.items()}
        for name in _ALIASES:
            self.commands[name] = TyperCommand(name, hidden=True)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the arguments name, its name and the other arguments."""
        word = args[0]
        if word not in self.commands and not word.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"no such command: {word}{did_you_mean(word, SUMMARIES)}")
        name, found, rest = super().resolve_command(ctx, args)
        return name, found if name is None else load_command(name), rest


def load_command(name: str) -> Any:
    """Return the command of this name: `sapper.cli.NAME` has it as NAME_command, with _ for -.

    A module with `SUBCOMMANDS` is a group of commands.
    """
    name = _ALIASES.get(name, name)
    plain = name.replace("-", "_")
    module = import_module(f"sapper.cli.{plain}")
    function = getattr(module, f"{plain}_command")
    text = _join_lines(function.__doc__ or "")
    is_group = hasattr(module, "SUBCOMMANDS")
    alone = typer.Typer(
        cls=_Group,
        add_completion=False,
        context_settings=dict(_SETTINGS),
        help=text if is_group else None,
        no_args_is_help=is_group,
    )
    for each, part in (module.SUBCOMMANDS if is_group else {name: function}).items():
        described = _join_lines(part.__doc__ or "")
        alone.command(each, cls=QuickCommand, help=described)(_report_errors(part))
    return typer.main.get_command(alone)


def _join_lines(docstring: str) -> str:
    """Return the paragraphs of a docstring, each in one line, which the help then wraps."""
    return "\n\n".join(" ".join(part.split()) for part in docstring.split("\n\n"))


_DRAWINGS = ("svg", "mermaid")  # formats of `trace` that other programs read


def _report_errors(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that reports errors of the user, as a document if it prints JSON.

    Where it writes data to standard output, what players print goes to standard error.
    """

    @wraps(command)
    def run(**options: Any) -> None:
        as_json = bool(options.get("as_json")) or options.get("form") == "json"
        is_drawing = options.get("form") in _DRAWINGS
        is_data = as_json or is_drawing or any(map(is_standard_output, options.values()))
        with results_alone() if is_data else nullcontext():
            try:
                command(**options)
            except SapperError as error:
                raise typer.Exit(report_error(error, as_json)) from None

    return run


app = typer.Typer(
    name="sapper",
    cls=_LazyCommands,
    help="Minesweeper, solved exactly: analyse positions, explain, play and measure.",
    epilog=f"Exit codes: {', '.join(f'{code} {text}' for code, text in EXIT_CODES.items())}.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings=dict(_SETTINGS),
)


def _show_version(is_requested: bool) -> None:
    if is_requested:
        typer.echo(f"sapper {sapper.__version__}")
        raise typer.Exit


def _set_language(code: str | None) -> None:
    try:
        set_language(language_of_environment() if code is None else code)
    except InputError as error:
        raise typer.BadParameter(str(error)) from None


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
    language: Annotated[
        str | None,
        typer.Option(
            callback=_set_language,
            is_eager=True,
            help="The language: en or id (Bahasa Indonesia); else that of the environment.",
        ),
    ] = None,
) -> None:
    """Minesweeper, solved exactly: analyse positions, explain, play and measure."""


def run() -> None:
    """Run the command of the arguments and exit; after Ctrl-C the process is expected to end."""
    before = language()
    try:
        with guard_output():
            sys.exit(_run())
    finally:
        set_language(before)


def _run() -> int:
    """Run the command and return its exit code."""
    with terminate_like_ctrl_c() as code_of:
        try:
            code: int = app(prog_name="sapper", standalone_mode=False) or OK
        except typer.Abort:  # older versions of typer raise it at Ctrl-C
            code = INTERRUPTED
        except Exception as error:
            if not is_usage_error(error):
                raise
            code = report_usage_error(error)
    return code_of(code)
