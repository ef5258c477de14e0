"""The steps of a decision as data: rules applied, trees searched, chances counted.

Text, JSON and SVG are made from these values. A player without a log creates no steps.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sapper.board.cell import Cell

__all__ = ["ChanceStep", "NoteStep", "RuleStep", "SearchNode", "SearchStep", "Step", "Verdict"]

Verdict = Literal["safe", "mine"]


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


Step = RuleStep | NoteStep | ChanceStep | SearchStep
