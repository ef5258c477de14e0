"""Find why no layout fits: a minimal set of premises that cannot all be right.

Each position has one such set and one sentence for it: `ContradictionError` carries them and
`sapper.conflict` explains them. A single impossible number is preferred to a clashing pair, and a
pair to larger sets. Larger sets are shrunk by deletion in several orders, and the smallest result
wins. If any one premise is dropped, a layout fits. Only where proving that takes too much work
(very large boards, or an exhausted budget) may the set be larger than necessary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sapper.analysis.partial_board import PartialBoard, count_orders, shrink
from sapper.analysis.premises import MINE_COUNT, Premise, Premises
from sapper.board.cell import Cell, join_names
from sapper.board.position import Position
from sapper.errors import BudgetExceeded, ContradictionError
from sapper.language import _

__all__ = ["contradiction", "contradiction_of", "find_clash"]

_MOST_CENTRES = 4
_LARGEST_BOARD = 20_000  # cells; on larger boards a clash with the mine count is not shrunk
_MOST_WORK = 10_000_000  # cells and numbers of all boards solved while shrinking: a second or two


def contradiction(puzzle: Premises) -> ContradictionError:
    """Return the error for a position that no layout fits."""
    premises = find_clash(puzzle)
    numbers = [i for i in premises if i != MINE_COUNT]
    return contradiction_of(puzzle.position, puzzle.cells(numbers), MINE_COUNT in premises)


def contradiction_of(
    position: Position, numbers: Sequence[Cell], uses_mine_count: bool
) -> ContradictionError:
    """Return the error that names these clashing numbers."""
    the_number = _("the {number} at {cell}")
    names = [the_number.format(number=position.face(cell), cell=cell) for cell in numbers]
    if uses_mine_count:
        names.insert(0, _("the mine count of {mines}").format(mines=position.mines))
    if len(names) > 1:
        text = _("no layout of mines fits {numbers} together")
    else:
        text = _("no layout of mines fits {numbers}")
    return ContradictionError(
        text.format(numbers=join_names(names)),
        cells=frozenset(numbers),
        is_mine_count=uses_mine_count,
    )


def find_clash(puzzle: Premises) -> tuple[int, ...]:
    """Return the premises that clash, the mine count last."""
    if puzzle.answer.needs_other_mine_count:
        return (*_clash_with_count(puzzle), MINE_COUNT)
    numbers = puzzle.answer.clash
    premises = [puzzle.premise(i) for i in numbers]
    impossible = [p.source for p in premises if not p.is_possible]
    if impossible:
        return (min(impossible),)
    return min(_clashing_pairs(puzzle, premises), default=()) or _clash_of_many(puzzle, numbers)


def _clashing_pairs(puzzle: Premises, premises: Sequence[Premise]) -> Iterator[tuple[int, int]]:
    for one in premises:
        for other in map(puzzle.premise, puzzle.tied_numbers(one.source)):
            outside = len(one.cells - other.cells)
            if one.need - outside > other.need:
                yield one.source, other.source


def _clash_of_many(puzzle: Premises, numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the smallest of several minimal sets, each shrunk around a different centre."""
    clashes = _limit_work(PartialBoard(puzzle, numbers))
    best = shrink(clashes, numbers)
    for centre in best[:_MOST_CENTRES]:
        if len(best) == 3:  # neither one nor two of them clash
            break
        near_last = _by_distance(puzzle, centre)[::-1]
        if clashes(near_last):
            best = min(best, shrink(clashes, near_last), key=len)
    return tuple(sorted(best))


def _clash_with_count(puzzle: Premises) -> tuple[int, ...]:
    """Return a minimal set of numbers that clash together with the mine count."""
    if not puzzle.premise(MINE_COUNT).is_possible:
        return ()
    if puzzle.position.geometry.size > _LARGEST_BOARD:
        return puzzle.numbers
    clashes = _limit_work(PartialBoard(puzzle, puzzle.numbers, with_count=True))
    tries = [shrink(clashes, order) for order in count_orders(puzzle, set())]
    return min(tries, key=len)


def _limit_work(board: PartialBoard) -> Callable[[Sequence[int]], bool]:
    """Return the board's `clashes`, made to return False once the work or the budget runs out.

    False keeps a number in the set, so the set stays correct even if it is not minimal.
    """
    left = _MOST_WORK // max(1, len(board))

    def clashes(numbers: Sequence[int]) -> bool:
        nonlocal left
        left -= 1
        try:
            return left >= 0 and board.clashes(numbers)
        except BudgetExceeded:
            return False

    return clashes


def _by_distance(puzzle: Premises, centre: int) -> list[int]:
    """Return all numbers tied to one, directly or not, the nearest first."""
    reached = [centre]
    seen = {centre}
    for number in reached:
        new = [i for i in puzzle.tied_numbers(number) if i not in seen]
        seen.update(new)
        reached += new
    return reached
