"""Pluck: how lucky a game was, as the sum of -log10 of the chance to survive each opening click.

The chances are exact: all layouts that fit what the player saw, with the mine count, are equally
likely. The first opening is free. A chord survives with the joint chance of its cells. A certain
cell adds nothing; a lost click makes the sum infinite. The name is that of ms_toollib (2026), which
computes it from its own chances.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sapper.analysis.budget import Allowance, Budget
from sapper.analysis.joint import chance_all_safe
from sapper.analysis.question import Question
from sapper.board.position import Position
from sapper.errors import BudgetExceeded
from sapper.games.game import Game
from sapper.games.opened_cells import cells_to_open
from sapper.games.status import Status
from sapper.players.decision import Move

__all__ = ["Guess", "Pluck", "Watch", "guesses_of", "pluck_of"]

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
    """An opening click that could lose: its number among the moves, and its chance to survive."""

    number: int
    move: Move
    chance: float
    is_survived: bool


def guesses_of(moves: Sequence[Move], luck: Pluck, status: Status) -> list[Guess]:
    """Return the clicks that were no certain ones; where the budget ran out, those before that."""
    opening = [(i, move) for i, move in enumerate(moves) if move.kind in ("open", "chord")]
    lost = opening[-1][0] if opening and status is Status.LOST else None
    judged = zip(opening[1:], luck.chances, strict=False)
    return [Guess(i, move, chance, i != lost) for (i, move), chance in judged if chance < 1]


def pluck_of(game: Game, budget: Budget | None = None, watch: Watch | None = None) -> Pluck:
    """Return the pluck of the moves made so far; time limits the whole, states each click."""
    chances: list[float] = []
    try:
        for chance in _survivals(game, Allowance(budget), watch):
            chances.append(chance)
    except BudgetExceeded as error:
        return Pluck(None, _sum(chances), tuple(chances), str(error))
    if game.status is Status.LOST:
        return Pluck(math.inf, _sum(chances[:-1]), tuple(chances))
    return Pluck(_sum(chances), _sum(chances), tuple(chances))


def _sum(chances: list[float]) -> float:
    return math.fsum(-math.log10(chance) for chance in chances if chance < 1)


def _survivals(game: Game, allowance: Allowance, watch: Watch | None) -> Iterator[float]:
    """Yield the chance to survive each opening click after the first."""
    replay, known = Game.parse(game.line.opening), set[int]()
    has_begun = False
    for number, move in enumerate(moves := game.moves):
        if watch is not None:
            watch(number, len(moves))
        if move.kind in ("open", "chord"):
            if has_begun:
                yield _survival(replay.position, move, known, allowance)
            has_begun = True
        replay.make(move)


def _survival(position: Position, move: Move, known: set[int], allowance: Allowance) -> float:
    """Return the chance; `known` collects safe cells, which stay safe, so most need no question."""
    cells = cells_to_open(position, move)
    if known.issuperset(cells):
        return 1.0
    safe = Question.about(position).solve(allowance).safe
    known.update(np.flatnonzero(safe).tolist())
    return chance_all_safe(position, [cell for cell in cells if cell not in known], allowance)
