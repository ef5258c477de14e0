"""The steps of a decision as data: rules applied, trees searched, chances counted.

Text, JSON and SVG are made from these values. A player without a log creates no steps.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from sapper.board.cell import Cell

__all__ = [
    "ChanceStep",
    "ComponentStep",
    "MemoStep",
    "NoteStep",
    "QueueStep",
    "RuleStep",
    "SearchNode",
    "SearchStep",
    "Step",
    "StepLog",
    "TryStep",
    "Verdict",
    "WeightStep",
]

Verdict = Literal["safe", "mine"]

_MOST_STEPS: Final = 2_000


@dataclass(frozen=True)
class RuleStep:
    """A rule that decided some cells from some numbers."""

    kind: Literal["rule"] = field(default="rule", init=False, repr=False)
    rule: str
    numbers: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    verdict: Verdict


@dataclass(frozen=True)
class NoteStep:
    """A remark: a rule does not apply, a budget is exhausted, a fallback is used."""

    kind: Literal["note"] = field(default="note", init=False, repr=False)
    text: str


@dataclass(frozen=True)
class ChanceStep:
    """Chances by counting: the number of layouts, and of those with a mine, for every cell.

    The chance of a cell is its `mine_ways` divided by its `ways`; both are exact.
    """

    kind: Literal["chances"] = field(default="chances", init=False, repr=False)
    method: str
    cells: tuple[Cell, ...]
    mine_ways: tuple[int, ...]
    ways: tuple[int, ...]


@dataclass(frozen=True)
class SearchNode:
    """One node of a backtracking tree, numbered in visiting order; the root assigns no cell.

    `violated` is the number that the node violates, `over_mines` means too many mines;
    `is_solution` marks a complete assignment.
    """

    id: int
    parent: int | None
    cell: Cell | None
    verdict: Verdict | None
    violated: Cell | None = None
    is_solution: bool = False
    over_mines: bool = False


@dataclass(frozen=True)
class SearchStep:
    """A backtracking search over some cells: its tree, and whether it was cut short."""

    kind: Literal["search"] = field(default="search", init=False, repr=False)
    cells: tuple[Cell, ...]
    numbers: tuple[Cell, ...]
    nodes: tuple[SearchNode, ...]
    is_complete: bool

    @property
    def solutions(self) -> tuple[SearchNode, ...]:
        """The leaves that satisfy every number."""
        return tuple(node for node in self.nodes if node.is_solution)

    def __repr__(self) -> str:
        found = f"{len(self.nodes)} nodes, {len(self.solutions)} solutions"
        return f"<SearchStep over {len(self.cells)} cells: {found}>"


@dataclass(frozen=True)
class QueueStep:
    """A change of a queue of numbers: one that is taken, or some that are added at its end.

    `waiting` is the queue after the change, from its front.
    """

    kind: Literal["queue"] = field(default="queue", init=False, repr=False)
    queue: str
    taken: Cell | None
    added: tuple[Cell, ...]
    waiting: tuple[Cell, ...]


@dataclass(frozen=True)
class ComponentStep:
    """Covered cells that share numbers, a local CSP: its groups of alike cells, its numbers.

    `needs` are the mines that the numbers still miss.
    """

    kind: Literal["component"] = field(default="component", init=False, repr=False)
    groups: tuple[tuple[Cell, ...], ...]
    numbers: tuple[Cell, ...]
    needs: tuple[int, ...]


@dataclass(frozen=True)
class MemoStep:
    """An entry of the memo table: the needs of the numbers after a group has got its mines.

    `ways` partial layouts lead to this entry so far; a hit means that it was there already.
    """

    kind: Literal["memo"] = field(default="memo", init=False, repr=False)
    group: tuple[Cell, ...]
    mines: int
    numbers: tuple[Cell, ...]
    needs: tuple[int, ...]
    ways: int
    is_hit: bool


@dataclass(frozen=True)
class WeightStep:
    """What the layouts with some number of mines on the frontier add to the matrix.

    There are `frontier_ways` placements of these mines, each with `outside_ways` for the mines that
    are left: a binomial. `mine_ways` is how many of the layouts have a mine in each cell.
    """

    kind: Literal["weights"] = field(default="weights", init=False, repr=False)
    mines: int
    frontier_ways: int
    outside_cells: int
    outside_ways: int
    cells: tuple[Cell, ...]
    mine_ways: tuple[int, ...]


@dataclass(frozen=True)
class TryStep:
    """A whole placement of the mines that is checked, and the numbers that it violates."""

    kind: Literal["try"] = field(default="try", init=False, repr=False)
    mines: tuple[Cell, ...]
    violated: tuple[Cell, ...]


Step = (
    RuleStep
    | NoteStep
    | ChanceStep
    | SearchStep
    | QueueStep
    | ComponentStep
    | MemoStep
    | WeightStep
    | TryStep
)


class StepLog(list[Step]):
    """The first 2,000 steps of a decision; later ones are only counted."""

    left_out = 0

    def append(self, step: Step) -> None:
        """Add a step while there is room."""
        if len(self) < _MOST_STEPS:
            super().append(step)
        else:
            self.left_out += 1
