"""`sapper explain`: why a cell is safe or a mine, or why it is undecided."""

from __future__ import annotations

import click

from sapper.board import Cell
from sapper.board.text_grid import CERTAIN_MINE, SAFE, board_text, is_drawable
from sapper.cli.lazy_group import command
from sapper.cli.options import POSITION
from sapper.cli.position_options import PositionOptions, answer_positions, position_options
from sapper.cli.terminal.console import Console
from sapper.errors import InputError
from sapper.language import _
from sapper.proofs import Explanation, Proof, Undecided
from sapper.proofs.words import is_kind, technique_name

__all__ = ["explain_command"]


@command
@POSITION
@click.argument("cell", required=False)
@click.option("--all", "all_cells", is_flag=True, help="Explain every certain cell.")
@position_options
def explain_command(
    position: str | None, cell: str | None, all_cells: bool, options: PositionOptions
) -> None:
    """Explain why a cell is safe or a mine, or why it is undecided.

    Without a cell, it explains the certain cell with the easiest proof or, if no cell is certain,
    the best guess. For an undecided cell it shows two layouts: one with a mine there and one
    without. Of an impossible position it shows which numbers clash and what would repair it.

    Examples:
      sapper explain 3x3/2:01_/12_/___
      sapper explain 3x3/2:01_/12_/___ r0c2

    """
    if cell is not None and all_cells:
        raise InputError("give either a cell or --all, not both")
    if options.svg is not None and all_cells:
        raise InputError("--svg draws one cell: leave out --all")
    chosen = None if cell is None else tuple(Cell.parse(cell))
    answer_positions(
        [] if position is None else [position],
        lambda item: options.ask("explain", item, cell=chosen, all=all_cells),
        lambda found: _show(found.value, options.console),
        options,
        draw=lambda found: (*found.value.explanations, found.value.position)[0].svg(),
    )


def _show(found: Explanation, console: Console) -> None:
    if is_drawable(found.position.geometry):
        proofs = [each for each in found.explanations if isinstance(each, Proof)]
        marked = proofs[0].numbers if len(proofs) == 1 else ()
        shown = {proof.cell: CERTAIN_MINE if proof.is_mine else SAFE for proof in proofs}
        drawn = board_text(
            found.position, console.width, shown=shown, marked=marked, paint=click.style
        )
        console.print_line(f"{drawn}\n")
    if found.guess is not None:
        console.print(found.guess)
    for each in found.explanations:
        console.print(_sentence(each))


def _sentence(found: Proof | Undecided) -> str:
    if isinstance(found, Undecided):
        both = sorted(found.with_mine ^ found.without_mine)
        differ = _("They differ at {cells}.").format(cells=" ".join(map(str, both)))
        return f"{found.text} {differ}"
    fact = _("{cell_is} ({technique}).").format(
        cell_is=is_kind(str(found.cell), 1, found.is_mine),
        technique=technique_name(found.technique),
    )
    return f"{fact} {found.text}"
