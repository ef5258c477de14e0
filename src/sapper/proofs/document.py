"""Explanations as plain data: the one schema of `--json` and everything else that sends them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from sapper.board.cell import Cell, CellPair, pairs_of
from sapper.board.position import Position

if TYPE_CHECKING:
    from sapper.board.formats.reading import Reading
    from sapper.proofs.conflicts import Conflict
    from sapper.proofs.hints import Hint
    from sapper.proofs.proof import Proof, Role, Step, Undecided
    from sapper.proofs.repairs import Repair
    from sapper.proofs.unavoidable_guesses import Group

__all__ = [
    "ConflictDocument",
    "ExplanationDocument",
    "GroupDocument",
    "HighlightDocument",
    "HintDocument",
    "ImpossibleDocument",
    "ProofDocument",
    "RepairDocument",
    "StepDocument",
    "UndecidedDocument",
    "conflict_document",
    "explanation_document",
    "group_document",
    "hint_document",
    "impossible_document",
    "proof_document",
    "repair_document",
    "step_document",
    "undecided_document",
]


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
    """Why no layout fits.

    `summary` names what clashes in one sentence, `text` says why. Without steps the budget ended
    first: then the repairs are not known either.
    """

    summary: str
    numbers: list[CellPair]
    uses_mine_count: bool
    steps: list[StepDocument]
    highlights: list[HighlightDocument]
    text: str
    repairs: list[RepairDocument]


class ImpossibleDocument(TypedDict):
    """The answer for a position that no layout fits; notes are on how the text was read.

    The conflict is null only where it was asked for and a layout fits.
    """

    position: str
    notes: list[str]
    conflict: ConflictDocument | None


class ExplanationDocument(TypedDict):
    """The explanations asked for; where no cell is certain, `guess` says what to do instead."""

    position: str
    explanations: list[ProofDocument | UndecidedDocument]
    guess: str | None


class GroupDocument(TypedDict):
    """Cells about which nothing outside can ever tell anything."""

    cells: list[CellPair]
    chance: float
    first: list[CellPair]
    text: str


class HintDocument(TypedDict):
    """As much help as was asked for; what a lower level keeps back is empty or null."""

    position: str
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
        cell=proof.cell.pair,
        is_certain=True,
        is_mine=proof.is_mine,
        numbers=pairs_of(proof.numbers),
        uses_mine_count=proof.uses_mine_count,
        technique=str(proof.technique),
        pattern=proof.pattern,
        steps=[step_document(step) for step in proof.steps],
        highlights=_highlights(proof.highlights),
        text=proof.text,
    )


def undecided_document(undecided: Undecided) -> UndecidedDocument:
    """Return two layouts as plain data."""
    return UndecidedDocument(
        cell=undecided.cell.pair,
        is_certain=False,
        with_mine=pairs_of(undecided.with_mine.mines),
        without_mine=pairs_of(undecided.without_mine.mines),
        text=undecided.text,
    )


def conflict_document(conflict: Conflict) -> ConflictDocument:
    """Return a conflict as plain data."""
    return ConflictDocument(
        summary=str(conflict.error),
        numbers=pairs_of(conflict.numbers),
        uses_mine_count=conflict.uses_mine_count,
        steps=[step_document(step) for step in conflict.steps],
        highlights=_highlights(conflict.highlights),
        text=conflict.text,
        repairs=[repair_document(repair) for repair in conflict.repairs],
    )


def impossible_document(reading: Reading, conflict: Conflict | None) -> ImpossibleDocument:
    """Return the answer for an impossible position as plain data."""
    return ImpossibleDocument(
        position=str(reading.position),
        notes=list(reading.notes),
        conflict=None if conflict is None else conflict_document(conflict),
    )


def explanation_document(
    position: Position, found: Sequence[Proof | Undecided], guess: str | None = None
) -> ExplanationDocument:
    """Return explanations of cells as plain data."""
    return ExplanationDocument(
        position=str(position), explanations=[each.to_dict() for each in found], guess=guess
    )


def group_document(group: Group) -> GroupDocument:
    """Return a closed group as plain data."""
    return GroupDocument(
        cells=pairs_of(group.cells),
        chance=float(group.chance),
        first=pairs_of(group.first),
        text=group.text,
    )


def hint_document(hint: Hint) -> HintDocument:
    """Return a hint as plain data."""
    return HintDocument(
        position=str(hint.position),
        level=hint.level,
        is_certain=hint.is_certain,
        region=pairs_of(hint.region),
        cell=None if hint.cell is None else hint.cell.pair,
        is_mine=hint.is_mine,
        proof=None if hint.proof is None else proof_document(hint.proof),
        text=hint.text,
    )


def step_document(step: Step) -> StepDocument:
    """Return one step of a proof as plain data."""
    return StepDocument(
        numbers=pairs_of(step.numbers),
        uses_mine_count=step.uses_mine_count,
        shared=pairs_of(step.shared),
        safe=pairs_of(step.safe),
        mines=pairs_of(step.mines),
        text=step.text,
    )


def repair_document(repair: Repair) -> RepairDocument:
    """Return one repair as plain data."""
    return RepairDocument(
        change=str(repair.change),
        cell=None if repair.cell is None else repair.cell.pair,
        value=repair.value,
        text=repair.text,
    )


def _highlights(roles: Mapping[Cell, Role]) -> list[HighlightDocument]:
    return [HighlightDocument(cell=c.pair, role=str(role)) for c, role in sorted(roles.items())]
