"""`sapper hint`: help in four levels."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.board.formats.reading import Reading
from sapper.cli.answers import Request, answer_positions
from sapper.cli.console import console_for, print_document
from sapper.cli.inputs import Entry
from sapper.cli.options import AsJsonLines, BudgetMs, Mines, NoColor, PositionText, TrustFlags
from sapper.proofs import hint

__all__ = ["hint_command"]


def hint_command(
    position: PositionText = None,
    level: Annotated[
        int,
        typer.Option(help="1 is any cell certain? 2 in which region? 3 which cell? 4 why?"),
    ] = 1,
    mines: Mines = None,
    trust_flags: TrustFlags = False,
    as_json: AsJsonLines = False,
    budget_ms: BudgetMs = None,
    no_color: NoColor = False,
) -> None:
    """Show a hint; each level reveals a little more than the one before."""
    console = console_for(no_color)
    request = Request(console, as_json, mines, trust_flags=trust_flags, budget_ms=budget_ms)

    def answer(reading: Reading, entry: Entry) -> None:
        found = hint(reading.position, level, trust_flags=trust_flags, budget=request.budget)
        if as_json:
            print_document({**entry.place, **found.to_dict()})
        else:
            console.print(found.text, markup=False)

    answer_positions(None if position is None else [position], answer, request)
