"""The description of the API in OpenAPI, made from the classes of questions and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, Final, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model
from pydantic.json_schema import models_json_schema

import sapper
from sapper.analysis import Analysis
from sapper.analysis.analysis import CellAnalysis
from sapper.answers import QUESTIONS
from sapper.answers.games import Deal, DrawnGame, WinRates
from sapper.answers.laboratory import Progress
from sapper.answers.positions import PositionQuestion
from sapper.board.cell import Cell
from sapper.board.formats.reading import Reading
from sapper.board.picture_reading import PictureReading
from sapper.errors import SapperError
from sapper.games.certificates import Finding
from sapper.games.certificates.certify import NeedsGuess
from sapper.games.conversion import Converted
from sapper.games.drills.drill import Drill
from sapper.games.game import Game
from sapper.games.game_changes import GameChanges
from sapper.games.generating import Puzzle
from sapper.games.metrics import GameMetrics
from sapper.games.replays import Replay
from sapper.lab.comparison import Comparison
from sapper.players.engine.advice import Advice
from sapper.players.engine.choice import Choice, WinChance
from sapper.players.engine.clicks import ClickAdvice
from sapper.players.papers.lessons import Lessons
from sapper.players.tracing.tracer import Trace
from sapper.proofs.conflicts import Impossible
from sapper.proofs.hints import Hint
from sapper.proofs.proof import Explanation
from sapper.reviews.clicks import ClickReview
from sapper.reviews.guess_score import GuessScore
from sapper.reviews.result import Review
from sapper.web.facts import FACTS
from sapper.web.schema import answer_model

__all__ = ["ANSWERS", "EVENTS", "FILE_QUESTIONS", "answer_models", "more_keys", "openapi"]

_ABOUT: Final = (
    "A Minesweeper workbench. Stateless: a position is one line of text, a game is one line of "
    "board, start rule, seed, number and moves. Cells are [row, column], zero-based."
)

ANSWERS: Final[Mapping[str, tuple[Any, ...]]] = {
    "read": (Reading,),
    "read_picture": (PictureReading,),
    "analyse": (Analysis,),
    "cell": (CellAnalysis,),
    "explain": (Explanation,),
    "hint": (Hint,),
    "best": (Advice,),
    "clicks": (ClickAdvice,),
    "win": (WinChance,),
    "continue": (Game,),
    "trace": (Trace,),
    "picture": (Reading,),
    "watch": (Game,),
    "review": (Review,),
    "review_clicks": (ClickReview,),
    "steps": (GameChanges,),
    "metrics": (GameMetrics,),
    "certify": (Finding,),
    "deal": (Deal,),
    "draw": (DrawnGame,),
    "score": (GuessScore,),
    "generate": (Puzzle,),
    "replay": (Replay,),
    "convert": (Converted,),
    "rates": (WinRates,),
    "simulate": (Comparison,),
    "lessons": (Lessons,),
    "exercise": (Drill,),
}
"""The classes of the values that answer a question."""


@dataclass(frozen=True)
class WaitingEvent:
    """How many requests come before this one."""

    ahead: int


@dataclass(frozen=True)
class BeginEvent:
    """How far the runs are at the beginning."""

    runs: tuple[Progress, ...]


@dataclass(frozen=True)
class NoteEvent:
    """A remark on a run."""

    note: str


@dataclass(frozen=True)
class ReviewEvent:
    """How many of all winning chances of a review are estimated."""

    done: int
    all: int


@dataclass(frozen=True)
class SearchEvent:
    """How far a search is: seconds or first cells; `choice` is the best so far, if there is one."""

    done: float
    all: float
    choice: Choice | None


EVENTS: Final[Mapping[str, Any]] = {
    "waiting": WaitingEvent,
    "begin": BeginEvent,
    "progress": Progress,
    "note": NoteEvent,
    "review": ReviewEvent,
    "search": SearchEvent,
    "failed": SapperError,
}
"""The events before `done`, which has the answer."""

FILE_QUESTIONS: Final = frozenset(
    name for name, kind in QUESTIONS.items() if "data" in get_type_hints(kind)
)
"""Questions whose request is the bytes of a file; the address may have their other fields."""

_FAILURES: Final = {
    "413": "Too large: the body, the board, or the work",
    "422": "The request cannot be understood; `where` is the place of the mistake",
    "429": "The server has too much to do; `Retry-After` says when to try again",
}

_OF_POSITIONS: Final[Mapping[str, Any]] = {
    "notes": list[str], "milliseconds": float, "certain_by_doubt": list[Cell],
}  # fmt: skip
"""What every answer about a position has besides."""

_EXAMPLES: Final[Mapping[str, Any]] = {
    "position": "3x3/2:01_/12_/___",
    "cell": [2, 2],
    "game": "9x9/10 safe 5 0 o4,4",
    "tallies": [[41, 100]],
    "player": "greedy",
    "technique": "chain",
}

Schema = dict[str, Any]


def answer_models(name: str) -> list[type[BaseModel]]:
    """Return the models of the answers to a question."""
    more = tuple(more_keys(name).items())
    found = [answer_model(kind, name.capitalize(), more) for kind in ANSWERS[name]]
    if issubclass(QUESTIONS[name], PositionQuestion):
        found.append(answer_model(Impossible, "Impossible", tuple(_OF_POSITIONS.items())))
    return found


def more_keys(name: str) -> dict[str, Any]:
    """Return the types of what an answer has besides the document of its value."""
    kind = QUESTIONS[name]
    return {**kind.more, **(_OF_POSITIONS if issubclass(kind, PositionQuestion) else {})}


@cache
def openapi() -> Schema:
    """Return the description of the API."""
    requests = {name: _request_model(name, kind) for name, kind in QUESTIONS.items()}
    answers = {name: answer_models(name) for name in QUESTIONS}
    answers |= {name: [answer_model(kind)] for name, kind in FACTS.items()}
    error, guess = answer_model(SapperError), answer_model(NeedsGuess)
    models = [
        error,
        guess,
        *requests.values(),
        *(each for some in answers.values() for each in some),
    ]
    refs, schemas = models_json_schema(
        [(model, "serialization") for model in dict.fromkeys(models)],
        ref_template="#/components/schemas/{model}",
    )
    paths: Schema = {}
    for name, found in answers.items():
        each = [refs[model, "serialization"] for model in found]
        errors = [error, guess] if name == "certify" else [error]
        route = _described_route(name, each, [refs[each, "serialization"] for each in errors])
        if name in requests:
            route["requestBody"] = _described_body(name, refs[requests[name], "serialization"])
        if name in FILE_QUESTIONS:
            route["parameters"] = _described_fields(name)
        paths[f"/api/{name}"] = {"post" if name in requests else "get": route}
    info = {"title": "sapper", "version": sapper.__version__, "description": _ABOUT}
    components = {"schemas": schemas["$defs"]}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": components}


def _request_model(name: str, kind: Any) -> type[BaseModel]:
    hints, keys = get_type_hints(kind), dict[str, Any]()
    for each in fields(kind) if name not in FILE_QUESTIONS else ():
        if each.default is MISSING:
            keys[each.name] = hints[each.name], Field(examples=[_EXAMPLES[each.name]])
        else:
            keys[each.name] = hints[each.name], each.default
    exactly = ConfigDict(extra="forbid")
    title = f"{name.capitalize()}Request"
    return create_model(title, __doc__=kind.__doc__, __config__=exactly, **keys)


def _described_route(name: str, answers: list[Schema], errors: list[Schema]) -> Schema:
    answer, error = (each[0] if len(each) == 1 else {"anyOf": each} for each in (answers, errors))
    responses = {"200": ("The answer", answer)}
    if name in QUESTIONS:
        responses |= {status: (text, error) for status, text in _FAILURES.items()}
    documents = {
        status: {"description": text, "content": {"application/json": {"schema": schema}}}
        for status, (text, schema) in responses.items()
    }
    kind = QUESTIONS.get(name) or FACTS[name]
    summary = (kind.__doc__ or "").partition("\n")[0]
    return {"summary": summary, "operationId": name, "responses": documents}


def _described_fields(name: str) -> list[Schema]:
    """Return the description of what the address has besides a file."""
    kind: Any = QUESTIONS[name]
    hints = get_type_hints(kind)
    return [
        {"name": each.name, "in": "query", "schema": TypeAdapter(hints[each.name]).json_schema()}
        for each in fields(kind)
        if each.name != "data"
    ]


def _described_body(name: str, request: Schema) -> Schema:
    media, schema = "application/json", request
    if name in FILE_QUESTIONS:
        media, schema = "application/octet-stream", {"type": "string", "format": "binary"}
    return {"required": True, "content": {media: {"schema": schema}}}
