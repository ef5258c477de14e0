"""Guesses shortly before the exact search of the players begins, searched to the end of the game.

The best play and the choice of each player are exact here: what is lost is known without noise.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from experiments.regret.guesses import BOARD, FIRST
from experiments.value.training_core import training
from sapper import BoardSpec, Budget, Position, analyse
from sapper.errors import ContradictionError
from sapper.players.engine.engine import Engine

__all__ = ["Ends", "search_ends"]

BUDGET = Budget(states=1_000_000_000, milliseconds=4_000)
PLAYERS = ("champion", "patient")
console = Console(highlight=False, soft_wrap=True)
Row = dict[str, Any]


@dataclass(frozen=True)
class Ends:
    """Which guesses are searched: all of some games with at most so many layouts left."""

    seed: int
    start: str
    games: int
    layouts: int


def search_ends(plan: Ends) -> list[Row]:
    """Return a row for every guess: layouts, and the wins of best play and of each player."""
    spec = BoardSpec.parse(BOARD)
    graph = spec.geometry.native
    faces, *_ = training.score_guesses(
        graph, spec.mines, plan.start, spec.geometry.index(FIRST[plan.start]), plan.seed,
        0, plan.games, 1, 1, 2, 1, 1,
    )  # fmt: skip
    late = np.array([row for row in faces if _ways(spec, row) <= plan.layouts])
    chosen = [training.choices(None, graph, spec.mines, late, player) for player in PLAYERS]
    rows = track(list(zip(late, *chosen, strict=True)), "searching ends", console=console)
    engine = Engine("champion")
    return [_search(engine, spec, row.tobytes(), cells) for row, *cells in rows]


def _ways(spec: BoardSpec, faces: npt.NDArray[np.uint8]) -> int:
    """Return the number of layouts that fit; the early part of a game has far too many."""
    if (faces < 9).sum() < spec.safe_cells / 2:
        return 10**30
    return analyse(Position(spec.geometry, spec.mines, faces.tobytes())).ways


def _search(engine: Engine, spec: BoardSpec, faces: bytes, cells: list[int]) -> Row:
    """Return the row of one guess; wins that took too long are null."""
    position = Position(spec.geometry, spec.mines, faces)
    ways = analyse(position).ways
    began = time.process_time()
    best = engine.exact_wins(position, BUDGET, follow_budget=True)
    seconds = round(time.process_time() - began, 4)
    found: dict[int, int | None] = {}
    for cell in cells:
        if best is not None and cell not in found:
            found[cell] = _wins_of_cell(engine, spec, faces, cell)
    wins = {player: found.get(cell) for player, cell in zip(PLAYERS, cells, strict=True)}
    return {"layouts": ways, "best": best and best.wins, "seconds": seconds, **wins}


def _wins_of_cell(engine: Engine, spec: BoardSpec, faces: bytes, cell: int) -> int | None:
    """Return the wins of best play after opening a cell, over all numbers that it may show."""
    total = 0
    for after in _positions_after(spec, faces, cell):
        found = engine.exact_wins(after, BUDGET, follow_budget=True)
        if found is None:
            return None
        total += found.wins
    return total


def _positions_after(spec: BoardSpec, faces: bytes, cell: int) -> Iterator[Position]:
    """Yield the positions that the numbers of a cell may lead to."""
    for number in range(9):
        shown = faces[:cell] + bytes([number]) + faces[cell + 1 :]
        position = Position(spec.geometry, spec.mines, shown)
        try:
            analyse(position)
        except ContradictionError:
            continue
        yield position
