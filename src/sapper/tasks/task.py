"""A task: a question about a position, its exact answer, and an id that any change of it breaks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from sapper.errors import InputError
from sapper.tasks.plan import Kind, Notation

__all__ = ["Task", "check_task", "id_of"]


@dataclass(frozen=True)
class Task:
    """A question, as a line of a file of tasks.

    `plan` tells the options that made it. `answer` scores 1; of a game it has a line for each turn.
    Flags in `position` are right. `game` is the line of a game, which tells where the mines are;
    None for other kinds.
    """

    id: str
    plan: str
    index: int
    kind: Kind
    level: str
    notation: Notation
    position: str
    prompt: str
    answer: str
    game: str | None


_NAMES = [field.name for field in fields(Task)]


def id_of(data: Mapping[str, Any]) -> str:
    """Return the id of a task: its number, and a digest of all that it says."""
    said = {name: data.get(name) for name in _NAMES if name != "id"}
    digest = hashlib.sha256(json.dumps(said).encode()).hexdigest()
    return f"{data.get('index')}-{digest[:12]}"


def check_task(data: Any) -> Task:
    """Return a task; raise `InputError` for anything else, also for a task that was changed."""
    if not isinstance(data, Mapping) or data.get("id") != id_of(data):
        raise InputError("this is not a task, or it has been changed: its id does not fit")
    return Task(**{name: data[name] for name in _NAMES})
