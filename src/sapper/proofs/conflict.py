"""Why a position is impossible, and which single change would repair it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.analysis.budget import Budget
from sapper.analysis.puzzle import MINE_COUNT, Oracle, Premise, Puzzle
from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.errors import ContradictionError
from sapper.proofs.proof import Role, Step
from sapper.proofs.repairs import Repair, repairs_of
from sapper.proofs.search import count_orders, shrink
from sapper.proofs.steps import clash_steps

if TYPE_CHECKING:
    from sapper.proofs.document import ConflictDocument

__all__ = ["Conflict", "conflict", "contradiction_of"]

_MOST_CENTRES = 4


@dataclass(frozen=True)
class Conflict:
    """Why no layout fits.

    `numbers` (with the mine count if `uses_mine_count`) cannot all be right, but any smaller part
    of them can. Each of the `repairs` alone makes the position possible.
    """

    position: Position
    numbers: tuple[Cell, ...]
    uses_mine_count: bool
    steps: tuple[Step, ...]
    text: str
    repairs: tuple[Repair, ...]

    @property
    def highlights(self) -> Mapping[Cell, Role]:
        """The cells to show, each with its role."""
        roles: dict[Cell, Role] = {}
        for step in self.steps:
            roles |= dict.fromkeys((*step.shared, *step.safe, *step.mines), Role.HELPER)
        return roles | dict.fromkeys(self.numbers, Role.NUMBER)

    @property
    def error(self) -> ContradictionError:
        """The error that says the same."""
        return ContradictionError(
            f"no layout of mines fits. {self.text}",
            cells=frozenset(self.numbers),
            is_mine_count=self.uses_mine_count,
        )

    def to_dict(self) -> ConflictDocument:
        """Return plain data for JSON."""
        from sapper.proofs.document import conflict_document

        return conflict_document(self)

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board with the clashing numbers highlighted."""
        from sapper.proofs.picture import conflict_svg

        return conflict_svg(self, cell_size=cell_size)

    def _repr_svg_(self) -> str | None:
        return self.svg() if self.position._repr_svg_() is not None else None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        count = " and the mine count" if self.uses_mine_count else ""
        return f"<Conflict of {len(self.numbers)} numbers{count}, {len(self.repairs)} repairs>"


def conflict(
    position: Position, *, trust_flags: bool = False, budget: Budget | None = None
) -> Conflict | None:
    """Return why no layout fits the position, or None when one does.

    Raise `BudgetExceeded` when the budget ends.
    """
    puzzle = Puzzle(position, trust_flags, budget)
    if puzzle.answer.is_possible:
        return None
    premises = _clashing(puzzle)
    numbers = [i for i in premises if i != MINE_COUNT]
    steps = clash_steps(puzzle, premises)
    return Conflict(
        position=position,
        numbers=puzzle.cells(numbers),
        uses_mine_count=len(numbers) < len(premises),
        steps=steps,
        text=" ".join(step.text for step in steps),
        repairs=repairs_of(puzzle, premises),
    )


def contradiction_of(puzzle: Puzzle) -> ContradictionError:
    """Return the error for an impossible puzzle, without looking for repairs."""
    premises = _clashing(puzzle)
    numbers = [i for i in premises if i != MINE_COUNT]
    text = " ".join(step.text for step in clash_steps(puzzle, premises))
    return ContradictionError(
        f"no layout of mines fits. {text}",
        cells=frozenset(puzzle.cells(numbers)),
        is_mine_count=len(numbers) < len(premises),
    )


def _clashing(puzzle: Puzzle) -> tuple[int, ...]:
    """Return a minimal set of premises that clash."""
    if puzzle.answer.needs_other_mine_count:
        return (*_clashing_with_count(puzzle), MINE_COUNT)
    numbers = puzzle.answer.clash
    premises = [puzzle.premise(i) for i in numbers]
    impossible = [p.source for p in premises if not p.is_possible]
    if impossible:
        return (min(impossible),)
    return min(_clashing_pairs(puzzle, premises), default=()) or _clashing_many(puzzle, numbers)


def _clashing_pairs(puzzle: Puzzle, premises: Sequence[Premise]) -> Iterator[tuple[int, int]]:
    for one in premises:
        for other in map(puzzle.premise, puzzle.tied(one.source)):
            outside = len(one.cells - other.cells)
            if one.need - outside > other.need:
                yield one.source, other.source


def _clashing_many(puzzle: Puzzle, numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the smallest of several minimal sets, each shrunk around another centre."""
    oracle = Oracle(puzzle, numbers)
    best = shrink(oracle.clashes, numbers)
    for centre in best[:_MOST_CENTRES]:
        if len(best) == 3:  # neither one nor two of them clash
            break
        near_last = _by_distance(puzzle, centre)[::-1]
        best = min(best, shrink(oracle.clashes, near_last), key=len)
    return tuple(sorted(best))


def _by_distance(puzzle: Puzzle, centre: int) -> list[int]:
    """Return all numbers tied to one, directly or not, the nearest first."""
    reached = [centre]
    seen = {centre}
    for number in reached:
        new = [i for i in puzzle.tied(number) if i not in seen]
        seen.update(new)
        reached += new
    return reached


def _clashing_with_count(puzzle: Puzzle) -> tuple[int, ...]:
    if not puzzle.premise(MINE_COUNT).is_possible:
        return ()
    oracle = Oracle(puzzle, puzzle.numbers, with_count=True)
    tries = [shrink(oracle.clashes, order) for order in count_orders(puzzle, set())]
    return min(tries, key=len)
