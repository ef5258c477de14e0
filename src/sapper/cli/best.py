"""`sapper best`: the best move, the other candidates, and what decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

import typer
from rich.table import Table

from sapper.analysis.budget import DEFAULT_BUDGET
from sapper.board import Position
from sapper.cli.console import console_for, print_document
from sapper.cli.contradiction import report_contradictions
from sapper.cli.deep_progress import show_search
from sapper.cli.exit_codes import INTERRUPTED
from sapper.cli.inputs import read_one
from sapper.cli.options import AsJson, Mines, NoColor, PositionText
from sapper.percent import percent
from sapper.players.engine.advice import best, win_chance
from sapper.players.engine.choice import Choice, Setting, WinChance
from sapper.players.engine.columns import candidate_columns, legend
from sapper.players.engine.document import advice_document
from sapper.players.engine.words import explain_choice

__all__ = ["best_command"]


_Setting = Annotated[
    str, typer.Option(help="Which player decides: champion, patient, lookahead, fast or deep.")
]
_Games = Annotated[
    int,
    typer.Option(
        min=0,
        help="Estimate the winning chance by playing this many random layouts to the end; "
        "with deep, replaces the time.",
    ),
]
_Seconds = Annotated[float | None, typer.Option(help="Seconds for setting deep; by default 2.")]


def best_command(
    position: PositionText = None,
    mines: Mines = None,
    setting: _Setting = "champion",
    limit: Annotated[int, typer.Option(min=1, help="Most candidates to show.")] = 8,
    games: _Games = 0,
    time: _Seconds = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random layouts.")] = 0,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Show the best move and the other candidates, with the figures that decided.

    Winning chances are shown where the rest of the game could be searched to its end; elsewhere
    --games estimates them. Setting deep plays random layouts to the end for every candidate and
    shows its winning chance with a 95 % error bar; Ctrl-C shows what is known so far.
    """
    reading = read_one(position, mines)
    with report_contradictions(
        reading,
        budget=DEFAULT_BUDGET,
        as_json=as_json,
        console=console_for(no_color),
    ):
        question = _Question(reading.position, limit, games, time, seed, as_json)
        advice, chance, is_stopped = (
            question.deep() if setting == "deep" else question.by_player(setting)
        )
    if as_json:
        print_document(advice_document(advice, chance))
    else:
        _show(advice, chance, no_color)
    if is_stopped:
        raise typer.Exit(INTERRUPTED)


_Answer = tuple[Choice, WinChance | None, bool]


@dataclass(frozen=True)
class _Question:
    """The position and the options; both answers say whether they were stopped early."""

    position: Position
    limit: int
    games: int
    time: float | None
    seed: int
    is_quiet: bool

    def by_player(self, setting: str) -> _Answer:
        chosen: Setting = setting  # type: ignore[assignment]  # `best` checks it
        advice = best(self.position, setting=chosen, limit=self.limit, time=self.time)
        if not self.games:
            return advice, None, False
        chance = win_chance(self.position, games=self.games, seed=self.seed, setting=chosen)
        return advice, chance, False

    def deep(self) -> _Answer:
        games = self.games or None
        with show_search(self.time, games, is_shown=not self.is_quiet) as latest:
            try:
                advice = best(
                    self.position, setting="deep", limit=self.limit,
                    time=self.time, games=games, seed=self.seed, watch=latest,
                )  # fmt: skip
            except KeyboardInterrupt:
                if latest.advice is None:
                    raise
                known = latest.advice
                return replace(known, candidates=known.candidates[: self.limit]), None, True
        return advice, None, False


def _show(advice: Choice, chance: WinChance | None, no_color: bool) -> None:
    console = console_for(no_color)
    console.print(f"open {advice.cell}   {advice.reason}")
    console.print(explain_choice(advice))
    if advice.is_guess:
        console.print(_table(advice))
        console.print(legend(advice), style="dim", markup=False)
    else:
        others = " ".join(str(c.cell) for c in advice.candidates[1:])
        if others:
            console.print(f"also safe {others}")
    if chance is not None:
        how = "exact" if chance.is_exact else f"+-{percent(chance.error)}, {chance.games} games"
        console.print(f"winning chance {percent(chance.chance)}   {how}")


def _table(advice: Choice) -> Table:
    """Return the candidates as a table, without its empty columns."""
    columns = candidate_columns(advice)
    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column.heading, justify="right" if number else "left", no_wrap=True)
    for row in zip(*(column.texts for column in columns), strict=True):
        table.add_row(*row)
    return table
