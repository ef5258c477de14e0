"""Describe the documents of docs/reference/documents.md, from the classes that are written."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from sapper.answers import QUESTIONS
from sapper.board.metrics import BoardMetrics
from sapper.errors import SapperError
from sapper.games import Record
from sapper.games.certificates import Finding
from sapper.games.certificates.certify import NeedsGuess
from sapper.games.drills.drill import FoundDrills
from sapper.games.engine_signature import EngineBench
from sapper.games.metrics.hand import Hand
from sapper.games.optimal_play import Optimal
from sapper.lab.dataset import Dataset
from sapper.lab.papers.reproduction import Reproduction
from sapper.lab.result import RunResult
from sapper.players.papers.layout_problem import LayoutResult
from sapper.proofs.conflicts import Impossible
from sapper.reviews.mistakes import Mistakes
from sapper.tasks.files import TaskFile
from sapper.tasks.scoring import TaskScore, TaskScores
from sapper.tasks.task import Task
from sapper.web.facts import FACTS
from sapper.web.openapi import ANSWERS, EVENTS, more_keys
from sapper.web.schema import document_model

__all__ = ["COMMANDS", "answers_table", "documents_list", "known_documents"]

_PLAIN = {str: "text", int: "integer", float: "number", bool: "boolean", type(None): "null"}
_ABOUT_POSITIONS = ("analyse", "best", "explain", "hint")

COMMANDS: Final[Mapping[str, tuple[Any, ...]]] = {
    **{name: (*ANSWERS[name], Impossible) for name in _ABOUT_POSITIONS},
    "convert": ANSWERS["convert"],
    "best": (*ANSWERS["best"], *ANSWERS["clicks"], Impossible),
    "review": (*ANSWERS["review"], *ANSWERS["review_clicks"], Mistakes),
    "lab optimal": (Optimal,),
    "bench": (EngineBench,),
    "certify": (Finding, NeedsGuess),
    "compare": ANSWERS["simulate"],
    "lab dataset": (Dataset,),
    "generate": (*ANSWERS["generate"], FoundDrills),
    "papers layout": (LayoutResult,),
    "metrics": (BoardMetrics, *ANSWERS["metrics"], Hand),
    "play": (Record, *ANSWERS["replay"]),
    "players": (FACTS["players"],),
    "lab report": ANSWERS["simulate"],
    "papers reproduce": (Reproduction,),
    "run": (RunResult,),
    "lab tasks make": (TaskFile, Task),
    "lab tasks score": (TaskScores, TaskScore),
    "papers trace": ANSWERS["trace"],
}
"""The documents that the commands print; any may print an error instead."""


def answers_table() -> str:
    """Return which documents every command, route and event answers with."""
    rows: list[tuple[str, tuple[Any, ...], Mapping[str, Any]]]
    rows = [(_command(name), kinds, {}) for name, kinds in COMMANDS.items()]
    rows += [(f"GET `/api/{name}`", (kind,), {}) for name, kind in FACTS.items()]
    rows += [(f"`/api/{name}`", ANSWERS[name], more_keys(name)) for name in QUESTIONS]
    rows += [(f"event `{name}`", (kind,), {}) for name, kind in EVENTS.items()]
    lines = [
        f"| {who} | {' or '.join(_link(document_model(kind)) for kind in kinds)}"
        f"{''.join(f', `{key}`' for key in more)} |"
        for who, kinds, more in sorted(rows, key=lambda row: row[0])
    ]
    return "\n".join(["| who | answers with |", "| --- | --- |", *lines])


def _command(name: str) -> str:
    return f"`sapper {name} --json`"


def documents_list() -> str:
    """Return every document with its keys, by name."""
    return "\n\n".join(_describe(model) for model in known_documents())


def known_documents() -> list[type[BaseModel]]:
    """Return the models of all answers and of those nested in them, by name."""
    found: dict[str, type[BaseModel]] = {}
    kinds = [kind for table in (COMMANDS, ANSWERS) for row in table.values() for kind in row]
    kinds += [SapperError, Impossible, *FACTS.values(), *EVENTS.values()]
    waiting = [document_model(kind) for kind in kinds]
    for model in waiting:
        if found.setdefault(model.__name__, model) is not model:
            raise ValueError(f"two documents are named {model.__name__}")
        nested = [
            each for field in model.model_fields.values() for each in _nested(field.annotation)
        ]
        waiting += [each for each in nested if each.__name__ not in found]
    return [found[name] for name in sorted(found)]


def _nested(hint: Any) -> Iterator[type[BaseModel]]:
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        yield hint
    for part in get_args(hint):
        yield from _nested(part)


def _link(model: type[BaseModel]) -> str:
    return f"[{model.__name__}](#{model.__name__.lower()})"


def _describe(model: type[BaseModel]) -> str:
    rows = []
    for name, field in model.model_fields.items():
        absent = "" if field.is_required() else "; may be absent"
        note = (field.description or "").rstrip(".")
        note = f"; {note[0].lower()}{note[1:]}" if note else ""
        rows.append(f"| `{name}` | {_kind(field.annotation)}{absent}{note} |")
    heading = f"### {model.__name__}\n\n{inspect.cleandoc(model.__doc__ or '')}"
    return "\n".join([heading, "", "| key | value |", "| --- | --- |", *rows])


def _kind(hint: Any) -> str:
    """Return a type in words."""
    origin, parts = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return _link(hint)
    if origin is Literal:
        *names, last = (f"`{value}`" for value in parts)
        return f"{', '.join(names)} or {last}" if names else last
    if origin in (Union, types.UnionType):
        return " or ".join(map(_kind, parts))
    if origin in (list, dict):
        within = "list of" if origin is list else "object, by name:"
        return f"{within} {_kind(parts[-1])}".replace("list of list ", "list of lists ")
    if origin is tuple:
        is_cell = parts == (int, int)
        return "[row, column]" if is_cell else f"[{', '.join(map(_kind, parts))}]"
    return _PLAIN.get(hint, "anything")
