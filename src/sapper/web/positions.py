"""Questions about a position: each function asks one room and gives its document."""

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
    AboutCell,
    AboutPosition,
    Analysed,
    ForBest,
    ForHint,
    ForPicture,
    ForWinChance,
)

__all__ = [
    "advised",
    "analysed",
    "answer_document",
    "cell_told",
    "clashing",
    "drawn",
    "explained",
    "hinted",
    "or_conflict",
    "read",
    "winning",
]

Answer = TypeVar("Answer")


def read(question: AboutPosition, limits: Limits) -> ReadingDocument:
    """Return how a text is understood."""
    reading = question.reading(limits)
    return ReadingDocument(
        position=str(reading.position), format=reading.format, notes=list(reading.notes)
    )


def analysed(question: Analysed, limits: Limits) -> AnswerDocument | ImpossibleDocument:
    """Return the analysis, or the contradiction with its conflict."""
    reading = question.reading(limits)

    def answer() -> AnswerDocument:
        began = time.perf_counter()
        analysis = _analysis(reading.position, question, limits)
        spent = 1000 * (time.perf_counter() - began)
        document = answer_document(analysis, with_fractions=question.fractions)
        document["notes"], document["milliseconds"] = list(reading.notes), round(spent, 4)
        return document

    return or_conflict(answer, reading, question, limits)


def answer_document(analysis: Analysis, *, with_fractions: bool = False) -> AnswerDocument:
    """Return an analysis as this door sends it."""
    document = document_of(analysis, with_fractions=with_fractions)
    return AnswerDocument(**document, notes=[], milliseconds=None)


def cell_told(question: AboutCell, limits: Limits) -> CellDocument | ImpossibleDocument:
    """Return the exact chance of one cell and the numbers behind it."""
    reading = question.reading(limits)

    def answer() -> CellDocument:
        analysis = _analysis(reading.position, question, limits)
        return CellDocument(
            cell=question.cell,
            chance=analysis.chance(question.cell),
            fraction=str(analysis.fraction(question.cell)),
            numbers=analysis.numbers(question.cell).tolist(),
        )

    return or_conflict(answer, reading, question, limits)


def explained(
    question: AboutCell, limits: Limits
) -> ProofDocument | UndecidedDocument | ImpossibleDocument:
    """Return the proof of a cell, or two layouts that differ in it."""
    reading = question.reading(limits)

    def answer() -> ProofDocument | UndecidedDocument:
        return explain(
            reading.position,
            question.cell,
            trust_flags=question.trust_flags,
            budget=limits.budget,
        ).to_dict()

    return or_conflict(answer, reading, question, limits)


def clashing(question: AboutPosition, limits: Limits) -> ConflictAnswer:
    """Return why no layout fits, with the repairs, or null when one does."""
    position = question.read(limits)
    found = conflict(position, trust_flags=question.trust_flags, budget=limits.budget)
    return ConflictAnswer(
        position=str(position), conflict=None if found is None else found.to_dict()
    )


def hinted(question: ForHint, limits: Limits) -> HintDocument | ImpossibleDocument:
    """Return as much help as was asked for."""
    reading = question.reading(limits)

    def answer() -> HintDocument:
        return hint(
            reading.position,
            question.level,
            trust_flags=question.trust_flags,
            budget=limits.budget,
        ).to_dict()

    return or_conflict(answer, reading, question, limits)


def advised(question: ForBest, limits: Limits) -> AdviceDocument | ImpossibleDocument:
    """Return the best move and what decided; with games also the chance to win."""
    limits.check_most("games", question.games, limits.rollouts)
    reading = question.reading(limits)

    def answer() -> AdviceDocument:
        advice = best(
            reading.position,
            setting=question.setting,
            limit=question.limit,
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
            win_chance=_win_chance(reading.position, question, limits) if question.games else None,
        )

    return or_conflict(answer, reading, question, limits)


def winning(question: ForWinChance, limits: Limits) -> WinChanceDocument | ImpossibleDocument:
    """Return the chance to win by good play."""
    limits.check_most("games", question.games, limits.rollouts)
    reading = question.reading(limits)
    return or_conflict(
        lambda: _win_chance(reading.position, question, limits), reading, question, limits
    )


def drawn(question: ForPicture, limits: Limits) -> str:
    """Return the board as SVG, with its chances if wanted; an impossible one without."""
    position = question.read(limits)
    if question.heat:
        try:
            analysis = _analysis(position, question, limits)
        except ContradictionError:
            return position.svg(cell_size=question.cell_size)
        return heat_svg(analysis, cell_size=question.cell_size)
    return position.svg(cell_size=question.cell_size)


def _analysis(
    position: Position, question: Analysed | AboutCell | ForPicture, limits: Limits
) -> Analysis:
    density = question.density if position.mines is None else None
    return analyse(
        position, trust_flags=question.trust_flags, density=density, budget=limits.budget
    )


def or_conflict(
    answer: Callable[[], Answer], reading: Reading, question: AboutPosition, limits: Limits
) -> Answer | ImpossibleDocument:
    """Return the answer, or why no layout fits: that too is an answer."""
    try:
        return answer()
    except ContradictionError as error:
        found = conflict(reading.position, trust_flags=question.trust_flags, budget=limits.budget)
        if found is None:
            raise
        return ImpossibleDocument(
            position=str(reading.position),
            notes=list(reading.notes),
            contradiction=contradiction_document(error),
            conflict=found.to_dict(),
        )


def _win_chance(
    position: Position, question: ForBest | ForWinChance, limits: Limits
) -> WinChanceDocument:
    found = win_chance(
        position,
        games=question.games,
        seed=question.seed,
        setting=question.setting,
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
