"""Answer requests about a position: each function asks one room and returns its document."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from sapper.analysis import Analysis, analyse
from sapper.analysis.analysis import AnalysisDocument, CellDocument
from sapper.analysis.picture import heat_svg
from sapper.board import Position
from sapper.board.formats.reading import Reading, ReadingDocument
from sapper.errors import ContradictionError
from sapper.players import best, win_chance
from sapper.players.engine.advice import with_flags_as_mines
from sapper.players.engine.choice import WinChance, WinChanceDocument
from sapper.players.engine.document import AdviceDocument, advice_document
from sapper.proofs import conflict, explain, hint
from sapper.proofs.conflicts import conflict_of
from sapper.proofs.document import (
    ExplanationDocument,
    HintDocument,
    ImpossibleDocument,
    explanation_document,
    impossible_document,
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
    """Return a position as it was read."""
    return request.reading(limits).to_dict()


def analyse_position(
    request: AnalyseRequest, limits: Limits
) -> AnalysisDocument | ImpossibleDocument:
    """Return the analysis, or the conflict."""
    reading = request.reading(limits)

    def answer() -> AnalysisDocument:
        began = time.perf_counter()
        analysis = _analysis(reading.position, request, limits)
        spent = 1000 * (time.perf_counter() - began)
        document = analysis.to_dict(with_fractions=request.fractions)
        document["notes"], document["milliseconds"] = list(reading.notes), round(spent, 4)
        return document

    return or_conflict(answer, reading, request, limits)


def describe_cell(request: CellRequest, limits: Limits) -> CellDocument | ImpossibleDocument:
    """Return the exact chance of one cell and the numbers behind it."""
    reading = request.reading(limits)
    return or_conflict(
        lambda: _analysis(reading.position, request, limits).cell_dict(request.cell),
        reading,
        request,
        limits,
    )


def explain_cell(request: CellRequest, limits: Limits) -> ExplanationDocument | ImpossibleDocument:
    """Return the proof of a cell, or two layouts that differ in it."""
    reading = request.reading(limits)

    def answer() -> ExplanationDocument:
        trust_flags, budget = request.trust_flags, limits.budget
        found = explain(reading.position, request.cell, trust_flags=trust_flags, budget=budget)
        return explanation_document(reading.position, [found])

    return or_conflict(answer, reading, request, limits)


def find_conflict(request: PositionRequest, limits: Limits) -> ImpossibleDocument:
    """Return why no layout fits, with the repairs, or null when one does."""
    reading = request.reading(limits)
    found = conflict(reading.position, trust_flags=request.trust_flags, budget=limits.budget)
    return impossible_document(reading, found)


def give_hint(request: HintRequest, limits: Limits) -> HintDocument | ImpossibleDocument:
    """Return a hint of the requested level."""
    reading = request.reading(limits)

    def answer() -> HintDocument:
        trust_flags, budget = request.trust_flags, limits.budget
        return hint(
            reading.position, request.level, trust_flags=trust_flags, budget=budget
        ).to_dict()

    return or_conflict(answer, reading, request, limits)


def advise(request: BestRequest, limits: Limits) -> AdviceDocument | ImpossibleDocument:
    """Return the best move and what decided; if games are requested also the winning chance."""
    limits.check_most("games", request.games, limits.rollouts)
    reading = request.reading(limits)

    def answer() -> AdviceDocument:
        choice = best(
            reading.position, player=request.player, limit=request.limit, budget=limits.budget,
            trust_flags=request.trust_flags, density=request.density,
        )  # fmt: skip
        chance = _win_chance(reading.position, request, limits) if request.games else None
        return advice_document(choice, chance, budget=limits.budget)

    return or_conflict(answer, reading, request, limits)


def estimate_win_chance(
    request: WinChanceRequest, limits: Limits
) -> WinChanceDocument | ImpossibleDocument:
    """Return the winning chance with good play."""
    limits.check_most("games", request.games, limits.rollouts)
    reading = request.reading(limits)
    return or_conflict(
        lambda: _win_chance(reading.position, request, limits).to_dict(), reading, request, limits
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
        trust_flags, budget = request.trust_flags, limits.budget
        found = conflict_of(error, reading.position, trust_flags=trust_flags, budget=budget)
        return impossible_document(reading, found)


def _win_chance(
    position: Position, request: BestRequest | WinChanceRequest, limits: Limits
) -> WinChance:
    return win_chance(
        with_flags_as_mines(position) if request.trust_flags else position,
        games=request.games,
        seed=request.seed,
        player=request.player,
        budget=limits.budget,
    )
