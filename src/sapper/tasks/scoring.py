"""Score answers: read them strictly, judge them, and take the means of many.

Of a reply its last line `Answer: ...` is read, in the form that was asked for; anything else is
unreadable, and no meaning is guessed. Of `certain`, an answer is worth right cells / all cells that
are certain or were named; of `chance` and `possible` 1 if it is right. In a game (`play`), every
cell that a move opens is worth 1 if its move was certainly safe in the position that the turn saw,
and 1/2 if it was lucky, as a share of all cells to open; a game that is not won is worth half.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from statistics import fmean
from typing import Final, NamedTuple

from sapper.analysis.analysis import analyse
from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.games.game import Game, Status
from sapper.tasks.prompts import next_text
from sapper.tasks.task import Task

__all__ = ["Conversation", "Mark", "Score", "TaskScore", "TaskScores", "score",
           "score_all", "summarise"]  # fmt: skip

_ANSWER: Final = "Answer:"
_CELL: Final = "r([0-9]{1,3})c([0-9]{1,3})"
_CELLS: Final = re.compile(f"{_CELL}(?:, {_CELL})*")
_CERTAIN: Final = re.compile("safe: ([^;]*); mines: ([^;]*)")
_FRACTION: Final = re.compile("([0-9]{1,50})/([0-9]{1,50})")
_MOST_FAULTS: Final = 3  # turns of a game that open nothing


class Mark(StrEnum):
    """The mark of an answer: what became of it."""

    RIGHT = "right"
    PARTLY = "partly right"
    WRONG = "wrong"
    LOST = "lost"
    UNFINISHED = "unfinished"
    UNREADABLE = "unreadable"
    MISSING = "no answer"


class Score(NamedTuple):
    """How much an answer is worth, from 0 to 1."""

    value: Fraction
    outcome: Mark


class TaskScore(NamedTuple):
    """The score of an answer, 0 to 1, and its outcome."""

    id: str
    kind: str
    level: str
    notation: str
    score: float
    outcome: Mark


class TaskGroup(NamedTuple):
    """Some tasks: how many, their mean score, and how many answers had each outcome."""

    tasks: int
    score: float
    outcomes: dict[str, int]


class TaskScores(NamedTuple):
    """The scores of a file of answers; tasks without an answer count as 0.

    `groups` are by kind, level and notation.
    """

    all: TaskGroup
    groups: dict[str, dict[str, TaskGroup]]


def score(task: Task, answer: str | Sequence[str]) -> Score:
    """Return what an answer is worth; of a game the answers of all turns, in order.

    Raise `InputError` if several turns are given for a question that has only one.
    """
    turns = [answer] if isinstance(answer, str) else list(answer)
    if not turns:
        return Score(Fraction(0), Mark.MISSING)
    if task.kind == "play":
        talk = Conversation(task)
        for turn in turns:
            talk.reply(turn)
        return talk.score
    if len(turns) > 1:
        raise InputError(f"{task.id} is one question and has one answer, got {len(turns)}")
    value = _worth(task, turns[0])
    if value is None:
        return Score(Fraction(0), Mark.UNREADABLE)
    is_right = {Fraction(0): Mark.WRONG, Fraction(1): Mark.RIGHT}
    return Score(value, is_right.get(value, Mark.PARTLY))


def _worth(task: Task, reply: str) -> Fraction | None:
    """Return what the answer to a question is worth; None if it cannot be read."""
    said, truth = _answer(reply), _answer(task.answer)
    if task.kind == "certain":
        found, certain = _read_certain(said), _read_certain(truth) or {}
        if found is None:
            return None
        right = sum(certain.get(cell) is is_mine for cell, is_mine in found.items())
        return Fraction(right, len(certain.keys() | found.keys()))
    if task.kind == "chance":
        chance = _read_fraction(said)
        return None if chance is None else Fraction(chance == _read_fraction(truth))
    return Fraction(said == truth) if said in ("yes", "no") else None


def _answer(reply: str) -> str:
    """Return what the last line that begins with `Answer:` says; nothing if there is none."""
    lines = (line.strip() for line in reversed(reply.splitlines()))
    return next((line for line in lines if line.startswith(_ANSWER)), "")[len(_ANSWER) :].strip()


def _read_certain(text: str) -> dict[Cell, bool] | None:
    """Return the cells of `safe: r0c1; mines: none`, and whether they are mines."""
    match = _CERTAIN.fullmatch(text)
    if match is None:
        return None
    safe, mines = ([] if part == "none" else _read_cells(part) for part in match.groups())
    if safe is None or mines is None or {*safe} & {*mines}:
        return None
    return dict.fromkeys(safe, False) | dict.fromkeys(mines, True)


def _read_cells(text: str) -> list[Cell] | None:
    """Return the cells of `r2c3, r2c4`, each once."""
    if not _CELLS.fullmatch(text):
        return None
    pairs = re.findall(_CELL, text)
    return list(dict.fromkeys(Cell(int(row), int(column)) for row, column in pairs))


def _read_fraction(text: str) -> Fraction | None:
    match = _FRACTION.fullmatch(text)
    return Fraction(int(match[1]), int(match[2])) if match and int(match[2]) else None


class Conversation:
    """The turns of a game: `reply` takes the text of one turn and returns the next prompt.

    A game ends when a mine is opened, when it is won, or when three turns in all named no covered
    cell. The same answers always give the same prompts.
    """

    def __init__(self, task: Task) -> None:
        if task.game is None:
            raise InputError(f"only tasks of kind play have turns, got the kind {task.kind}")
        self.prompt = task.prompt
        """What is asked now."""
        self._game, self._notation = Game.parse(task.game), task.notation
        self._all = self._game.safe_left
        self._opened = {True: 0, False: 0}  # by whether they were proved
        self._faults, self._is_unreadable = 0, False

    @property
    def position(self) -> Position:
        """What the next turn sees."""
        return self._game.position

    @property
    def is_over(self) -> bool:
        """Whether no further turn is asked for."""
        return self._game.status is not Status.PLAYING or self._faults >= _MOST_FAULTS

    def reply(self, text: str) -> str | None:
        """Make the moves of one turn; return the next prompt, or None if the game is over."""
        if self.is_over:
            return None
        cells, before = _read_cells(_answer(text)), self._game.safe_left
        self._is_unreadable, safe = cells is None, analyse(self.position).safe
        for cell in cells or ():
            left = self._game.safe_left
            if self._can_open(cell):
                self._game.open(cell)
                self._opened[cell in safe] += left - self._game.safe_left
        opened = before - self._game.safe_left
        self._faults += not opened
        self.prompt = next_text(self.position, self._notation, opened)
        return None if self.is_over else self.prompt

    def _can_open(self, cell: Cell) -> bool:
        is_there = cell.row < self.position.rows and cell.column < self.position.columns
        return is_there and not self.is_over and self.position.is_covered(cell)

    @property
    def score(self) -> Score:
        """What the game is worth so far; unreadable if that ended it, or was its last turn."""
        lucky = self._opened[False]
        share = Fraction(2 * self._opened[True] + lucky, 2 * self._all)
        if self._game.status is Status.WON:
            return Score(share, Mark.PARTLY if lucky else Mark.RIGHT)
        if self._game.status is Status.LOST:
            return Score(share / 2, Mark.LOST)
        return Score(share / 2, Mark.UNREADABLE if self._is_unreadable else Mark.UNFINISHED)


def score_all(tasks: Iterable[Task], answers: Mapping[str, Sequence[str]]) -> list[TaskScore]:
    """Return the scores of answers by the ids of their tasks; raise `InputError` for others."""
    scores: list[TaskScore] = []
    for task in tasks:
        value, outcome = score(task, answers.get(task.id, ()))
        given = (task.id, task.kind, task.level, task.notation)
        scores.append(TaskScore(*given, float(value), outcome))
    if unknown := answers.keys() - {given.id for given in scores}:
        raise InputError(f"there is no task {min(unknown)[:60]!r} in the file of tasks")
    if not scores:
        raise InputError("the file holds no tasks")
    return scores


def summarise(scores: Sequence[TaskScore]) -> TaskScores:
    """Return the means of scores."""
    names = ("kind", "level", "notation")
    return TaskScores(_group(scores), {name: _groups(scores, name) for name in names})


def _groups(scores: Sequence[TaskScore], name: str) -> dict[str, TaskGroup]:
    groups: dict[str, list[TaskScore]] = {}
    for given in scores:
        groups.setdefault(getattr(given, name), []).append(given)
    return {value: _group(some) for value, some in groups.items()}


def _group(scores: Sequence[TaskScore]) -> TaskGroup:
    mean = fmean(given.score for given in scores)
    return TaskGroup(len(scores), mean, Counter(given.outcome.value for given in scores))
