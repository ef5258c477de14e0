"""The command `sapper`: its subcommands and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

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
from sapper.cli.console import report_error
from sapper.cli.output import guard_output
from sapper.errors import SapperError

__all__ = ["app", "main"]

app = typer.Typer(
    name="sapper",
    help="Minesweeper, solved exactly: analyse positions, explain, play and measure.",
    epilog="Exit codes: 0 success, 1 no layout of mines fits (or a run could not finish), "
    "2 bad input, 3 stopped by the budget, 4 the output could not be written, "
    "130 stopped by Ctrl-C.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _report_errors(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that reports errors of the user, as a document if it prints JSON."""

    @wraps(command)
    def run(**options: Any) -> None:
        try:
            command(**options)
        except SapperError as error:
            as_json = options.get("as_json") or options.get("form") == "json"
            raise typer.Exit(report_error(error, bool(as_json))) from None

    return run


_COMMANDS: dict[str, Callable[..., None]] = {
    "serve": serve.serve_command,
    "analyse": analyse.analyse_command,
    "explain": explain.explain_command,
    "hint": hint.hint_command,
    "review": review.review_command,
    "best": best.best_command,
    "optimal": optimal.optimal_command,
    "bench": bench.bench_command,
    "play": play.play_command,
    "run": run.run_command,
    "compare": compare.compare_command,
    "reproduce": reproduce.reproduce_command,
    "report": report.report_command,
    "trace": trace.trace_command,
    "strategies": strategies.strategies_command,
    "layout": layout.layout_command,
}
for _name, _command in _COMMANDS.items():
    app.command(_name)(_report_errors(_command))
app.command("analyze", hidden=True)(_report_errors(analyse.analyse_command))


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
    """Run the command."""
    with guard_output():
        app()
