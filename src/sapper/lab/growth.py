"""Paper 4's comparison of cost: nodes and time of both methods as the board grows.

The boards are dealt from a seed, every number of the board is given, and the mines are wanted.
Each figure is the mean over some boards. Brute force stops where it would check too many
placements; backtracking goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from statistics import fmean

from sapper.board.spec import BoardSpec, StartRule
from sapper.games.dealing import deal
from sapper.lab.table import Sheet
from sapper.players.papers.layout_problem import LayoutMethod, cost_bounds, solve_layout

__all__ = ["GrowthPoint", "growth", "growth_sheet"]

_BOARDS = ("3x3/2", "3x4/2", "4x4/3", "4x5/3", "5x5/4", "5x6/5", "6x6/6", "8x8/10", "9x9/10",
           "12x12/22", "16x16/40", "16x30/99")  # fmt: skip


@dataclass(frozen=True)
class GrowthPoint:
    """Both methods on boards of one size; None where brute force would take too long."""

    board: str
    cells: int
    mines: int
    brute_nodes: float | None
    brute_seconds: float | None
    nodes: float
    seconds: float

    @property
    def bounds(self) -> tuple[int, int]:
        """The paper's bounds for brute force and for backtracking."""
        return cost_bounds(self.cells, self.mines)


def growth(*, seed: int = 4, boards: int = 5, placements: int = 200_000) -> list[GrowthPoint]:
    """Return the growth of cost; brute force is asked for up to so many placements only."""
    return [_point(BoardSpec.parse(text), seed, boards, placements) for text in _BOARDS]


def growth_sheet(points: Sequence[GrowthPoint]) -> Sheet:
    """Return the growth as a table, beside the paper's bounds."""
    heads = ["board", "cells n", "mines d", "brute force: nodes", "bound n·n!/(n−d)!", "ms",
             "backtracking: nodes", "bound n·2ⁿ", "ms"]  # fmt: skip
    rows = [
        [
            point.board,
            point.cells,
            point.mines,
            point.brute_nodes,
            _power(point.bounds[0]),
            None if point.brute_seconds is None else 1000 * point.brute_seconds,
            point.nodes,
            _power(point.bounds[1]),
            1000 * point.seconds,
        ]
        for point in points
    ]
    remark = (
        "Both stay far below the paper's bounds: brute force because a set of mines is tried once "
        "and not in every order, backtracking because the numbers prune almost every wrong branch; "
        "the bounds hold for boards without numbers."
    )
    return Sheet(
        "Paper 4: brute force against backtracking", heads, list(map(list, rows)), [remark]
    )


def _point(spec: BoardSpec, seed: int, boards: int, placements: int) -> GrowthPoint:
    matrices = [_numbers(spec, seed, number) for number in range(boards)]
    size, mines = spec.geometry.size, spec.mines
    brute_nodes = brute_seconds = None
    if comb(size, mines) <= placements:
        brute_nodes, brute_seconds = _cost(matrices, "brute-force", mines)
    nodes, seconds = _cost(matrices, "backtracking", mines)
    return GrowthPoint(str(spec), size, mines, brute_nodes, brute_seconds, nodes, seconds)


def _cost(matrices: list[list[list[int]]], method: LayoutMethod, mines: int) -> tuple[float, float]:
    found = [solve_layout(matrix, method, mines=mines) for matrix in matrices]
    return fmean(result.nodes for result in found), fmean(result.seconds for result in found)


def _numbers(spec: BoardSpec, seed: int, game: int) -> list[list[int]]:
    layout = deal(spec, StartRule.RAW, (0, 0), seed=seed, game=game)
    around = spec.geometry.neighbour_lists
    flat = [sum(layout[i] for i in cells) for cells in around]
    return [flat[row * spec.columns : (row + 1) * spec.columns] for row in range(spec.rows)]


def _power(number: int) -> str:
    """Return a large number as a power of ten."""
    return f"{number:,}" if number < 10**7 else f"≈10^{len(str(number)) - 1}"
