"""A task: a question about a position, its exact answer, and what a scorer needs to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict, get_args

from sapper.board.cell import Cell, CellPair
from sapper.board.position import Position
from sapper.board.seeds import check_seed, whole_number
from sapper.errors import InputError, SapperError
from sapper.games.grades import Grade
from sapper.tasks.kinds import Kind, Notation, Skill, skill_of

__all__ = ["SolutionDocument", "Task", "TaskDocument"]


class SolutionDocument(TypedDict, total=False):
    """The exact solution as data; which keys there are depends on the kind.

    `read` and `neighbours` have `cell` and `shows` or `count`; `certain` and `prove` have `safe`
    and `mines`; `chance` has `cell` and `chance`, a fraction as text; `possible` has `possible`;
    `clash` has one minimal clash; `guess` has the exact chance to win of every cell, as a fraction;
    `play` has the line of the game, which tells where the mines are.
    """

    cell: CellPair
    shows: str
    count: int
    safe: list[CellPair]
    mines: list[CellPair]
    chance: str
    possible: bool
    numbers: list[CellPair]
    uses_mine_count: bool
    wins: list[tuple[CellPair, str]]
    game: str


class TaskDocument(TypedDict):
    """A line of a file of tasks.

    `answer` is an answer that scores 1; of a game it has a line for each turn. Flags in `position`
    are right.
    """

    id: str
    seed: str
    index: int
    kind: str
    level: str
    skill: str
    notation: str
    board: str
    position: str
    prompt: str
    answer: str
    solution: SolutionDocument


@dataclass(frozen=True)
class Task:
    """One question; made by `make_task`, or read by `from_dict`."""

    id: str
    seed: int
    index: int
    kind: Kind
    level: Grade
    notation: Notation
    position: Position
    prompt: str
    answer: str
    solution: SolutionDocument = field(hash=False)

    @property
    def skill(self) -> Skill:
        """What the question is about."""
        return skill_of(self.kind, self.level)

    @property
    def turns(self) -> tuple[str, ...]:
        """The answers that score 1: several for a game, one for anything else."""
        return tuple(self.answer.split("\n"))

    @property
    def cell(self) -> Cell | None:
        """The cell that is asked about, if there is one."""
        found = self.solution.get("cell")
        return None if found is None else Cell(*found)

    def to_dict(self) -> TaskDocument:
        """Return plain data for JSON."""
        return TaskDocument(
            id=self.id,
            seed=str(self.seed),
            index=self.index,
            kind=self.kind.value,
            level=self.level.value,
            skill=self.skill.value,
            notation=self.notation,
            board=str(self.position).partition(":")[0],
            position=str(self.position),
            prompt=self.prompt,
            answer=self.answer,
            solution=self.solution,
        )

    @classmethod
    def from_dict(cls, data: Any) -> Task:
        """Return the task of `to_dict` data; raise `InputError` for other data."""
        if not isinstance(data, Mapping):
            raise InputError("expected a task as a JSON object")
        try:
            task = cls(
                id=_text(data, "id"),
                seed=check_seed(int(_text(data, "seed"))),
                index=whole_number(data["index"], 0, 2**31, "a task number"),
                kind=Kind(_text(data, "kind")),
                level=Grade(_text(data, "level")),
                notation=_notation(_text(data, "notation")),
                position=Position.parse(_text(data, "position")),
                prompt=_text(data, "prompt"),
                answer=_text(data, "answer"),
                solution=data["solution"],
            )
        except KeyError as error:
            raise InputError(f"a task needs {error}") from None
        except (SapperError, TypeError, ValueError) as error:
            raise InputError(f"this is no task: {error}") from None
        if not isinstance(task.solution, Mapping):
            raise InputError("this is no task: the solution must be an object")
        return task

    def __repr__(self) -> str:
        return f"<Task {self.id}: {self.kind}, {self.level}, {self.notation}>"


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise ValueError(f"expected text under {key!r}")
    return value


def _notation(name: str) -> Notation:
    if name not in get_args(Notation):
        raise ValueError(f"no such notation: {name[:40]!r}")
    return name  # type: ignore[return-value]
