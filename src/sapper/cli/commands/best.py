"""`sapper best`: the best move, the other candidates, and what decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click
from click.core import ParameterSource

from sapper.answers import Answered
from sapper.cli.input_items import InputItem
from sapper.cli.lazy_group import command
from sapper.cli.options import POSITION
from sapper.cli.position_options import PositionOptions, answer_positions, position_options
from sapper.cli.terminal.console import Console
from sapper.cli.terminal.live_lines import bar_text, live_lines
from sapper.cli.terminal.tables import print_table
from sapper.errors import InputError
from sapper.language import _
from sapper.percent import percent
from sapper.players.engine.advice import Advice
from sapper.players.engine.clicks import ClickAdvice
from sapper.players.engine.words import candidate_columns, legend

__all__ = ["best_command"]


@command
@POSITION
@click.option(
    "--player",
    "-p",
    type=click.Choice(("champion", "patient", "lookahead", "fast", "deep")),
    default="champion",
    show_default=True,
    metavar="NAME",
    help="Who decides: champion, patient, lookahead, fast or deep.",
)
@click.option(
    "--limit", type=click.IntRange(1), default=8, show_default=True, help="Most candidates to show."
)
@click.option(
    "--games",
    type=click.IntRange(0),
    default=0,
    help="Play this many random layouts to the end, for the winning chance.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of these layouts.")
@click.option("--clicks", is_flag=True, help="The certain move that saves most clicks.")
@position_options
def best_command(
    position: str | None, player: str, limit: int, games: int, seed: int, clicks: bool,
    options: PositionOptions,
) -> None:  # fmt: skip
    """Show the best move and the other candidates, with the figures that decided.

    Winning chances are shown where the rest of the game could be searched to its end; elsewhere
    --games estimates them. Player deep plays random layouts to the end for every candidate, for
    the --time given (by default 2s) or as many as --games says, and shows each winning chance with
    its 95 % interval.

    --clicks compares opening, and chording after flags, where something is certain: the figure is
    the clicks that the game then takes, estimated by playing ten of them on sampled layouts.

    Examples:
      sapper best 4x4/2:1__1/12_1/0111/0000
      sapper best 4x4/4:____/_2__/____/____ --player deep --time 1s

    """
    if clicks:
        if options.density is not None:
            raise InputError("--clicks needs the mine count: --mines 10, say, not --density")
        source = click.get_current_context().get_parameter_source
        for name in ("player", "games"):
            if source(name) is not ParameterSource.DEFAULT:
                raise InputError(f"--clicks takes no --{name}")
        answer_positions(
            [] if position is None else [position],
            lambda item: options.ask("clicks", item, limit=limit, seed=seed),
            lambda found: _show_clicks(found.value, options.console),
            options,
        )
        return
    asked: dict[str, Any] = {"player": player, "limit": limit, "games": games, "seed": seed}
    if player == "deep" and options.time is not None:
        asked["seconds"] = options.time
        options = replace(options, time=None)

    def question(item: InputItem) -> Answered:
        with live_lines() as live:

            def report(_event: str, news: Mapping[str, Any]) -> None:
                cell = "r{}c{}".format(*news["choice"]["cell"]) if news["choice"] else ""
                live.show("search", f"{bar_text(news['done'], news['all'])} {cell}")

            return options.ask("best", item, report, **asked)

    answer_positions(
        [] if position is None else [position],
        question,
        lambda found: _show(found.value, options.console),
        options,
    )


def _show(advice: Advice, console: Console) -> None:
    move = _("open {cell}").format(cell=advice.cell)
    console.print(f"{move}   {advice.reason}")
    console.print(advice.explanation)
    if advice.is_guess:
        _print_candidates(advice, console)
    elif others := " ".join(str(c.cell) for c in advice.candidates[1:]):
        console.print(_("also safe {cells}").format(cells=others))
    if (chance := advice.win_chance) is not None:
        figure = _("winning chance {chance}").format(chance=percent(chance.chance))
        console.print(f"{figure}   {chance.source}")


def _show_clicks(advice: ClickAdvice, console: Console) -> None:
    console.print(advice.text)
    if len(advice.candidates) > 1:
        heads = [_("Move").lower(), _("flags first"), _("opens"), _("clicks"), _("layouts")]
        print_table(console, heads, list(advice.rows()))


def _print_candidates(advice: Advice, console: Console) -> None:
    columns = candidate_columns(advice)
    rows = list(zip(*(column.texts for column in columns), strict=True))
    print_table(console, [column.heading for column in columns], rows)
    console.print(legend(advice), dim=True)
