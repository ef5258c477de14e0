"""`sapper hint`: help in four levels."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.analysis import Budget
from sapper.cli.console import console_for, print_document
from sapper.cli.contradiction import report_contradictions
from sapper.cli.inputs import read_one
from sapper.cli.options import AsJson, BudgetMs, Mines, NoColor, PositionText, TrustFlags
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
    as_json: AsJson = False,
    budget_ms: BudgetMs = None,
    no_color: NoColor = False,
) -> None:
    """Show a hint; each level reveals a little more than the one before."""
    reading, budget = read_one(position, mines), Budget(milliseconds=budget_ms)
    console = console_for(no_color)
    with report_contradictions(
        reading, trust_flags=trust_flags, budget=budget, as_json=as_json, console=console
    ):
        found = hint(reading.position, level, trust_flags=trust_flags, budget=budget)
    if as_json:
        print_document(found.to_dict())
    else:
        console.print(found.text, markup=False)
