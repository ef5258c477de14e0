"""Show a position that no layout fits: the clashing numbers, the reason, the repairs."""

from __future__ import annotations

from click import style

from sapper.board.text_grid import board_text, is_drawable
from sapper.cli.terminal.console import Console, say_error
from sapper.language import _
from sapper.proofs.conflicts import Conflict
from sapper.proofs.words import capital

__all__ = ["show_conflict"]

_MOST_REPAIRS = 8


def show_conflict(found: Conflict, console: Console, name: str = "") -> None:
    """Print the board with the clashing numbers, the reason and the repairs."""
    if is_drawable(found.position.geometry):
        drawn = board_text(found.position, console.width, marked=found.numbers, paint=style)
        console.print_line(drawn)
    say_error(found.error, name)
    if not found.steps:  # the budget ended first
        return
    console.print(f"\n{found.text}")
    if not found.repairs:
        return
    console.print("\n" + _("Any one of these changes would make it possible:"))
    for repair in found.repairs[:_MOST_REPAIRS]:
        console.print(f"  {capital(repair.text)}.")
    if len(found.repairs) > _MOST_REPAIRS:
        more = _("... and {count} more").format(count=len(found.repairs) - _MOST_REPAIRS)
        console.print(f"  {more}")
