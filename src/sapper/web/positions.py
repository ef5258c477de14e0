"""Questions about a position: each function asks one room and gives its document."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from sapper.analysis import Analysis, analyse
from sapper.analysis.document import contradiction_document, document_of
from sapper.analysis.picture import heat_svg
from sapper.board import Position
from sapper.board.reading import Reading
from sapper.errors import ContradictionError
from sapper.explain import Candidate as Compared
from sapper.explain import conflict, explain, explain_guess, hint
from sapper.explain.document import HintDocument, ProofDocument, UndecidedDocument
from sapper.strategies import Advice, best, win_chance
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
from sapper.web.questions import (
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
        document = document_of(analysis, with_fractions=question.fractions)
        return AnswerDocument(**document, notes=list(reading.notes), milliseconds=round(spent, 4))

    return or_conflict(answer, reading, question, limits)


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
    """Return the best move and what decided."""
    reading = question.reading(limits)

    def answer() -> AdviceDocument:
        return _advice_document(
            best(
                reading.position,
                setting=question.setting,
                limit=question.limit,
                budget=limits.budget,
            )
        )

    return or_conflict(answer, reading, question, limits)


def winning(question: ForWinChance, limits: Limits) -> WinChanceDocument | ImpossibleDocument:
    """Return the chance to win by good play."""
    limits.check_most("games", question.games, limits.rollouts)
    reading = question.reading(limits)

    def answer() -> WinChanceDocument:
        found = win_chance(
            reading.position,
            games=question.games,
            seed=question.seed,
            setting=question.setting,
            budget=limits.budget,
        )
        return WinChanceDocument(
            position=str(reading.position),
            chance=found.chance,
            is_exact=found.is_exact,
            games=found.games,
            error=found.error,
        )

    return or_conflict(answer, reading, question, limits)


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


def _advice_document(advice: Advice) -> AdviceDocument:
    compared = [
        Compared(c.cell, c.safety, _given_safe(c.progress, c.safety), c.win)
        for c in advice.candidates
    ]
    return AdviceDocument(
        position=str(advice.position),
        setting=advice.setting,
        basis=advice.basis,
        reason=advice.reason,
        text=explain_guess(compared) if advice.is_guess else advice.reason,
        cell=advice.cell,
        is_guess=advice.is_guess,
        is_exact=advice.is_exact,
        candidates=[_candidate_document(c) for c in advice.candidates],
    )


def _candidate_document(candidate: Any) -> CandidateDocument:
    return CandidateDocument(
        cell=tuple(candidate.cell),
        safety=candidate.safety,
        progress=candidate.progress,
        score=candidate.score,
        win=candidate.win,
    )


def _given_safe(progress: float | None, safety: float) -> float | None:
    """Return the chance of progress given no mine, as `explain_guess` tells it."""
    return None if progress is None or safety <= 0 else min(1.0, progress / safety)
