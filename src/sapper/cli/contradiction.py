"""Show a position that no layout fits: the clashing numbers, the reason, the repairs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from sapper.analysis import Budget
from sapper.board.formats.reading import Reading
from sapper.cli.console import Screen, print_document, say_error
from sapper.cli.exit_codes import CONTRADICTION
from sapper.cli.position_view import board_text, is_drawable
from sapper.errors import ContradictionError
from sapper.proofs.conflicts import Conflict, conflict_of
from sapper.proofs.document import impossible_document
from sapper.proofs.words import capital

__all__ = ["report_conflict", "report_contradictions"]

_MOST_REPAIRS = 8


def _show_conflict(found: Conflict, console: Screen) -> None:
    """Print the board with the clashing numbers, the reason and the repairs."""
    if is_drawable(found.position.geometry):
        console.print(board_text(found.position, found.numbers, console.width))
    say_error(found.error)
    if not found.steps:  # the budget ended first
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
    reading: Reading,
    *,
    trust_flags: bool = False,
    budget: Budget,
    as_json: bool,
    console: Screen,
) -> Iterator[None]:
    """Turn a `ContradictionError` into the conflict of the position and an exit code."""
    try:
        yield
    except ContradictionError as error:
        found = conflict_of(error, reading.position, trust_flags=trust_flags, budget=budget)
        report_conflict(reading, found, as_json, console)
        raise typer.Exit(CONTRADICTION) from None


def report_conflict(reading: Reading, found: Conflict, as_json: bool, console: Screen) -> None:
    """Print a conflict as a document or in words."""
    if as_json:
        print_document(impossible_document(reading, found))
    else:
        _show_conflict(found, console)
