"""Show a position that no layout fits: the clashing numbers, the reason, the repairs."""

from __future__ import annotations

from sapper.board.formats.reading import Reading
from sapper.cli.console import Screen, print_document, say_error
from sapper.cli.inputs import Entry
from sapper.cli.position_view import board_text, is_drawable
from sapper.language import _
from sapper.proofs.conflicts import Conflict
from sapper.proofs.document import impossible_document
from sapper.proofs.words import capital

__all__ = ["report_conflict"]

_MOST_REPAIRS = 8


def _show_conflict(found: Conflict, entry: Entry, console: Screen) -> None:
    """Print the board with the clashing numbers, the reason and the repairs."""
    if is_drawable(found.position.geometry):
        console.print(board_text(found.position, found.numbers, console.width))
    say_error(found.error, entry.name)
    if not found.steps:  # the budget ended first
        return
    console.print(f"\n{found.text}", markup=False)
    if not found.repairs:
        return
    told = _("Any one of these changes would make it possible:")
    console.print(f"\n{told}")
    for repair in found.repairs[:_MOST_REPAIRS]:
        console.print(f"  {capital(repair.text)}.", markup=False)
    if len(found.repairs) > _MOST_REPAIRS:
        more = _("... and {count} more").format(count=len(found.repairs) - _MOST_REPAIRS)
        console.print(f"  {more}")


def report_conflict(
    reading: Reading, found: Conflict, entry: Entry, as_json: bool, console: Screen
) -> None:
    """Print a conflict as a document or in words."""
    if as_json:
        print_document({**entry.place, **impossible_document(reading, found)})
    else:
        _show_conflict(found, entry, console)
