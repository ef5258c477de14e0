"""`sapper explain`: why a cell is safe or a mine, or why it is undecided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from sapper.analysis import Budget
from sapper.board import Cell, Position
from sapper.board.formats.reading import Reading
from sapper.cli.answers import Request, answer_positions
from sapper.cli.console import Screen, print_document, result_console
from sapper.cli.inputs import Entry
from sapper.cli.options import (
    AsJsonLines,
    BudgetMs,
    Mines,
    NoColor,
    PositionText,
    SvgFile,
    TrustFlags,
)
from sapper.cli.position_view import board_text, is_drawable
from sapper.errors import InputError
from sapper.files import write_text
from sapper.language import _
from sapper.players import best
from sapper.players.engine.words import explain_choice
from sapper.proofs import Proof, Undecided, explain, explain_all, unavoidable
from sapper.proofs.document import explanation_document
from sapper.proofs.words import is_kind, technique_name

__all__ = ["explain_command"]


def explain_command(
    position: PositionText = None,
    cell: Annotated[
        str | None, typer.Argument(help="A covered cell: r2c3 or 2,3 (row, column, zero-based).")
    ] = None,
    all_cells: Annotated[bool, typer.Option("--all", help="Explain every certain cell.")] = False,
    mines: Mines = None,
    trust_flags: TrustFlags = False,
    as_json: AsJsonLines = False,
    svg: SvgFile = None,
    budget_ms: BudgetMs = None,
    no_color: NoColor = False,
) -> None:
    """Explain why a cell is safe or a mine, or why it is undecided.

    Without a cell, explains the certain cell with the easiest proof or, if no cell is certain, the
    best guess. For an undecided cell, shows two layouts: one with a mine there and one without.
    """
    if cell is not None and all_cells:
        raise InputError("give either a cell or --all, not both")
    if svg is not None and all_cells:
        raise InputError("--svg draws one cell: leave out --all")
    chosen = None if cell is None else Cell.parse(cell)
    console = result_console(no_color, as_json, svg)
    request = Request(
        console, as_json, mines, trust_flags=trust_flags, budget_ms=budget_ms, svg=svg
    )

    def answer(reading: Reading, entry: Entry) -> None:
        read = reading.position
        found = _explanations(read, chosen, all_cells, trust_flags, request.budget)
        guess = None if found else _guess(read, trust_flags, request.budget)
        if svg is not None:
            write_text(svg, found[0].svg() if found else read.svg())
        if as_json:
            print_document({**entry.place, **explanation_document(read, found, guess)})
        else:
            _show(read, found, guess, console)

    answer_positions(None if position is None else [position], answer, request)


def _explanations(
    position: Position, cell: Cell | None, all_cells: bool, trust_flags: bool, budget: Budget
) -> Sequence[Proof | Undecided]:
    if cell is not None:
        return [explain(position, cell, trust_flags=trust_flags, budget=budget)]
    proofs = explain_all(position, trust_flags=trust_flags, budget=budget)
    return proofs if all_cells else _easiest(proofs)


def _easiest(proofs: Sequence[Proof]) -> list[Proof]:
    """Return the easiest proof of a safe cell, else of a mine."""
    return sorted(proofs, key=lambda p: (p.is_mine, p.difficulty, p.cell))[:1]


def _guess(position: Position, trust_flags: bool, budget: Budget) -> str:
    """Return what to guess when no cell is certain."""
    if not any(True for _other in position.covered()):
        return _("No cell is covered.")
    if position.mines is not None:
        choice = best(position, budget=budget, trust_flags=trust_flags)
        return explain_choice(choice, budget=budget)
    groups = unavoidable(position, trust_flags=trust_flags, budget=budget)
    return " ".join([_("Nothing is certain."), *(group.text for group in groups)])


def _show(
    position: Position, found: Sequence[Proof | Undecided], guess: str | None, console: Screen
) -> None:
    if is_drawable(position.geometry):
        proofs = [each for each in found if isinstance(each, Proof)]
        marked = proofs[0].numbers if len(proofs) == 1 else ()
        safe = [proof.cell for proof in proofs if not proof.is_mine]
        mines = [proof.cell for proof in proofs if proof.is_mine]
        console.print(board_text(position, marked, console.width, safe=safe, mines=mines))
        console.print()
    if guess is not None:
        console.print(guess, markup=False)
    for each in found:
        console.print(_sentence(each), markup=False)


def _sentence(found: Proof | Undecided) -> str:
    if isinstance(found, Undecided):
        both = sorted(found.with_mine.mines ^ found.without_mine.mines)
        differ = _("They differ at {cells}.").format(cells=" ".join(map(str, both)))
        return f"{found.text} {differ}"
    told = _("{cell_is} ({technique}).").format(
        cell_is=is_kind(str(found.cell), 1, found.is_mine),
        technique=technique_name(found.technique),
    )
    return f"{told} {found.text}"
