"""A question with its fields, checked; and what its answer may cost."""

from __future__ import annotations

import reprlib
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from sapper.analysis.budget import Allowance, Budget
from sapper.board.geometry import Geometry
from sapper.board.spec import BoardSpec
from sapper.documents import document
from sapper.errors import InputError, TooLarge
from sapper.language import N_, _

__all__ = ["Limits", "PlainQuestion", "Question", "Report", "Work", "question_from"]

Report = Callable[[str, Mapping[str, object]], None]
"""Called with the name of an event and its plain data while a long answer is worked out."""

Lane = Literal["quick", "heavy", "long"]
"""How much an answer costs: milliseconds, up to seconds, or up to minutes with progress."""

_MOST: Final[Mapping[str, str]] = {
    "cells": N_("expected at most {most:,} cells, got {requested:,}"),
    "moves": N_("expected at most {most:,} moves, got {requested:,}"),
    "games": N_("expected at most {most:,} games, got {requested:,}"),
    "rollouts": N_("expected at most {most:,} games, got {requested:,}"),
    "search_seconds": N_("expected at most {most:g} seconds, got {requested:g}"),
}

_MOST_DIGITS: Final = 20

Asked = TypeVar("Asked", bound="Question")


@dataclass(frozen=True)
class Limits:
    """What one answer may cost; None is no limit.

    `milliseconds` and `states` are the budget of one answer, and a comparison by player deep may
    take `search_seconds`; the others are the most cells, moves and games of one question. A
    quick try gives up early: the same question is asked again with more time. With `is_served`
    a player is only a name: a path would import a file, a command start a program.
    """

    milliseconds: float | None = None
    states: int | None = None
    search_seconds: float = 20.0
    cells: int | None = None
    moves: int | None = None
    games: int | None = None
    rollouts: int | None = None
    is_quick: bool = False
    is_served: bool = False

    def check(self, name: str, wanted: float) -> None:
        """Raise `TooLarge` for more cells, moves, games and so on than the limit of this name."""
        most = getattr(self, name)
        if most is not None and wanted > most:
            kind = "board" if name == "cells" else "work"
            raise TooLarge(_(_MOST[name]).format(most=most, requested=wanted), kind)

    def board(self, text: str) -> BoardSpec:
        """Return the board of a text; raise `TooLarge` before a large one is built."""
        self.check("cells", BoardSpec.cells_of(text))
        return BoardSpec.parse(text)

    def check_geometry(self, geometry: Geometry) -> None:
        """Raise `TooLarge` for a board of too many cells."""
        self.check("cells", geometry.size)


class Work:
    """One answer in the making: its limits, the time that is left, its progress."""

    def __init__(self, limits: Limits, report: Report | None, time_factor: float = 1.0) -> None:
        self.limits = limits
        self.more: dict[str, object] = {}
        """What the document says besides the value."""
        self._report = report
        allowed = limits.milliseconds
        states = Budget().states if limits.states is None else limits.states
        self.milliseconds = None if allowed is None else allowed * time_factor
        self._allowance = Allowance(Budget(states, self.milliseconds))

    @property
    def budget(self) -> Budget:
        """The budget that is left; raise `BudgetExceeded` when no time is."""
        return self._allowance.remaining

    def report(self, event: str, value: object) -> None:
        """Tell the door how far the answer is, in plain data."""
        if self._report is not None:
            self._report(event, document(value))


class Question(Protocol):
    """A dataclass whose fields are what a body may have.

    It has no comparison and no repr, since making these costs a third of the start of `analyse`.
    """

    more: ClassVar[Mapping[str, Any]]
    """The types of what its document has besides."""
    time_factor: ClassVar[float]

    @property
    def lane(self) -> Lane:
        """How much the answer costs."""
        ...

    def answer(self, work: Work, /) -> object:
        """Return the value that answers it."""
        ...


@dataclass(kw_only=True, eq=False, repr=False)
class PlainQuestion:
    """What questions have in common, unless they say otherwise."""

    more: ClassVar[Mapping[str, Any]] = {}
    time_factor: ClassVar[float] = 1.0

    usual_lane: ClassVar[Lane] = "heavy"

    @property
    def lane(self) -> Lane:
        """How much the answer costs."""
        return self.usual_lane


def question_from(kind: type[Asked], body: Mapping[str, object]) -> Asked:
    """Return a question with the fields of a body.

    Raise `InputError`, with the field as its place, for one that is missing, unknown or of a wrong
    type.
    """
    if not isinstance(body, Mapping):
        raise InputError(f"expected fields with values, got {reprlib.repr(body)}")
    hints, needed = _fields_of(kind)
    for name in body:
        if name not in hints:
            known = ", ".join(hints)
            raise InputError(f"no such field: {name!r}; there are {known}", field=str(name))
    for name in needed:
        if name not in body:
            raise InputError(f"the field {name!r} is missing", field=name)
    return kind(**{name: _checked(name, value, hints[name]) for name, value in body.items()})


@cache
def _fields_of(kind: type[Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the types of all fields by name, and the names of those without a default."""
    hints = get_type_hints(kind)
    own = fields(kind)
    needed = [f.name for f in own if f.default is MISSING and f.default_factory is MISSING]
    return {field.name: hints[field.name] for field in own}, tuple(needed)


def _checked(name: str, value: object, hint: Any) -> Any:
    is_whole = hint in (int, int | None)
    if is_whole and isinstance(value, str) and value.isdecimal() and len(value) <= _MOST_DIGITS:
        return int(value)  # of an address; and JavaScript has no whole numbers of 64 bits
    if not _fits(value, hint):
        raise InputError(
            f"{name}: expected {_in_words(hint)}, got {reprlib.repr(value)}", field=name
        )
    return tuple(value) if isinstance(value, list) else value


def _fits(value: object, hint: Any) -> bool:
    """Return whether a value is of a type, as JSON has it: a list may stand for a tuple."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is Literal:
        return any(value == part and type(value) is type(part) for part in parts)
    if origin is tuple:
        if not isinstance(value, list | tuple):
            return False
        hints = [parts[0]] * len(value) if parts[-1] is ... else parts
        return len(value) == len(hints) and all(map(_fits, value, hints))
    if hint in (int, float):
        kinds = (int, float) if hint is float else int
        return isinstance(value, kinds) and not isinstance(value, bool)
    return isinstance(value, hint)


_WORDS = {
    str: "a text", int: "a whole number", float: "a number", bool: "true or false",
    bytes: "bytes", type(None): "nothing",
}  # fmt: skip


def _in_words(hint: Any) -> str:
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(map(_in_words, parts))
    if origin is Literal:
        return "one of " + ", ".join(map(str, parts))
    if origin is tuple:
        inner = "..." if parts[-1] is ... else ", ".join(map(_in_words, parts))
        return f"a list [{inner}]"
    return _WORDS.get(hint) or str(hint.__name__)
