"""The documents that only the API sends; all others belong to their rooms."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from sapper.analysis.document import AnalysisDocument, ContradictionDocument
from sapper.proofs.document import ConflictDocument

__all__ = [
    "AboutDocument",
    "AdviceDocument",
    "AnswerDocument",
    "CandidateDocument",
    "CellDocument",
    "ConflictAnswer",
    "ContinuationDocument",
    "DealDocument",
    "DecisionDocument",
    "GameDocument",
    "ImpossibleDocument",
    "OptionDocument",
    "PresetDocument",
    "ReadingDocument",
    "StrategyDocument",
    "WatchDocument",
    "WinChanceDocument",
]

CellPair = tuple[int, int]


class PresetDocument(TypedDict):
    """A board with a name."""

    name: str
    board: str


class AboutDocument(TypedDict):
    """Version, boards and limits of the server."""

    version: str
    presets: list[PresetDocument]
    starts: list[str]
    most_cells: int
    most_games: int


class OptionDocument(TypedDict):
    """An option of a strategy."""

    name: str
    summary: str
    default: str
    values: list[str]


class StrategyDocument(TypedDict):
    """A strategy that can be watched and compared."""

    name: str
    summary: str
    paper: str
    options: list[OptionDocument]
    is_native: bool


class ReadingDocument(TypedDict):
    """The position of a text, its format and notes."""

    position: str
    format: str
    notes: list[str]


class AnswerDocument(AnalysisDocument):
    """An analysis, with the notes on reading and the time it took, if measured."""

    notes: list[str]
    milliseconds: float | None


class ImpossibleDocument(TypedDict):
    """The answer for a position that no layout fits."""

    position: str
    notes: list[str]
    contradiction: ContradictionDocument
    conflict: ConflictDocument


class ConflictAnswer(TypedDict):
    """Why no layout fits, or null when one does."""

    position: str
    conflict: ConflictDocument | None


class CellDocument(TypedDict):
    """One covered cell: its exact chance, and the chance that it is safe and shows n."""

    cell: CellPair
    chance: float
    fraction: str
    numbers: list[float]


class CandidateDocument(TypedDict):
    """A candidate; what was not computed is null."""

    cell: CellPair
    safety: float
    progress: float | None
    score: float | None
    estimate: float | None
    win: float | None


class WinChanceDocument(TypedDict):
    """The winning chance with good play; `error` is half the width of its 95 % interval."""

    chance: float
    is_exact: bool
    games: int
    error: float


class AdviceDocument(TypedDict):
    """The best move, the candidates from best to worst, and what decided."""

    position: str
    setting: str
    basis: str
    reason: str
    is_guess: bool
    is_exact: bool
    cell: CellPair
    candidates: list[CandidateDocument]
    win_chance: WinChanceDocument | None


class GameDocument(TypedDict):
    """The state of a game. The mines are shown only once it is over."""

    game: str
    board: str
    start: str
    seed: str
    number: str
    moves: list[str]
    status: str
    position: str
    mines_left: int
    safe_left: int
    mines: list[CellPair] | None
    made: NotRequired[list[str]]
    analysis: NotRequired[AnswerDocument]


class DecisionDocument(TypedDict):
    """A move of a strategy and its reason."""

    move: str
    reason: str
    chance: float | None
    is_guess: bool


class WatchDocument(TypedDict):
    """The decisions of a strategy; `is_over` is false if it was stopped before the end."""

    game: str
    strategy: str
    decisions: list[DecisionDocument]
    status: str
    is_over: bool


class ContinuationDocument(TypedDict):
    """A game at a position, with mines drawn at random from all layouts that fit."""

    game: str
    position: str
    is_same: bool


class DealDocument(TypedDict):
    """A layout: one string per row, * where a mine lies."""

    board: str
    start: str
    seed: str
    game: str
    first: CellPair
    rows: list[str]
