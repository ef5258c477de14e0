"""`sapper engine-check`: try whether a program speaks the engine protocol."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from sapper.cli.console import Screen, console_for, print_document
from sapper.cli.exit_codes import RUN_STOPPED
from sapper.cli.options import AsJson, NoColor
from sapper.cli.progress_bar import show_bar
from sapper.players.protocol.checking import check_engine
from sapper.players.protocol.engines import split_command
from sapper.players.protocol.findings import EngineCheck

__all__ = ["engine_check_command"]

_STYLES = {"fine": "green", "remark": "yellow", "wrong": "bold red"}


def engine_check_command(
    command: Annotated[
        str, typer.Argument(help="The command that starts the engine, as one argument.")
    ],
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Check whether a program speaks the engine protocol, and say what is wrong.

    It plays fixed positions, which the exact analysis judges, and some misuse. What is against the
    protocol is wrong; a remark is a pity only.
    """
    with show_bar("checking") as watch:
        found = check_engine(split_command(command.removeprefix("engine:")), watch)
    if as_json:
        print_document(found.to_dict())
    else:
        _show(found, console_for(no_color))
    if not found.is_right:
        raise typer.Exit(RUN_STOPPED)


def _show(found: EngineCheck, console: Screen) -> None:
    for finding in found.findings:
        line = f"{finding.check}{': ' if finding.message else ''}{finding.message}"
        console.print(Text.assemble((f"{finding.verdict:<8}", _STYLES[finding.verdict]), line))
    if found.speed is not None:
        console.print(f"\n{found.speed:,.0f} positions a second, written ahead")
    does = "speaks" if found.is_right else "does not speak"
    console.print(f"The engine {does} the protocol.")
