"""Which tasks are made: what determines every task together with its number.

Task number i has kind and level number i of all that are asked for, round and round, so every pair
comes equally often. Notation and board change from round to round. The rest depends on (seed, i).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypedDict, TypeVar

from sapper.board.seeds import check_seed, whole_number
from sapper.board.spec import BoardSpec
from sapper.errors import InputError
from sapper.games.grades import Grade
from sapper.language import _
from sapper.tasks.kinds import LEVELS, NOTATIONS, Kind, Notation

__all__ = ["DEFAULT_BOARDS", "MOST_TASKS", "Slot", "TaskPlan", "TaskPlanDocument"]

DEFAULT_BOARDS: Final = ("8x8/13", "9x9/16")
"""Small enough to read, and dense enough for hard positions."""

MOST_TASKS: Final = 2**31
_VERSION: Final = 1  # of prompts and of what is drawn: another one makes other tasks
_LEAST_SIDE: Final = 4
_MOST_SIDE: Final = 30

T = TypeVar("T", bound=str)


class TaskPlanDocument(TypedDict):
    """What determines a set of tasks; the seed is text, as JavaScript has no such integers."""

    version: int
    seed: str
    kinds: list[str]
    levels: list[str]
    notations: list[str]
    boards: list[str]


class Slot(NamedTuple):
    """What the number of a task says about it."""

    kind: Kind
    level: Grade
    notation: Notation
    board: BoardSpec


@dataclass(frozen=True)
class TaskPlan:
    """A set of tasks without end; made by `of`, which checks it."""

    seed: int
    kinds: tuple[Kind, ...]
    levels: tuple[Grade, ...]
    notations: tuple[Notation, ...]
    boards: tuple[BoardSpec, ...]

    @classmethod
    def of(
        cls,
        *,
        seed: int = 0,
        kinds: Iterable[str] | None = None,
        levels: Iterable[str] | None = None,
        notations: Iterable[str] | None = None,
        boards: Iterable[BoardSpec | str] | None = None,
    ) -> TaskPlan:
        """Return a plan, by default of all kinds, levels and notations; raise `InputError`.

        Of every kind those levels are asked that it has: see `LEVELS`.
        """
        wanted = DEFAULT_BOARDS if boards is None else tuple(boards)
        plan = cls(
            seed=check_seed(seed),
            kinds=_chosen(kinds, tuple(Kind), "kind"),
            levels=_chosen(levels, tuple(Grade), "level"),
            notations=_chosen(notations, NOTATIONS, "notation"),
            boards=tuple(_check_board(BoardSpec.of(board)) for board in wanted),
        )
        if not plan.boards:
            raise InputError(_("expected at least one board"))
        without = [kind for kind in plan.kinds if not set(LEVELS[kind]) & set(plan.levels)]
        if without and kinds is not None:
            names = ", ".join(LEVELS[without[0]])
            raise InputError(
                _("the kind {without} has none of these levels: it has {names}").format(
                    without=without[0], names=names
                )
            )
        if not plan.pairs:
            raise InputError(_("no kind has any of these levels"))
        return plan

    @cached_property
    def pairs(self) -> tuple[tuple[Kind, Grade], ...]:
        """Every kind with each of its levels that is asked for."""
        return tuple((k, level) for k in self.kinds for level in LEVELS[k] if level in self.levels)

    @cached_property
    def digest(self) -> str:
        """Twelve digits for the plan, which the names of its tasks begin with."""
        text = json.dumps(self.to_dict(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def slot(self, index: int) -> Slot:
        """Return kind, level, notation and board of task number `index`."""
        index = whole_number(index, 0, MOST_TASKS - 1, "a task number from 0 to 2^31 - 1")
        lap, place = divmod(index, len(self.pairs))
        lap, notation = divmod(lap + place, len(self.notations))
        kind, level = self.pairs[place]
        board = self.boards[lap % len(self.boards)]
        return Slot(kind, level, self.notations[notation], board)

    def to_dict(self) -> TaskPlanDocument:
        """Return plain data for JSON."""
        return TaskPlanDocument(
            version=_VERSION,
            seed=str(self.seed),
            kinds=[kind.value for kind in self.kinds],
            levels=[level.value for level in self.levels],
            notations=list(self.notations),
            boards=[str(board) for board in self.boards],
        )


def _chosen(names: Iterable[str] | None, known: tuple[T, ...], what: str) -> tuple[T, ...]:
    """Return those that are named, in the order of all that are known."""
    if names is None:
        return known
    wanted = {str(name).strip().lower() for name in names}
    if unknown := sorted(wanted - set(known)):
        raise InputError(
            _("expected a {what}, one of {known}, got {unknown!r}").format(
                what=what, known=", ".join(known), unknown=unknown[0][:40]
            )
        )
    if not wanted:
        raise InputError(_("expected at least one {what}").format(what=what))
    return tuple(name for name in known if name in wanted)


def _check_board(board: BoardSpec) -> BoardSpec:
    """Return a board that questions can be asked about; raise `InputError` for another."""
    geometry = board.geometry
    sides = (geometry.rows, geometry.columns)
    if geometry.shape != "grid" or min(sides) < _LEAST_SIDE or max(sides) > _MOST_SIDE:
        raise InputError(
            _(
                "tasks need a plain rectangle of {least_side} to {most_side} rows and columns, "
                "got {board}"
            ).format(least_side=_LEAST_SIDE, most_side=_MOST_SIDE, board=board)
        )
    return board
