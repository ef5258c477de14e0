"""Which documents the commands, the routes and the events of a stream answer with.

OpenAPI and docs/10-documents.md are made from these tables, and tests hold every answer to them.
Any command or route may answer with an `ErrorDocument` instead.
"""

from __future__ import annotations

from typing import Any, Final

from sapper.analysis.analysis import AnalysisDocument, CellDocument
from sapper.board.formats.reading import ReadingDocument
from sapper.board.metrics import BoardMetricsDocument
from sapper.errors import ErrorDocument
from sapper.games.certificates.document import FindingDocument
from sapper.games.converting import ConvertedDocument
from sapper.games.drills.drill import DrillsDocument
from sapper.games.engine_signature import EngineBenchDocument
from sapper.games.generating import PuzzleDocument
from sapper.games.metrics_document import GameMetricsDocument
from sapper.games.optimal_play import OptimalDocument
from sapper.games.record import RecordDocument
from sapper.games.replays.document import ReplayFileDocument
from sapper.games.steps import StepsDocument
from sapper.lab.dataset import DatasetDocument
from sapper.lab.papers import ReproductionDocument
from sapper.lab.result import ComparisonDocument, RunDocument
from sapper.players.engine.choice import WinChanceDocument
from sapper.players.engine.document import AdviceDocument
from sapper.players.papers.layout_problem import LayoutDocument
from sapper.players.protocol.findings import EngineCheckDocument
from sapper.players.registry import PlayersDocument
from sapper.players.tracing.tracer import TraceDocument
from sapper.proofs.document import ExplanationDocument, HintDocument, ImpossibleDocument
from sapper.reviews.document import ReviewDocument
from sapper.tasks.files import TaskFileDocument
from sapper.tasks.scoring import TaskScoreDocument, TaskScoresDocument
from sapper.tasks.task import Task
from sapper.web.documents import (
    AboutDocument,
    BeginDocument,
    CertificationDocument,
    ContinuationDocument,
    DealDocument,
    ProgressDocument,
    RatesDocument,
    RemarkDocument,
    ReplayDocument,
    SearchProgressDocument,
    WatchDocument,
)

__all__ = ["COMMANDS", "EVENTS", "ROUTES", "Documents"]

Documents = tuple[Any, ...]
"""Typed dictionaries: an answer is one of them."""

_BOTH: Final[dict[str, Documents]] = {
    "analyse": (AnalysisDocument, ImpossibleDocument),
    "best": (AdviceDocument, ImpossibleDocument),
    "conflict": (ImpossibleDocument,),
    "convert": (ConvertedDocument,),
    "explain": (ExplanationDocument, ImpossibleDocument),
    "hint": (HintDocument, ImpossibleDocument),
    "replay": (ReplayFileDocument,),
    "review": (ReviewDocument,),
    "players": (PlayersDocument,),
}
"""Commands and routes of one name give the same documents."""

COMMANDS: Final[dict[str, Documents]] = _BOTH | {
    "bench": (EngineBenchDocument,),
    "certify": (FindingDocument,),
    "compare": (ComparisonDocument,),
    "dataset": (DatasetDocument,),
    "generate": (PuzzleDocument, DrillsDocument),
    "engine-check": (EngineCheckDocument,),
    "layout": (LayoutDocument,),
    "metrics": (BoardMetricsDocument, GameMetricsDocument),
    "optimal": (OptimalDocument,),
    "play": (RecordDocument,),
    "report": (ComparisonDocument,),
    "reproduce": (ReproductionDocument,),
    "run": (RunDocument,),
    "tasks make": (TaskFileDocument, Task),
    "tasks score": (TaskScoresDocument, TaskScoreDocument),
    "trace": (TraceDocument,),
}

ROUTES: Final[dict[str, Documents]] = _BOTH | {
    "about": (AboutDocument,),
    "cell": (CellDocument, ImpossibleDocument),
    "certify": (CertificationDocument,),
    "continue": (ContinuationDocument, ImpossibleDocument),
    "deal": (DealDocument,),
    "generate": (PuzzleDocument,),
    "metrics": (GameMetricsDocument,),
    "play": (ReplayDocument,),
    "rates": (RatesDocument,),
    "read": (ReadingDocument,),
    "steps": (StepsDocument,),
    "watch": (WatchDocument,),
    "win": (WinChanceDocument, ImpossibleDocument),
}

EVENTS: Final[dict[str, Documents]] = {
    "begin": (BeginDocument,),
    "progress": (ProgressDocument,),
    "note": (RemarkDocument,),
    "search": (SearchProgressDocument,),
    "done": (
        ComparisonDocument,
        ReproductionDocument,
        AdviceDocument,
        OptimalDocument,
        WinChanceDocument,
        ImpossibleDocument,
    ),
    "failed": (ErrorDocument,),
}
"""The events of /api/simulate, /api/papers, /api/deep and /api/optimal."""
