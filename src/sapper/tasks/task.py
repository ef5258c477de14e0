"""A task: a question about a position, its exact answer, and what a scorer needs to know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, TypedDict, get_args

from sapper.board.cell import Cell, CellPair
from sapper.board.position import Position
from sapper.board.seeds import check_seed, whole_number
from sapper.errors import InputError, SapperError
from sapper.games.game import Game
from sapper.games.grades import Grade
from sapper.language import _
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
            raise InputError(_("expected a task as a JSON object"))
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
            _check_solution(task.kind, task.solution)
        except KeyError as error:
            raise InputError(_("a task needs {error}").format(error=error)) from None
        except (SapperError, TypeError, ValueError, ArithmeticError) as error:
            raise InputError(_("this is no task: {error}").format(error=error)) from None
        return task

    def __repr__(self) -> str:
        return f"<Task {self.id}: {self.kind}, {self.level}, {self.notation}>"


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise ValueError(_("expected text under {key!r}").format(key=key))
    return value


def _notation(name: str) -> Notation:
    if name not in get_args(Notation):
        raise ValueError(_("no such notation: {name!r}").format(name=name[:40]))
    return name  # type: ignore[return-value]


def _check_solution(kind: Kind, solution: Any) -> None:
    """Raise an error for a solution that an answer cannot be compared with."""
    if not isinstance(solution, Mapping):
        raise ValueError(_("the solution must be an object"))
    if "cell" in solution:
        _check_pairs([solution["cell"]])
    for key in _KEYS[kind]:
        _CHECKS[key](solution[key])


def _check_pairs(pairs: Any) -> None:
    if not isinstance(pairs, list | tuple):
        raise ValueError(_("expected a list of cells in the solution"))
    for pair in pairs:
        if not isinstance(pair, list | tuple) or [type(part) for part in pair] != [int, int]:
            raise ValueError(_("expected a cell in the solution as a row and a column"))


def _check_chance(text: Any) -> None:
    if not isinstance(text, str) or not 0 <= Fraction(text) <= 1:
        raise ValueError(_("expected a chance in the solution as a fraction from 0 to 1"))


def _check_wins(wins: Any) -> None:
    pairs, chances = zip(*wins, strict=True)
    _check_pairs(pairs)
    for chance in chances:
        _check_chance(chance)
    if not any(Fraction(chance) for chance in chances):
        raise ValueError(_("expected a cell in the solution that may win"))


def _check_game(line: Any) -> None:
    if not isinstance(line, str) or not Game.parse(line).safe_left:
        raise ValueError(_("expected the line of a game that is not over in the solution"))


def _check_type(kind: type) -> Callable[[Any], None]:
    def check(value: Any) -> None:
        if type(value) is not kind:
            raise ValueError(
                _("expected a value of type {name} in the solution").format(name=kind.__name__)
            )

    return check


_KEYS: Final[dict[Kind, tuple[str, ...]]] = {
    Kind.READ: ("shows",),
    Kind.NEIGHBOURS: ("count",),
    Kind.CERTAIN: ("safe", "mines"),
    Kind.PROVE: ("safe", "mines"),
    Kind.CHANCE: ("chance",),
    Kind.POSSIBLE: ("possible",),
    Kind.CLASH: ("numbers", "uses_mine_count"),
    Kind.GUESS: ("wins",),
    Kind.PLAY: ("game",),
}
_CHECKS: Final[dict[str, Callable[[Any], None]]] = {
    "shows": _check_type(str),
    "count": _check_type(int),
    "safe": _check_pairs,
    "mines": _check_pairs,
    "chance": _check_chance,
    "possible": _check_type(bool),
    "numbers": _check_pairs,
    "uses_mine_count": _check_type(bool),
    "wins": _check_wins,
    "game": _check_game,
}
