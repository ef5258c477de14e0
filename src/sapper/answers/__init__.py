"""ANSWER: what every door asks. The command, the server and the page's worker call `answer`.

`answer(question, body)` takes and gives plain data; `ask` gives the value behind it, for a door
that prints it. `QUESTIONS` lists what can be asked, by rooms: positions, games,
laboratory, lessons.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from sapper.analysis.doubt import doubt_note
from sapper.answers.positions import POSITION_QUESTIONS, PositionQuestion
from sapper.answers.question import Limits, Question, Report, Work, question_from
from sapper.board.cell import Cell
from sapper.documents import document
from sapper.errors import ContradictionError, InputError

__all__ = ["QUESTIONS", "Answered", "Limits", "Question", "Report", "answer", "ask"]

if TYPE_CHECKING:
    QUESTIONS: Mapping[str, type[Question]]

_NO_LIMITS: Final = Limits()


@dataclass(frozen=True)
class Answered:
    """The value that answers a question, and what its document says besides.

    The value is an `Impossible` for a position that no layout fits.
    """

    question: Question
    value: Any
    milliseconds: float
    more: Mapping[str, object] = field(default_factory=dict)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Everything unusual in how the position was read."""
        asked, doubted = self.question, self.certain_by_doubt
        notes = asked.reading.notes if isinstance(asked, PositionQuestion) else ()
        return (*notes, doubt_note(doubted)) if doubted else notes

    @property
    def certain_by_doubt(self) -> list[Cell]:
        """The certain cells that are so only if the doubtful cells were read rightly."""
        cells = self.more.get("certain_by_doubt")
        return cells if isinstance(cells, list) else []

    @property
    def is_impossible(self) -> bool:
        """Whether it is about a position that no layout fits."""
        return isinstance(self.question, PositionQuestion) and self.question.is_refused(self.value)

    @cached_property
    def document(self) -> dict[str, Any]:
        """The answer as plain data."""
        found = {**document(self.value), **document(self.more)}
        if isinstance(self.question, PositionQuestion):
            found |= {"notes": list(self.notes), "milliseconds": round(self.milliseconds, 4)}
        return found


def answer(
    question: str,
    body: Mapping[str, object],
    limits: Limits = _NO_LIMITS,
    report: Report | None = None,
) -> dict[str, Any]:
    """Return the answer to a question as plain data.

    `report` is called with the progress of a long one. Raise `InputError` for a body that cannot be
    understood, `TooLarge` and `BudgetExceeded` beyond the limits.
    """
    return ask(question, body, limits, report).document


def ask(
    question: str,
    body: Mapping[str, object],
    limits: Limits = _NO_LIMITS,
    report: Report | None = None,
) -> Answered:
    """Return the value that answers a question; raise as `answer` does."""
    known = POSITION_QUESTIONS if question in POSITION_QUESTIONS else _all_questions()
    if question not in known:
        raise InputError(f"expected one of {', '.join(known)}, got {question!r}")
    asked = question_from(known[question], body)
    work = Work(limits, report, asked.time_factor)
    began = perf_counter()
    try:
        value = asked.answer(work)
    except ContradictionError as error:
        if not isinstance(asked, PositionQuestion):
            raise
        value = asked.refuse(error, work)
    if isinstance(asked, PositionQuestion) and asked.doubtful:
        work.more["certain_by_doubt"] = asked.certain_by_doubt(value, work)
    return Answered(asked, value, 1000 * (perf_counter() - began), work.more)


def _all_questions() -> Mapping[str, type[Question]]:
    """Return all questions by their names; their fields are what a body may have.

    Those about games import much that questions about positions do not need.
    """
    from sapper.answers.games import GAME_QUESTIONS
    from sapper.answers.laboratory import LABORATORY_QUESTIONS
    from sapper.answers.lessons import LESSON_QUESTIONS

    return {**POSITION_QUESTIONS, **GAME_QUESTIONS, **LABORATORY_QUESTIONS, **LESSON_QUESTIONS}


def __getattr__(name: str) -> Any:
    if name == "QUESTIONS":
        return _all_questions()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
