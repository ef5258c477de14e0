"""A score: how much an answer is worth, and why, as data."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, TypedDict

__all__ = ["Outcome", "Score", "TaskScoreDocument", "score_of"]


class Outcome(StrEnum):
    """What became of an answer."""

    RIGHT = "right"
    PROVED = "proved"
    """Right, and everything in it was proved."""
    UNPROVED = "unproved"
    """Right, but not all of it was proved; of a game, won by luck."""
    PARTLY = "partly right"
    WRONG = "wrong"
    UNREADABLE = "no answer"
    """Nothing in the text can be read as an answer."""
    LOST = "lost"
    """A mine was opened."""
    UNFINISHED = "unfinished"


class TaskScoreDocument(TypedDict):
    """The score of an answer: 0 to 1 as a number and as an exact fraction, and the outcome."""

    id: str
    kind: str
    level: str
    skill: str
    notation: str
    score: float
    exact: str
    outcome: str


class Score(NamedTuple):
    """How much an answer is worth, from 0 to 1."""

    value: Fraction
    outcome: Outcome

    def __float__(self) -> float:
        return float(self.value)


def score_of(value: Fraction, best: Outcome = Outcome.RIGHT) -> Score:
    """Return the score of an answer that was read."""
    if value == 1:
        return Score(value, best)
    return Score(value, Outcome.PARTLY if value else Outcome.WRONG)
