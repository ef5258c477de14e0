"""The command line: one function per command, and what all of them share."""

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
from sapper.errors import BudgetExceeded, SapperError

__all__ = ["app", "main"]

app = typer.Typer(
    name="sapper",
    help="Minesweeper, solved exactly: analyse positions, explain, play and measure.",
    epilog="Exit codes: 0 answered, 1 contradiction, 2 bad input, 3 stopped by the budget.",
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


def _show_version(wanted: bool) -> None:
    if wanted:
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
    """Run the command; errors of the user become one sentence and an exit code."""
    try:
        app()
    except BudgetExceeded as error:
        say_error(error)
        sys.exit(3)
    except SapperError as error:
        say_error(error)
        sys.exit(2)
    except BrokenPipeError:  # the reader of our output, such as `head`, has left
        sys.stderr.close()
        sys.exit(0)
