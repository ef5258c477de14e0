"""Which tasks are made: what determines every task together with its number.

Task number i has kind and level number i of all that are asked for, round and round, so every pair
comes equally often. Notation and board change from round to round. The rest depends on (seed, i).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, cast, get_args

from sapper.board.number_checks import check_seed, whole_number
from sapper.board.spec import BoardSpec
from sapper.errors import InputError
from sapper.games.grades import Grade

__all__ = ["DEFAULT_BOARDS", "KINDS", "LEVELS", "MOST_TASKS", "NOTATIONS", "Kind", "Notation",
           "TaskPlan"]  # fmt: skip

Kind = Literal["certain", "chance", "possible", "play"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

Notation = Literal["line", "grid", "cells", "constraints"]
NOTATIONS: Final[tuple[Notation, ...]] = get_args(Notation)

LEVELS: Final[tuple[Grade, ...]] = tuple(grade for grade in Grade if grade is not Grade.CLICK)
"""The reasoning that a task needs, from the easiest to the hardest."""

DEFAULT_BOARDS: Final = ("8x8/13", "9x9/16")
"""Small enough to read, and dense enough for hard positions."""

MOST_TASKS: Final = 2**31
_VERSION: Final = 3  # of prompts and of what is drawn: another one makes other tasks


@dataclass(frozen=True)
class TaskPlan:
    """A set of tasks without end; raise `InputError` for what cannot be asked.

    Every kind is asked at every level. `str` tells all of it.
    """

    seed: int = 0
    kinds: Sequence[str] = KINDS
    levels: Sequence[str] = LEVELS
    notations: Sequence[str] = NOTATIONS
    boards: Sequence[str] = DEFAULT_BOARDS

    def __post_init__(self) -> None:
        check_seed(self.seed)
        for what, names, known in (
            ("kind", self.kinds, KINDS),
            ("level", self.levels, LEVELS),
            ("notation", self.notations, NOTATIONS),
        ):
            if unknown := [name for name in names if name not in known]:
                expected = f"expected a {what}, one of {', '.join(known)}"
                raise InputError(f"{expected}, got {str(unknown[0])[:40]!r}")
        for board in self.boards:
            _check_board(board)
        if not (self.pairs and self.notations and self.boards):
            raise InputError("expected a kind, a level, a notation and a board")

    @cached_property
    def pairs(self) -> tuple[tuple[Kind, Grade], ...]:
        """Every kind with each of its levels that is asked for."""
        kinds = [kind for kind in KINDS if kind in self.kinds]
        return tuple((kind, level) for kind in kinds for level in LEVELS if level in self.levels)

    def slot(self, index: int) -> tuple[Kind, Grade, Notation, BoardSpec]:
        """Return kind, level, notation and board of task number `index`."""
        index = whole_number(index, 0, MOST_TASKS - 1, "a task number from 0 to 2^31 - 1")
        lap, place = divmod(index, len(self.pairs))
        lap, notation = divmod(lap + place, len(self.notations))
        board = BoardSpec.of(self.boards[lap % len(self.boards)])
        return *self.pairs[place], cast(Notation, self.notations[notation]), board

    def __str__(self) -> str:
        parts = (self.kinds, self.levels, self.notations, self.boards)
        return f"tasks {_VERSION}, seed {self.seed}; " + "; ".join(map(" ".join, parts))


def _check_board(text: str) -> None:
    """Raise `InputError` for a board that questions cannot be asked about."""
    geometry = BoardSpec.of(text).geometry
    sides = sorted((geometry.rows, geometry.columns))
    if geometry.shape != "grid" or not 4 <= sides[0] <= sides[1] <= 30:
        raise InputError(f"tasks need a plain rectangle of 4 to 30 rows and columns, got {text}")
