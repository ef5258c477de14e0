"""The kinds of questions, the levels of each, and the skill that a question is about.

A level is a `Grade`: the reasoning that the question needs. `click` means none at all. So four
skills can be told apart: reading the board, counting cells, reasoning from one number or from
several tied ones, and the mine count.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal, get_args

from sapper.games.grades import Grade

__all__ = ["LEVELS", "NOTATIONS", "Kind", "Notation", "Skill", "skill_of"]

Notation = Literal["line", "grid", "cells"]
NOTATIONS: Final[tuple[Notation, ...]] = get_args(Notation)
"""How a board is written: our one line, rows of signs, or a list of cells."""


class Kind(StrEnum):
    """What is asked."""

    READ = "read"
    """What does this cell show?"""
    NEIGHBOURS = "neighbours"
    """How many covered cells touch this cell?"""
    CERTAIN = "certain"
    """Which cells are certain?"""
    PROVE = "prove"
    """Which cells are certain, and from which numbers do they follow?"""
    CHANCE = "chance"
    """What is the chance of a mine in this cell?"""
    POSSIBLE = "possible"
    """Does any layout of mines fit this position?"""
    CLASH = "clash"
    """Which numbers of this impossible position contradict each other?"""
    GUESS = "guess"
    """Which cell gives the best chance to win, where no cell is certainly safe?"""
    PLAY = "play"
    """Play a whole game that needs no guess, turn by turn."""


class Skill(StrEnum):
    """What a question is about."""

    READING = "reading"
    COUNTING = "counting"
    ONE_NUMBER = "one number"
    CHAINING = "chaining"
    MINE_COUNT = "mine count"


_TIED: Final = (Grade.PAIR, Grade.CHAIN, Grade.CASES, Grade.COMPONENT)
_REASONING: Final = (Grade.SINGLE, *_TIED, Grade.COUNT)

LEVELS: Final[dict[Kind, tuple[Grade, ...]]] = {
    Kind.READ: (Grade.CLICK,),
    Kind.NEIGHBOURS: (Grade.CLICK,),
    Kind.CERTAIN: _REASONING,
    Kind.PROVE: _REASONING,
    Kind.CHANCE: _REASONING,
    Kind.POSSIBLE: _REASONING,
    Kind.CLASH: _REASONING,
    Kind.GUESS: (Grade.COMPONENT, Grade.COUNT),
    Kind.PLAY: (Grade.SINGLE, Grade.PAIR, Grade.CHAIN, Grade.COUNT),
}
"""The levels of every kind, from the easiest to the hardest."""


def skill_of(kind: Kind, level: Grade) -> Skill:
    """Return the skill that a question of this kind and level is about."""
    if kind is Kind.READ:
        return Skill.READING
    if kind is Kind.NEIGHBOURS:
        return Skill.COUNTING
    if level is Grade.COUNT:
        return Skill.MINE_COUNT
    return Skill.CHAINING if level in _TIED else Skill.ONE_NUMBER
