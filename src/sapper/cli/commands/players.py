"""`sapper players`: list the players with their options and papers."""

from __future__ import annotations

from warnings import catch_warnings, simplefilter

from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON
from sapper.cli.terminal.console import print_document, result_console, say_warning
from sapper.language import N_, _, local_number
from sapper.players import Option, PlayerSpec, player_specs
from sapper.players.builtin import FAMILIES
from sapper.players.papers.sources import PAPERS
from sapper.players.registry import Players

__all__ = ["players_command"]


@command
@AS_JSON
def players_command(as_json: bool) -> None:
    """List the players by method, with their options and the paper they come from.

    A player is written NAME or NAME:OPTION=VALUE,OPTION=VALUE.

    Your own is written MODULE:NAME, such as mine:first for this function in mine.py; it may also be
    a class with a method decide(position). A program in any language is engine:COMMAND (see
    sapper engine --help).

      def first(position):
          cells = position.covered()
          return next(cells)

    Examples:
      sapper players

    """
    with catch_warnings(record=True) as broken:
        simplefilter("always")
        known = player_specs()
    for each in broken:
        say_warning(str(each.message))
    if as_json:
        print_document(Players(known))
        return
    console = result_console()
    for family in (*FAMILIES, ""):
        members = [entry for entry in known if entry.family == family]
        if members:
            console.print(_(family or N_("other players")), bold=True)
        for entry in members:
            console.print(f"  {entry.name} ({_origin(entry)})", bold=True)
            console.print(f"      {_(entry.summary)}")
            for option in entry.options:
                console.print(f"      {_option_line(option)}", dim=True)
    console.print()
    for paper in PAPERS.values():
        console.print(paper.topic)


def _origin(entry: PlayerSpec) -> str:
    """Return the short name of a player's paper, or what stands in its place."""
    return PAPERS[entry.paper].name if entry.paper in PAPERS else _(entry.paper)


def _option_line(option: Option) -> str:
    values = "|".join(option.values) or ("N%" if option.is_share else "N")
    return f"{option.name}={values}: {_(option.summary)} ({local_number(option.default)})"
