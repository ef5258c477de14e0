"""Explanations as plain data: the one schema of `--json` and everything else that sends them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypedDict

from sapper.board.cell import Cell

if TYPE_CHECKING:
    from sapper.proofs.conflict import Conflict
    from sapper.proofs.hint import Hint
    from sapper.proofs.proof import Proof, Role, Step, Undecided
    from sapper.proofs.repairs import Repair
    from sapper.proofs.unavoidable_guesses import Group

__all__ = [
    "ConflictDocument",
    "GroupDocument",
    "HighlightDocument",
    "HintDocument",
    "ProofDocument",
    "RepairDocument",
    "StepDocument",
    "UndecidedDocument",
    "conflict_document",
    "group_document",
    "hint_document",
    "proof_document",
    "undecided_document",
]

CellPair = tuple[int, int]


class StepDocument(TypedDict):
    """One step; cells are [row, column], zero-based."""

    numbers: list[CellPair]
    uses_mine_count: bool
    shared: list[CellPair]
    safe: list[CellPair]
    mines: list[CellPair]
    text: str


class HighlightDocument(TypedDict):
    """A cell to show and why: number, helper, concluded, cell."""

    cell: CellPair
    role: str


class ProofDocument(TypedDict):
    """Why a cell is certain."""

    cell: CellPair
    is_certain: bool
    is_mine: bool
    numbers: list[CellPair]
    uses_mine_count: bool
    technique: str
    pattern: str | None
    steps: list[StepDocument]
    highlights: list[HighlightDocument]
    text: str


class UndecidedDocument(TypedDict):
    """Why a cell is not certain: the mines of two layouts that fit."""

    cell: CellPair
    is_certain: bool
    with_mine: list[CellPair]
    without_mine: list[CellPair]
    text: str


class RepairDocument(TypedDict):
    """One change that repairs a position; no cell for the mine count, no value for a cover."""

    change: str
    cell: CellPair | None
    value: int | None
    text: str


class ConflictDocument(TypedDict):
    """Why no layout fits."""

    numbers: list[CellPair]
    uses_mine_count: bool
    steps: list[StepDocument]
    highlights: list[HighlightDocument]
    text: str
    repairs: list[RepairDocument]


class GroupDocument(TypedDict):
    """Cells about which nothing outside can ever tell anything."""

    cells: list[CellPair]
    chance: float
    first: list[CellPair]
    text: str


class HintDocument(TypedDict):
    """As much as was asked for."""

    level: int
    is_certain: bool
    region: list[CellPair]
    cell: CellPair | None
    is_mine: bool | None
    proof: ProofDocument | None
    text: str


def proof_document(proof: Proof) -> ProofDocument:
    """Return a proof as plain data."""
    return ProofDocument(
        cell=_pair(proof.cell),
        is_certain=True,
        is_mine=proof.is_mine,
        numbers=_pairs(proof.numbers),
        uses_mine_count=proof.uses_mine_count,
        technique=str(proof.technique),
        pattern=proof.pattern,
        steps=[_step(step) for step in proof.steps],
        highlights=_highlights(proof.highlights),
        text=proof.text,
    )


def undecided_document(undecided: Undecided) -> UndecidedDocument:
    """Return two layouts as plain data."""
    return UndecidedDocument(
        cell=_pair(undecided.cell),
        is_certain=False,
        with_mine=_pairs(undecided.with_mine.mines),
        without_mine=_pairs(undecided.without_mine.mines),
        text=undecided.text,
    )


def conflict_document(conflict: Conflict) -> ConflictDocument:
    """Return a conflict as plain data."""
    return ConflictDocument(
        numbers=_pairs(conflict.numbers),
        uses_mine_count=conflict.uses_mine_count,
        steps=[_step(step) for step in conflict.steps],
        highlights=_highlights(conflict.highlights),
        text=conflict.text,
        repairs=[_repair(repair) for repair in conflict.repairs],
    )


def group_document(group: Group) -> GroupDocument:
    """Return a closed group as plain data."""
    return GroupDocument(
        cells=_pairs(group.cells),
        chance=float(group.chance),
        first=_pairs(group.first),
        text=group.text,
    )


def hint_document(hint: Hint) -> HintDocument:
    """Return a hint as plain data."""
    return HintDocument(
        level=hint.level,
        is_certain=hint.is_certain,
        region=_pairs(hint.region),
        cell=None if hint.cell is None else _pair(hint.cell),
        is_mine=hint.is_mine,
        proof=None if hint.proof is None else proof_document(hint.proof),
        text=hint.text,
    )


def _step(step: Step) -> StepDocument:
    return StepDocument(
        numbers=_pairs(step.numbers),
        uses_mine_count=step.uses_mine_count,
        shared=_pairs(step.shared),
        safe=_pairs(step.safe),
        mines=_pairs(step.mines),
        text=step.text,
    )


def _repair(repair: Repair) -> RepairDocument:
    return RepairDocument(
        change=str(repair.change),
        cell=None if repair.cell is None else _pair(repair.cell),
        value=repair.value,
        text=repair.text,
    )


def _highlights(roles: Mapping[Cell, Role]) -> list[HighlightDocument]:
    return [HighlightDocument(cell=_pair(c), role=str(role)) for c, role in sorted(roles.items())]


def _pairs(cells: Iterable[Cell]) -> list[CellPair]:
    return [_pair(cell) for cell in sorted(cells)]


def _pair(cell: Cell) -> CellPair:
    return cell.row, cell.column
