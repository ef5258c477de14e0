"""Answers in words, in the form that the prompts ask for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sapper.board.cell import FLAG, Cell, is_number
from sapper.proofs.proof import Proof

__all__ = ["cell_list", "certain_text", "claim_text", "clash_text", "proofs_text", "shown_text"]


def shown_text(face: int) -> str:
    """Return what a cell shows in a word."""
    if is_number(face):
        return str(face)
    return "known mine" if face == FLAG else "covered"


def cell_list(cells: Iterable[Cell]) -> str:
    """Return cells with commas between them."""
    return ", ".join(map(str, cells))


def certain_text(safe: Sequence[Cell], mines: Sequence[Cell]) -> str:
    """Return which cells are safe and which are mines."""
    return f"safe: {cell_list(safe) or 'none'}; mines: {cell_list(mines) or 'none'}"


def clash_text(numbers: Sequence[Cell], uses_mine_count: bool) -> str:
    """Return numbers, and the mine count if it is cited."""
    if not uses_mine_count:
        return cell_list(numbers)
    return f"{cell_list(numbers)} and mine count" if numbers else "mine count"


def claim_text(
    cell: Cell, is_mine: bool, numbers: Sequence[Cell] = (), uses_mine_count: bool = False
) -> str:
    """Return one cell with its proof, if there is any."""
    claim = f"{cell} {'mine' if is_mine else 'safe'}"
    cited = clash_text(numbers, uses_mine_count)
    return f"{claim} by {cited}" if cited else claim


def proofs_text(proofs: Iterable[Proof]) -> str:
    """Return cells, each with its proof."""
    return "; ".join(
        claim_text(proof.cell, proof.is_mine, proof.numbers, proof.uses_mine_count)
        for proof in proofs
    )
