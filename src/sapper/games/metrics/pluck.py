"""Pluck: how lucky a game was, as the sum of -log10 of the chance to survive each opening click.

The chances are exact: all layouts that fit what the player saw, with the mine count, are equally
likely. The first opening is free. A chord survives with the joint chance of its cells. A certain
cell adds nothing; a lost click makes the sum infinite. The name is that of ms_toollib (2026), which
computes it from its own chances.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sapper.analysis.budget import Allowance, Budget
from sapper.analysis.core_query import CoreQuery, chance_all_safe
from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.errors import BudgetExceeded
from sapper.games.game import Game, Status, cells_to_open
from sapper.players.decision import Move, MoveKind

__all__ = ["Guess", "Pluck", "Watch", "guesses_of", "pluck_of", "survivals"]

Watch = Callable[[int, int], None]
"""Called with the number of moves done and of all moves."""


@dataclass(frozen=True, slots=True)
class Pluck:
    """The sum, that over the survived clicks alone, and the chance to survive each click.

    The clicks are the opening ones after the first. Where the budget ran out, `value` is None,
    `survived` covers the clicks before that, and `problem` says why.
    """

    value: float | None
    survived: float
    chances: tuple[float, ...] = ()
    problem: str | None = None


class Guess(NamedTuple):
    """An opening click that could lose; `number` counts all moves from 0, `chance` is to survive.

    A chord names the number that was clicked; its chance is that of all its cells together.
    """

    number: int
    kind: MoveKind
    cell: Cell
    chance: float
    is_survived: bool


def guesses_of(game: Game, luck: Pluck) -> list[Guess]:
    """Return the clicks that could lose; where the budget ran out, those before that."""
    opening = [(i, move) for i, move in enumerate(game.moves) if move.kind in ("open", "chord")]
    lost = opening[-1][0] if opening and game.status is Status.LOST else None
    judged = zip(opening[1:], luck.chances, strict=False)
    return [Guess(i, *move, chance, i != lost) for (i, move), chance in judged if chance < 1]


def pluck_of(game: Game, budget: Budget | None = None, watch: Watch | None = None) -> Pluck:
    """Return the pluck of the moves made so far; time limits the whole, states each click."""
    chances: list[float] = []
    try:
        for chance in survivals(game, Allowance(budget), watch):
            chances.append(chance)
    except BudgetExceeded as error:
        return Pluck(None, _sum(chances), tuple(chances), str(error))
    if game.status is Status.LOST:
        return Pluck(math.inf, _sum(chances[:-1]), tuple(chances))
    return Pluck(_sum(chances), _sum(chances), tuple(chances))


def _sum(chances: list[float]) -> float:
    return math.fsum(-math.log10(chance) for chance in chances if chance < 1)


def survivals(game: Game, allowance: Allowance, watch: Watch | None = None) -> Iterator[float]:
    """Yield the chance to survive each opening click after the first."""
    moves = game.moves
    known, has_begun = set[int](), False
    for number, (move, position) in enumerate(zip(moves, game.positions(), strict=True)):
        if watch is not None:
            watch(number, len(moves))
        if move.kind in ("open", "chord"):
            if has_begun:
                yield _survival(position, move, known, allowance)
            has_begun = True


def _survival(position: Position, move: Move, known: set[int], allowance: Allowance) -> float:
    """Return the chance; `known` collects safe cells, which stay safe, so most need no question."""
    cells = cells_to_open(position, move)
    if known.issuperset(cells):
        return 1.0
    known.update(CoreQuery.about(position).solve(allowance).safe)
    return chance_all_safe(position, [cell for cell in cells if cell not in known], allowance)
