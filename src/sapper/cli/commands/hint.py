"""`sapper hint`: help in four levels."""

from __future__ import annotations

import click

from sapper.answers import Answered
from sapper.cli.exit_codes import NO, OK
from sapper.cli.lazy_group import command
from sapper.cli.options import POSITION
from sapper.cli.position_options import PositionOptions, answer_positions, position_options

__all__ = ["hint_command"]


@command
@POSITION
@click.option(
    "--level",
    type=int,
    default=1,
    show_default=True,
    help="1 is any cell certain? 2 in which region? 3 which cell? 4 why?",
)
@position_options
def hint_command(position: str | None, level: int, options: PositionOptions) -> None:
    """Show a hint; each level reveals a little more than the one before.

    The exit code is 1 if no cell is certain.

    Examples:
      sapper hint 3x3/2:01_/12_/___
      sapper hint 3x3/2:01_/12_/___ --level 4

    """

    def code_of(found: Answered) -> int:
        return OK if found.value.is_certain else NO

    answer_positions(
        [] if position is None else [position],
        lambda item: options.ask("hint", item, level=level),
        lambda found: options.console.print(found.value.text),
        options,
        code=code_of,
    )
