"""`sapper engine check`: try whether a program speaks the engine protocol."""

from __future__ import annotations

from typing import Any

import click

from sapper.cli.exit_codes import NO
from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON
from sapper.cli.terminal.console import Console, print_document, result_console
from sapper.players.protocol.checking import EngineCheck, check_engine
from sapper.players.protocol.engines import split_command

__all__ = ["check_command"]

_STYLES: dict[str, Any] = {
    "fine": {"fg": "green"},
    "remark": {"fg": "yellow"},
    "wrong": {"fg": "red", "bold": True},
}


@command
@click.argument("program")
@AS_JSON
def check_command(program: str, as_json: bool) -> None:
    """Check whether a program speaks the engine protocol, and say what is wrong.

    PROGRAM is the command that starts the engine, as one argument. It is asked about fixed
    positions, whose exact answers are known, and gets some malformed input. Breaking the protocol
    is "wrong" and makes the exit code 1; a "remark" names what is allowed but should be better.

    Examples:
      sapper engine check "sapper engine serve --player fast"

    """
    found = check_engine(split_command(program.removeprefix("engine:")))
    if as_json:
        print_document(found)
    else:
        _show(found, result_console())
    if not found.is_right:
        raise click.exceptions.Exit(NO)


def _show(found: EngineCheck, console: Console) -> None:
    for finding in found.findings:
        line = f"{finding.check}{': ' if finding.message else ''}{finding.message}"
        console.print(f"{finding.verdict:<8}{line}", **_STYLES[finding.verdict])
    does = "speaks" if found.is_right else "does not speak"
    console.print(f"The engine {does} the protocol.")
