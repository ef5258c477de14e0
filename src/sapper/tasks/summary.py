"""The scores of many answers: means by kind, level, skill and notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypedDict

from sapper.errors import InputError
from sapper.language import _
from sapper.tasks.outcome import Score
from sapper.tasks.scoring import score
from sapper.tasks.task import Task

__all__ = ["TaskGroupDocument", "TaskScores", "TaskScoresDocument", "score_all"]


class TaskGroupDocument(TypedDict):
    """Some tasks: how many, and their mean score."""

    tasks: int
    score: float


class TaskScoresDocument(TypedDict):
    """The scores of a file of answers; tasks without an answer count as 0."""

    tasks: int
    answered: int
    score: float
    by_kind: dict[str, TaskGroupDocument]
    by_level: dict[str, TaskGroupDocument]
    by_skill: dict[str, TaskGroupDocument]
    by_notation: dict[str, TaskGroupDocument]
    outcomes: dict[str, int]
    """How many answers had each outcome."""


@dataclass(frozen=True)
class TaskScores:
    """The score of every task, in order."""

    scored: tuple[tuple[Task, Score], ...]
    answered: int

    def mean(self, name: str) -> dict[str, tuple[int, Fraction]]:
        """Return how many tasks have each kind, level, skill or notation, and their mean score."""
        groups: dict[str, list[Fraction]] = {}
        for task, given in self.scored:
            groups.setdefault(str(getattr(task, name)), []).append(given.value)
        return {key: (len(values), _mean(values)) for key, values in groups.items()}

    @property
    def value(self) -> Fraction:
        """The mean score of all tasks."""
        return _mean([given.value for _, given in self.scored])

    def to_dict(self) -> TaskScoresDocument:
        """Return plain data for JSON."""
        return TaskScoresDocument(
            tasks=len(self.scored),
            answered=self.answered,
            score=float(self.value),
            by_kind=self._groups("kind"),
            by_level=self._groups("level"),
            by_skill=self._groups("skill"),
            by_notation=self._groups("notation"),
            outcomes=dict(Counter(given.outcome.value for _, given in self.scored)),
        )

    def _groups(self, name: str) -> dict[str, TaskGroupDocument]:
        return {
            key: TaskGroupDocument(tasks=count, score=float(value))
            for key, (count, value) in self.mean(name).items()
        }


def score_all(
    tasks: Iterable[Task],
    answers: Mapping[str, Sequence[str]],
    watch: Callable[[Task, Score], None] = lambda _task, _score: None,
) -> TaskScores:
    """Return the scores of answers by the names of their tasks; raise `InputError` for others."""
    scored: list[tuple[Task, Score]] = []
    for task in tasks:
        given = score(task, answers.get(task.id, ()))
        scored.append((task, given))
        watch(task, given)
    known = {task.id for task, _other in scored}
    if unknown := [name for name in answers if name not in known]:
        raise InputError(
            _("there is no task {unknown!r} in the file of tasks").format(unknown=unknown[0][:60])
        )
    if not scored:
        raise InputError(_("the file holds no tasks"))
    return TaskScores(tuple(scored), len(answers))


def _mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / max(1, len(values))
