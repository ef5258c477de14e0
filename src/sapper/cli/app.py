"""The command `sapper`: its subcommands and how it ends."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import sapper
from sapper.cli import (
    analyse,
    bench,
    best,
    compare,
    explain,
    hint,
    layout,
    optimal,
    play,
    report,
    reproduce,
    review,
    run,
    serve,
    strategies,
    trace,
)
from sapper.cli.console import say_error
from sapper.cli.exit_codes import BAD_INPUT, OK, OUT_OF_BUDGET
from sapper.errors import BudgetExceeded, SapperError

__all__ = ["app", "main"]

app = typer.Typer(
    name="sapper",
    help="Minesweeper, solved exactly: analyse positions, explain, play and measure.",
    epilog="Exit codes: 0 success, 1 no layout of mines fits (or a run could not finish), "
    "2 bad input, 3 stopped by the budget, 130 stopped by Ctrl-C.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("serve")(serve.serve_command)
app.command("analyse")(analyse.analyse_command)
app.command("analyze", hidden=True)(analyse.analyse_command)
app.command("explain")(explain.explain_command)
app.command("hint")(hint.hint_command)
app.command("review")(review.review_command)
app.command("best")(best.best_command)
app.command("optimal")(optimal.optimal_command)
app.command("bench")(bench.bench_command)
app.command("play")(play.play_command)
app.command("run")(run.run_command)
app.command("compare")(compare.compare_command)
app.command("reproduce")(reproduce.reproduce_command)
app.command("report")(report.report_command)
app.command("trace")(trace.trace_command)
app.command("strategies")(strategies.strategies_command)
app.command("layout")(layout.layout_command)


def _show_version(is_requested: bool) -> None:
    if is_requested:
        typer.echo(f"sapper {sapper.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Minesweeper, solved exactly: analyse positions, explain, play and measure."""


def main() -> None:
    """Run the command; turn an error of the user into one sentence and an exit code."""
    try:
        app()
    except BudgetExceeded as error:
        say_error(error)
        sys.exit(OUT_OF_BUDGET)
    except SapperError as error:
        say_error(error)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:  # the reader of our output, such as `head`, has closed the pipe
        sys.stderr.close()
        sys.exit(OK)
