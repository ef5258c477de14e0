"""What a player thought, as data: rules applied, trees searched, chances counted.

A trace is made of frozen values, so that text, JSON, Mermaid and SVG are only ways to show it.
Steps speak of cells as `Cell`; a player that is not traced never makes one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.board.cell import Cell

__all__ = ["ChanceStep", "NoteStep", "RuleStep", "SearchNode", "SearchStep", "Step", "Verdict"]

Verdict = Literal["safe", "mine"]


@dataclass(frozen=True)
class RuleStep:
    """A rule looked at some numbers and decided some cells."""

    rule: str
    numbers: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    verdict: Verdict


@dataclass(frozen=True)
class NoteStep:
    """A remark that decides no cell: a rule gave up, a budget ended, a fallback began."""

    text: str


@dataclass(frozen=True)
class ChanceStep:
    """Chances were counted: `ways` of all layouts counted, and of those with a mine, per cell.

    The chance of a cell is its mine ways divided by its ways; both are exact.
    """

    method: str
    cells: tuple[Cell, ...]
    mine_ways: tuple[int, ...]
    ways: tuple[int, ...]


@dataclass(frozen=True)
class SearchNode:
    """One node of a backtracking tree, numbered in visiting order; the root tries nothing.

    `violated` is the number that forbids the node, `over_mines` says that the mines left do;
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

    cells: tuple[Cell, ...]
    numbers: tuple[Cell, ...]
    nodes: tuple[SearchNode, ...]
    is_complete: bool

    @property
    def solutions(self) -> tuple[SearchNode, ...]:
        """The leaves that satisfy every number."""
        return tuple(node for node in self.nodes if node.is_solution)


Step = RuleStep | NoteStep | ChanceStep | SearchStep
