"""The questions of many boards to the native core at once, and their answers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from sapper import _core
from sapper.analysis.boards import BoardStack, UnreadBoards
from sapper.analysis.budget import Budget
from sapper.analysis.question import ANY_DENSITY, Chances, Verdicts
from sapper.board.position import Position

__all__ = ["SolvedBoards", "solve_many"]


class SolvedBoards(NamedTuple):
    """The boards of a batch, their chances and verdicts one after another, an outcome per board.

    The outcomes are those of native/sapper/count/batch.hpp; verdicts do not say whether a certain
    cell needs the mine count.
    """

    boards: BoardStack | tuple[Position, ...]
    chances: Chances
    verdicts: Verdicts
    outcomes: Verdicts


def solve_many(
    boards: BoardStack | UnreadBoards | tuple[Position, ...],
    trust_flags: bool,
    density: float | Fraction | None,
    budget: Budget,
    workers: int,
) -> SolvedBoards:
    """Return the answers to all boards; raise `InputError` for an unread one that is no board."""
    prior = ANY_DENSITY if density is None else float(density)
    options = (prior, trust_flags, *budget.limits, workers)
    if isinstance(boards, UnreadBoards):
        found = _core.solve_matrices(
            boards.geometry.native, boards.matrices, _native_counts(boards.mines), *options
        )
        if found is not None:
            return SolvedBoards(boards.with_faces(found[0]), *found[1:])
        boards = boards.read_one_by_one()
    if isinstance(boards, BoardStack):
        counts = _native_counts(boards.mines)
        return SolvedBoards(
            boards, *_core.solve_stack(boards.geometry.native, boards.faces, counts, *options)
        )
    return SolvedBoards(
        boards,
        *_core.solve_many(
            tuple([position.geometry.native for position in boards]),
            tuple([position.faces for position in boards]),
            tuple(_native_counts(position.mines for position in boards)),
            *options,
        ),
    )


def _native_counts(mines: Iterable[int | None]) -> list[int]:
    return [-1 if count is None else count for count in mines]
