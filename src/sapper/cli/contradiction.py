"""Show a position that no layout fits: the clashing numbers, the reason, the repairs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console

from sapper.analysis import Budget
from sapper.analysis.document import contradiction_document
from sapper.board import Position
from sapper.cli.console import say_error
from sapper.cli.exit_codes import CONTRADICTION
from sapper.cli.position_view import board_text, is_drawable
from sapper.errors import BudgetExceeded, ContradictionError
from sapper.proofs import Conflict, conflict
from sapper.proofs.words import capital

__all__ = ["explain_contradiction", "report_contradictions", "show_contradiction"]

_MOST_REPAIRS = 8


def explain_contradiction(
    position: Position, error: ContradictionError, trust_flags: bool, budget: Budget
) -> tuple[Conflict | None, dict[str, object]]:
    """Return the conflict, or None if the budget ends first, and its document."""
    try:
        found = conflict(position, trust_flags=trust_flags, budget=budget)
    except BudgetExceeded:
        found = None
    document = None if found is None else found.to_dict()
    return found, {"contradiction": contradiction_document(error), "conflict": document}


def show_contradiction(
    position: Position, error: ContradictionError, found: Conflict | None, console: Console
) -> None:
    """Print the board with the clashing numbers, the reason and the repairs."""
    if is_drawable(position.geometry):
        console.print(board_text(position, error.cells))
    say_error(error)
    if found is None:
        return
    console.print(f"\n{found.text}", markup=False)
    if not found.repairs:
        return
    console.print("\nAny one of these changes would make it possible:")
    for repair in found.repairs[:_MOST_REPAIRS]:
        console.print(f"  {capital(repair.text)}.", markup=False)
    if len(found.repairs) > _MOST_REPAIRS:
        console.print(f"  ... and {len(found.repairs) - _MOST_REPAIRS} more")


@contextmanager
def report_contradictions(
    position: Position, *, trust_flags: bool, budget: Budget, as_json: bool, console: Console
) -> Iterator[None]:
    """Turn a `ContradictionError` into the conflict of the position and an exit code."""
    try:
        yield
    except ContradictionError as error:
        found, document = explain_contradiction(position, error, trust_flags, budget)
        if as_json:
            head = {"position": str(position)}
            console.file.write(json.dumps(head | document) + "\n")
        else:
            show_contradiction(position, error, found, console)
        raise typer.Exit(CONTRADICTION) from None
