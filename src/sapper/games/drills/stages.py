"""Which technique a stage of a game needs: the easiest that settles any unknown cell there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.analysis.puzzle import Puzzle
from sapper.games.grades.conclusion import Conclusion
from sapper.games.grades.knowledge import Knowledge
from sapper.games.grades.levels import puzzle_of
from sapper.proofs.proof import Technique
from sapper.proofs.reasoning import Reasoner

__all__ = ["Stage", "stage_of"]


class Stage(NamedTuple):
    """The easiest technique at a stage, and what may be learned from it to go on."""

    technique: Technique
    conclusions: tuple[Conclusion, ...]


def stage_of(knowledge: Knowledge) -> Stage | None:
    """Return which technique gives the next certain cell, or None if no cell is certain.

    - single number: one number settles cells.
    - subset, difference: two numbers do; in a subset all cells of one are cells of the other.
    - chain: plain steps do, each of one number with any others that share no cells among them.
    - case split: the numbers do, but no plain step does.
    - mine count: only the mine count does.
    """
    singles = tuple(knowledge.single_conclusions())
    if singles:
        return Stage(Technique.SINGLE_NUMBER, singles)
    pairs = tuple(knowledge.pair_conclusions())
    if pairs:
        is_subset = any(_is_subset(knowledge, pair) for pair in pairs)
        return Stage(Technique.SUBSET if is_subset else Technique.DIFFERENCE, pairs)
    puzzle = puzzle_of(knowledge, mine_count=True)
    certain = _certain(puzzle)
    if not certain.safe and not certain.mines:
        return None
    return Stage(_technique(puzzle, certain), (certain,))


def _technique(puzzle: Puzzle, certain: Conclusion) -> Technique:
    by_numbers = (not puzzle.answer.needs_mine_count(i) for i in certain.safe | certain.mines)
    if not any(by_numbers):
        return Technique.MINE_COUNT
    steps = Reasoner(puzzle, puzzle.numbers, {}).take_steps()
    return Technique.CASE_SPLIT if next(steps, None) is None else Technique.CHAIN


def _is_subset(knowledge: Knowledge, pair: Conclusion) -> bool:
    one, other = (knowledge.cells[number] for number in pair.numbers)
    return one <= other or other <= one


def _certain(puzzle: Puzzle) -> Conclusion:
    answer = puzzle.answer
    certain = [i for i in np.flatnonzero(answer.certain).tolist() if puzzle.is_unknown(i)]
    mines = frozenset(i for i in certain if answer.is_mine(i))
    return Conclusion(puzzle.numbers, frozenset(certain) - mines, mines, True)
