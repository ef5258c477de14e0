"""Answer requests about a position: each function asks one room and returns its document."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from sapper.analysis import Analysis, analyse
from sapper.analysis.document import contradiction_document, document_of
from sapper.analysis.picture import heat_svg
from sapper.board import Position
from sapper.board.formats.reading import Reading
from sapper.errors import ContradictionError
from sapper.players import Candidate, best, win_chance
from sapper.players.engine.words import explain_choice
from sapper.proofs import conflict, explain, hint
from sapper.proofs.document import HintDocument, ProofDocument, UndecidedDocument
from sapper.web.documents import (
    AdviceDocument,
    AnswerDocument,
    CandidateDocument,
    CellDocument,
    ConflictAnswer,
    ImpossibleDocument,
    ReadingDocument,
    WinChanceDocument,
)
from sapper.web.limits import Limits
from sapper.web.requests import (
    AnalyseRequest,
    BestRequest,
    CellRequest,
    HintRequest,
    PictureRequest,
    PositionRequest,
    WinChanceRequest,
)

__all__ = [
    "advise",
    "analyse_position",
    "answer_document",
    "describe_cell",
    "draw_position",
    "estimate_win_chance",
    "explain_cell",
    "find_conflict",
    "give_hint",
    "or_conflict",
    "read_text",
]

Answer = TypeVar("Answer")


def read_text(request: PositionRequest, limits: Limits) -> ReadingDocument:
    """Return the position that a text is read as, its format and the notes."""
    reading = request.reading(limits)
    return ReadingDocument(
        position=str(reading.position), format=reading.format, notes=list(reading.notes)
    )


def analyse_position(
    request: AnalyseRequest, limits: Limits
) -> AnswerDocument | ImpossibleDocument:
    """Return the analysis, or the contradiction with its conflict."""
    reading = request.reading(limits)

    def answer() -> AnswerDocument:
        began = time.perf_counter()
        analysis = _analysis(reading.position, request, limits)
        spent = 1000 * (time.perf_counter() - began)
        document = answer_document(analysis, with_fractions=request.fractions)
        document["notes"], document["milliseconds"] = list(reading.notes), round(spent, 4)
        return document

    return or_conflict(answer, reading, request, limits)


def answer_document(analysis: Analysis, *, with_fractions: bool = False) -> AnswerDocument:
    """Return the document of an analysis, with empty notes and no time."""
    document = document_of(analysis, with_fractions=with_fractions)
    return AnswerDocument(**document, notes=[], milliseconds=None)


def describe_cell(request: CellRequest, limits: Limits) -> CellDocument | ImpossibleDocument:
    """Return the exact chance of one cell and the numbers behind it."""
    reading = request.reading(limits)

    def answer() -> CellDocument:
        analysis = _analysis(reading.position, request, limits)
        return CellDocument(
            cell=request.cell,
            chance=analysis.chance(request.cell),
            fraction=str(analysis.fraction(request.cell)),
            numbers=analysis.numbers(request.cell).tolist(),
        )

    return or_conflict(answer, reading, request, limits)


def explain_cell(
    request: CellRequest, limits: Limits
) -> ProofDocument | UndecidedDocument | ImpossibleDocument:
    """Return the proof of a cell, or two layouts that differ in it."""
    reading = request.reading(limits)

    def answer() -> ProofDocument | UndecidedDocument:
        return explain(
            reading.position,
            request.cell,
            trust_flags=request.trust_flags,
            budget=limits.budget,
        ).to_dict()

    return or_conflict(answer, reading, request, limits)


def find_conflict(request: PositionRequest, limits: Limits) -> ConflictAnswer:
    """Return why no layout fits, with the repairs, or null when one does."""
    position = request.read(limits)
    found = conflict(position, trust_flags=request.trust_flags, budget=limits.budget)
    return ConflictAnswer(
        position=str(position), conflict=None if found is None else found.to_dict()
    )


def give_hint(request: HintRequest, limits: Limits) -> HintDocument | ImpossibleDocument:
    """Return a hint of the requested level."""
    reading = request.reading(limits)

    def answer() -> HintDocument:
        return hint(
            reading.position,
            request.level,
            trust_flags=request.trust_flags,
            budget=limits.budget,
        ).to_dict()

    return or_conflict(answer, reading, request, limits)


def advise(request: BestRequest, limits: Limits) -> AdviceDocument | ImpossibleDocument:
    """Return the best move and what decided; if games are requested also the winning chance."""
    limits.check_most("games", request.games, limits.rollouts)
    reading = request.reading(limits)

    def answer() -> AdviceDocument:
        advice = best(
            reading.position,
            setting=request.setting,
            limit=request.limit,
            budget=limits.budget,
        )
        return AdviceDocument(
            position=str(advice.position),
            setting=advice.setting,
            basis=advice.basis,
            reason=explain_choice(advice, budget=limits.budget),
            is_guess=advice.is_guess,
            is_exact=advice.is_exact,
            cell=advice.cell,
            candidates=[_candidate_document(c) for c in advice.candidates],
            win_chance=_win_chance(reading.position, request, limits) if request.games else None,
        )

    return or_conflict(answer, reading, request, limits)


def estimate_win_chance(
    request: WinChanceRequest, limits: Limits
) -> WinChanceDocument | ImpossibleDocument:
    """Return the winning chance with good play."""
    limits.check_most("games", request.games, limits.rollouts)
    reading = request.reading(limits)
    return or_conflict(
        lambda: _win_chance(reading.position, request, limits), reading, request, limits
    )


def draw_position(request: PictureRequest, limits: Limits) -> str:
    """Return the board as SVG, with its chances if requested and if any layout fits."""
    position = request.read(limits)
    if request.heat:
        try:
            analysis = _analysis(position, request, limits)
        except ContradictionError:
            return position.svg(cell_size=request.cell_size)
        return heat_svg(analysis, cell_size=request.cell_size)
    return position.svg(cell_size=request.cell_size)


def _analysis(
    position: Position, request: AnalyseRequest | CellRequest | PictureRequest, limits: Limits
) -> Analysis:
    density = request.density if position.mines is None else None
    return analyse(position, trust_flags=request.trust_flags, density=density, budget=limits.budget)


def or_conflict(
    answer: Callable[[], Answer], reading: Reading, request: PositionRequest, limits: Limits
) -> Answer | ImpossibleDocument:
    """Return the answer, or the conflict of a position that no layout fits."""
    try:
        return answer()
    except ContradictionError as error:
        found = conflict(reading.position, trust_flags=request.trust_flags, budget=limits.budget)
        if found is None:
            raise
        return ImpossibleDocument(
            position=str(reading.position),
            notes=list(reading.notes),
            contradiction=contradiction_document(error),
            conflict=found.to_dict(),
        )


def _win_chance(
    position: Position, request: BestRequest | WinChanceRequest, limits: Limits
) -> WinChanceDocument:
    found = win_chance(
        position,
        games=request.games,
        seed=request.seed,
        setting=request.setting,
        budget=limits.budget,
    )
    return WinChanceDocument(
        chance=found.chance, is_exact=found.is_exact, games=found.games, error=found.error
    )


def _candidate_document(candidate: Candidate) -> CandidateDocument:
    return CandidateDocument(
        cell=candidate.cell,
        safety=candidate.safety,
        progress=candidate.progress,
        score=candidate.score,
        estimate=candidate.estimate,
        win=candidate.win,
    )
