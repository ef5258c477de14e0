"""Prove by contradiction: follow an assumption to a clash, splitting into cases if necessary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sapper.analysis.puzzle import Puzzle
from sapper.proofs.inference import Case
from sapper.proofs.reasoning import Reasoner

__all__ = ["refute"]

_MOST_CASES = 24
_MOST_SPLITS_TRIED = 12


def refute(puzzle: Puzzle, premises: Sequence[int], supposed: Mapping[int, bool]) -> Case | None:
    """Return how an assumption about at most one cell ends in a clash.

    Return None if that takes more cases than anybody would read.
    """
    counter = [_MOST_CASES]
    case = _refute(puzzle, premises, {}, supposed, counter)
    return case if counter[0] >= 0 else None


def _refute(
    puzzle: Puzzle,
    premises: Sequence[int],
    known: Mapping[int, bool],
    supposed: Mapping[int, bool],
    counter: list[int],
) -> Case | None:
    counter[0] -= 1
    reasoner = Reasoner(puzzle, premises, {**known, **supposed})
    cell, is_mine = next(iter(supposed.items()), (None, False))
    for step in reasoner.take_steps():
        if step.is_clash:
            return Case(cell, is_mine, reasoner.steps_towards(step.given, step), ())
    if counter[0] < 0:
        return None
    split = _cell_to_split(puzzle, premises, reasoner)
    cases = []
    for value in (True, False):
        case = _refute(puzzle, premises, reasoner.known, {split: value}, counter)
        if case is None:
            return None
        cases.append(case)
    given = frozenset().union(*(_given_cells(case) for case in cases))
    return Case(cell, is_mine, reasoner.steps_towards(given), tuple(cases))


def _cell_to_split(puzzle: Puzzle, premises: Sequence[int], reasoner: Reasoner) -> int:
    """Return the undecided cell whose two cases have the shortest refutations without splits.

    If there is no such cell, return the first candidate.
    """
    candidates = reasoner.undecided_cells()
    lengths = {}
    for cell in candidates[:_MOST_SPLITS_TRIED]:
        total = 0
        for value in (True, False):
            inner = Reasoner(puzzle, premises, {**reasoner.known, cell: value})
            steps = list(inner.take_steps())
            if not steps or not steps[-1].is_clash:
                break
            total += len(inner.steps_towards(steps[-1].given, steps[-1]))
        else:
            lengths[cell] = total
    return min(lengths, key=lambda cell: (lengths[cell], cell), default=candidates[0])


def _given_cells(case: Case) -> frozenset[int]:
    """Return the cells that a case takes as known."""
    given = frozenset(c for step in case.steps for c in step.given)
    for inner in case.cases:
        given |= _given_cells(inner)
    return given
