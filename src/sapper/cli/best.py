"""`sapper best`: the best move, the other candidates, and what decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

import typer
from rich.table import Table

from sapper.board import Position
from sapper.board.formats.reading import Reading
from sapper.cli.answers import Request, answer_positions
from sapper.cli.completion import complete_native_player
from sapper.cli.console import print_document, result_console
from sapper.cli.deep_progress import show_search
from sapper.cli.exit_codes import INTERRUPTED, OK
from sapper.cli.inputs import Entry
from sapper.cli.options import (
    AsJsonLines,
    BudgetMs,
    Density,
    Mines,
    NoColor,
    PositionText,
    SvgFile,
    TrustFlags,
)
from sapper.cli.tables import print_table
from sapper.files import write_text
from sapper.language import _
from sapper.percent import percent
from sapper.players.engine.advice import best, win_chance
from sapper.players.engine.choice import Choice, NativePlayerName, WinChance
from sapper.players.engine.columns import candidate_columns, legend
from sapper.players.engine.document import advice_document
from sapper.players.engine.intervals import interval_text
from sapper.players.engine.picture import choice_svg
from sapper.players.engine.words import explain_choice

__all__ = ["best_command"]


_Player = Annotated[
    str,
    typer.Option(
        "--player",
        "-p",
        help="Which player decides: champion, patient, lookahead, fast or deep.",
        autocompletion=complete_native_player,
    ),
]
_Games = Annotated[
    int,
    typer.Option(
        min=0,
        help="Estimate the winning chance by playing this many random layouts to the end; "
        "with deep, replaces the time.",
    ),
]
_Seconds = Annotated[float | None, typer.Option(help="Seconds for player deep; by default 2.")]


def best_command(
    position: PositionText = None,
    mines: Mines = None,
    density: Density = None,
    trust_flags: TrustFlags = False,
    player: _Player = "champion",
    limit: Annotated[int, typer.Option(min=1, help="Most candidates to show.")] = 8,
    games: _Games = 0,
    time: _Seconds = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random layouts.")] = 0,
    as_json: AsJsonLines = False,
    svg: SvgFile = None,
    budget_ms: BudgetMs = None,
    no_color: NoColor = False,
) -> None:
    """Show the best move and the other candidates, with the figures that decided.

    Winning chances are shown where the rest of the game could be searched to its end; elsewhere
    --games estimates them. Player deep plays random layouts to the end for every candidate and
    shows its winning chance with its 95 % interval; Ctrl-C shows what is known so far.
    """
    request = Request(
        result_console(no_color, as_json, svg), as_json, mines, density, trust_flags, budget_ms, svg
    )

    def answer(reading: Reading, entry: Entry) -> int:
        question = _Question(reading.position, request, limit, games, time, seed)
        advice, chance, is_stopped = (
            question.deep() if player == "deep" else question.by_player(player)
        )
        if svg is not None:
            write_text(svg, choice_svg(advice))
        if as_json:
            document = advice_document(advice, chance, budget=request.budget)
            print_document({**entry.place, **document})
        else:
            _show(advice, chance, request)
        return INTERRUPTED if is_stopped else OK

    answer_positions(None if position is None else [position], answer, request)


_Answer = tuple[Choice, WinChance | None, bool]


@dataclass(frozen=True)
class _Question:
    """The position and the options; both answers say whether they were stopped early."""

    position: Position
    request: Request
    limit: int
    games: int
    time: float | None
    seed: int

    def by_player(self, player: str) -> _Answer:
        chosen: NativePlayerName = player  # type: ignore[assignment]  # `best` checks it
        asked, budget = self.request, self.request.budget
        advice = best(
            self.position, player=chosen, limit=self.limit, time=self.time, budget=budget,
            trust_flags=asked.trust_flags, density=asked.density,
        )  # fmt: skip
        if not self.games:
            return advice, None, False
        chance = win_chance(
            advice.position, games=self.games, seed=self.seed, player=chosen, budget=budget
        )
        return advice, chance, False

    def deep(self) -> _Answer:
        games, asked = self.games or None, self.request
        with show_search(self.time, games, is_shown=not asked.as_json) as latest:
            try:
                advice = best(
                    self.position, player="deep", limit=self.limit, budget=asked.budget,
                    time=self.time, games=games, seed=self.seed, watch=latest,
                    trust_flags=asked.trust_flags,
                )  # fmt: skip
            except KeyboardInterrupt:
                if latest.advice is None:
                    raise
                known = latest.advice
                return replace(known, candidates=known.candidates[: self.limit]), None, True
        return advice, None, False


def _show(advice: Choice, chance: WinChance | None, request: Request) -> None:
    console = request.console
    told = _("open {cell}").format(cell=advice.cell)
    console.print(f"{told}   {advice.reason}")
    console.print(explain_choice(advice, budget=request.budget))
    if advice.is_guess:
        print_table(console, _table(advice))
        console.print(legend(advice), style="dim")
    else:
        others = " ".join(str(c.cell) for c in advice.candidates[1:])
        if others:
            console.print(_("also safe {cells}").format(cells=others))
    if chance is not None:
        how = _("exact") if chance.is_exact else _("{interval}, {games} games")
        told = how.format(interval=interval_text(chance.low, chance.high), games=chance.games)
        figure = _("winning chance {chance}").format(chance=percent(chance.chance))
        console.print(f"{figure}   {told}")


def _table(advice: Choice) -> Table:
    """Return the candidates as a table, without its empty columns."""
    columns = candidate_columns(advice)
    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column.heading, justify="right" if number else "left", no_wrap=True)
    for row in zip(*(column.texts for column in columns), strict=True):
        table.add_row(*row)
    return table
