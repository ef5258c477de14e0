"""`sapper players`: list the players with their options and papers."""

from __future__ import annotations

from warnings import catch_warnings, simplefilter

from rich.text import Text

from sapper.cli.console import Screen, console_for, print_document, say_warning
from sapper.cli.options import AsJson, NoColor
from sapper.cli.wrapping import wrap_text
from sapper.language import _
from sapper.players import Option, PlayerSpec, player_specs
from sapper.players.papers.sources import PAPERS
from sapper.players.registry import players_document

__all__ = ["players_command"]

_NARROWEST_SUMMARY = 40


def players_command(
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """List the players with their options and the paper they come from.

    A player is written NAME or NAME:OPTION=VALUE,OPTION=VALUE.
    """
    with catch_warnings(record=True) as broken:
        simplefilter("always")
        known = player_specs()
    for each in broken:
        say_warning(str(each.message))
    if as_json:
        print_document(players_document())
        return
    console = console_for(no_color)
    width = max(len(entry.name) for entry in known) + 2
    indent = max(len(paper.name) for paper in PAPERS.values()) + 2
    is_narrow = console.width < width + indent + _NARROWEST_SUMMARY
    for entry in known:
        if is_narrow:
            _show_below(entry, console)
        else:
            _show_beside(entry, width, indent, console)
    console.print()
    for paper in PAPERS.values():
        console.print(Text(paper.topic))


def _show_beside(entry: PlayerSpec, width: int, indent: int, console: Screen) -> None:
    """Print name, paper and summary in columns."""
    line = f"{_origin(entry):<{indent}}{_(entry.summary)}"
    lines = [Text.assemble((f"{entry.name:<{width}}", "bold"), line)]
    for option in entry.options:
        lines.append(Text(f"{'':<{width + indent}}{_option_line(option)}", "dim"))
    for each in lines:
        console.print(wrap_text(each, console.width, hanging=width + indent))


def _show_below(entry: PlayerSpec, console: Screen) -> None:
    """Print the name and the paper, and the rest below them."""
    console.print(Text.assemble((entry.name, "bold"), f" ({_origin(entry)})"))
    console.print(f"  {_(entry.summary)}")
    for option in entry.options:
        console.print(Text(f"    {_option_line(option)}", "dim"))


def _origin(entry: PlayerSpec) -> str:
    """Return the short name of a player's paper, or what stands in its place."""
    return PAPERS[entry.paper].name if entry.paper in PAPERS else entry.paper


def _option_line(option: Option) -> str:
    values = "|".join(option.values) or "N"
    return f"{option.name}={values}: {_(option.summary)} ({option.default})"
