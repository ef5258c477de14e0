"""Give hints in stages: whether anything is certain, in which area, which cell, and why."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sapper.analysis import analyse
from sapper.analysis.budget import Budget
from sapper.board.cell import FLAG, Cell, join_names
from sapper.board.inputs import PositionLike, position_of
from sapper.board.notebook_value import shorten
from sapper.board.number_checks import whole_number
from sapper.board.position import Position
from sapper.language import _
from sapper.percent import percent
from sapper.proofs.proof import Drawn, Proof, easiest_first
from sapper.proofs.prove import explain_all
from sapper.proofs.unavoidable_guesses import unavoidable
from sapper.proofs.words import cells, is_kind, mines, technique_name

__all__ = ["Hint", "hint"]


@dataclass(frozen=True)
class Hint(Drawn):
    """As much help as its level allows; what only higher levels show is empty or None."""

    position: Position
    level: int
    is_certain: bool
    region: tuple[Cell, ...]
    cell: Cell | None
    is_mine: bool | None
    proof: Proof | None
    text: str

    def __repr__(self) -> str:
        return f"<Hint of level {self.level}: {shorten(self.text, 150)}>"


def hint(
    position: PositionLike,
    level: int = 1,
    *,
    mines: int | None = None,
    density: float | Fraction | None = None,
    trust_flags: bool = False,
    budget: Budget | None = None,
) -> Hint:
    """Return a hint. Level 1: is anything certain? 2: in which area? 3: which cell? 4: the proof.

    The hint uses the easiest proof of a safe cell, or else of a mine that is not flagged. Where
    nothing is certain it names the safest cells; with an unknown mine count these need a density.
    Raise `InputError` for any other level, `ContradictionError` when no layout fits.
    """
    level = whole_number(level, 1, 4, "a level from 1 to 4")
    position = position_of(position, mines)
    proofs = [
        proof
        for proof in explain_all(position, trust_flags=trust_flags, budget=budget)
        if not (proof.is_mine and position.face(proof.cell) == FLAG)
    ]
    if not proofs:
        return _guess_hint(position, level, density, trust_flags, budget)
    best = easiest_first(proofs)[0]
    return Hint(
        position=position,
        level=level,
        is_certain=True,
        region=_region(best) if level >= 2 else (),
        cell=best.cell if level >= 3 else None,
        is_mine=best.is_mine if level >= 3 else None,
        proof=best if level >= 4 else None,
        text=_text(proofs, best, level),
    )


def _text(proofs: list[Proof], best: Proof, level: int) -> str:
    if level == 1:
        return _how_many(proofs)
    if level == 2:
        region = _region(best)
        rows, columns = [c.row for c in region], [c.column for c in region]
        return _(
            "Look at rows {first_row} to {last_row}, columns {first_column} to {last_column}: "
            "a cell there is certain ({technique})."
        ).format(
            first_row=min(rows),
            last_row=max(rows),
            first_column=min(columns),
            last_column=max(columns),
            technique=_technique(best),
        )
    if level == 3:
        text = _("{cell_is}. Can you see why?")
        return text.format(cell_is=is_kind(str(best.cell), 1, best.is_mine))
    return best.text


def _technique(proof: Proof) -> str:
    """Return the name that players know, of a pattern if it is one."""
    if proof.pattern is None:
        return technique_name(proof.technique)
    return _("pattern {pattern}").format(pattern=proof.pattern)


def _how_many(proofs: list[Proof]) -> str:
    with_mine = sum(proof.is_mine for proof in proofs)
    safe = len(proofs) - with_mine
    parts = [cells(safe, "safe")] if safe else []
    parts += [mines(with_mine)] if with_mine else []
    return _("Yes: {cells_and_mines} can be proved.").format(cells_and_mines=join_names(parts))


def _region(proof: Proof) -> tuple[Cell, ...]:
    """Return the cells around the proof: the cell, its numbers and all their neighbours."""
    geometry = proof.position.geometry
    centre = {proof.cell, *proof.numbers[:4]}
    return tuple(sorted(centre.union(*(geometry.around(cell) for cell in centre))))


def _guess_hint(
    position: Position,
    level: int,
    density: float | Fraction | None,
    trust_flags: bool,
    budget: Budget | None,
) -> Hint:
    """Return that nothing is certain, then the safest cells, then the unavoidable guesses."""
    text = _("No: nothing more is certain.")
    safest: tuple[Cell, ...] = ()
    covered = [c for c in position.covered() if not (trust_flags and position.face(c) == FLAG)]
    if position.mines is not None:
        density = None
    if level >= 2 and covered and (position.mines is not None or density is not None):
        analysis = analyse(position, trust_flags=trust_flags, density=density, budget=budget)
        least = analysis.chance(analysis.safest[0])
        if least < 1:
            safest = analysis.safest
            text += f" {_safest_text(safest, least)}"
    if level >= 4:
        groups = unavoidable(position, trust_flags=trust_flags, budget=budget)
        text = " ".join([text, *(group.text for group in groups)])
    return Hint(
        position=position,
        level=level,
        is_certain=False,
        region=safest if level >= 2 else (),
        cell=safest[0] if level >= 3 and safest else None,
        is_mine=None,
        proof=None,
        text=text,
    )


def _safest_text(safest: tuple[Cell, ...], chance: float) -> str:
    if len(safest) == 1:
        text = _("The safest cell, {cells}, is a mine with a chance of {chance}.")
    else:
        text = _("The safest cells, {cells}, are mines with a chance of {chance} each.")
    return text.format(cells=join_names(safest), chance=percent(chance))
