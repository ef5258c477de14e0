"""The documents that only the API sends; all others belong to their rooms."""

from __future__ import annotations

from typing import TypedDict

from sapper.analysis.analysis import AnalysisDocument
from sapper.board.cell import CellPair
from sapper.games.certificates.document import FindingDocument
from sapper.games.document import GameDocument
from sapper.players.decision import DecisionDocument
from sapper.players.engine.document import AdviceDocument

__all__ = [
    "AboutDocument",
    "BeginDocument",
    "CertificationDocument",
    "ContinuationDocument",
    "DealDocument",
    "PresetDocument",
    "ProgressDocument",
    "RateDocument",
    "RatesDocument",
    "RemarkDocument",
    "ReplayDocument",
    "SearchProgressDocument",
    "WatchDocument",
]


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
    has_engine: bool
    """Whether this server also has the core as WebAssembly, for the page."""


class ReplayDocument(GameDocument):
    """The state of a game; the certain moves made and the analysis are null unless asked for."""

    made: list[str] | None
    analysis: AnalysisDocument | None


class WatchDocument(GameDocument):
    """The state of a game that a player went on with, and what it decided."""

    player: str
    decisions: list[DecisionDocument]


class ContinuationDocument(GameDocument):
    """A game at a position, with mines drawn at random from all layouts that fit.

    It stands at another position unless `is_same`: the neighbours of zeros were opened.
    """

    is_same: bool


class DealDocument(TypedDict):
    """The mines of one game: one string per row, * where a mine lies."""

    board: str
    start: str
    seed: str
    number: str
    first: CellPair
    rows: list[str]


class CertificationDocument(FindingDocument):
    """The certificate of a game's board, what the check of it found, and its moves in words.

    `certificate` is the line of JSON that `sapper certify` reads.
    """

    certificate: str
    texts: list[str]


class RateDocument(TypedDict):
    """The share of games that were won, null if none was played, with its Wilson interval."""

    wins: int
    games: int
    value: float | None
    low: float
    high: float
    confidence: float


class RatesDocument(TypedDict):
    """Win rates, in the order of the question."""

    rates: list[RateDocument]


class ProgressDocument(TypedDict):
    """How far a run is; the win rate with its 95 % interval is null before the first game."""

    player: str
    board: str
    games: int
    done: int
    wins: int
    win_rate: float | None
    win_rate_low: float | None
    win_rate_high: float | None


class BeginDocument(TypedDict):
    """How far the runs of a simulation are at its beginning."""

    runs: list[ProgressDocument]


class SearchProgressDocument(TypedDict):
    """How far a search is: seconds or first cells; `choice` is the best so far, if there is one."""

    done: float
    all: float
    choice: AdviceDocument | None


class RemarkDocument(TypedDict):
    """A remark on a simulation."""

    note: str
