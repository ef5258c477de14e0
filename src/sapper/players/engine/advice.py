"""The best move in a position and the chance to win it.

The candidates carry the quantities by which the player compared them; the answer says which of
them are exact.
"""

from __future__ import annotations

import reprlib
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import get_args

from sapper.analysis.analysis import Analysis, analyse
from sapper.analysis.budget import Budget, budget_of
from sapper.board.cell import FLAG, MINE, Cell
from sapper.board.inputs import PositionLike, position_of
from sapper.board.number_checks import check_games, check_seed, whole_number
from sapper.board.position import Position
from sapper.errors import BudgetExceeded, InputError
from sapper.players.engine.basis import Basis
from sapper.players.engine.choice import (
    Candidate,
    Choice,
    NativePlayerName,
    WinChance,
)
from sapper.players.engine.engine import Effort, Engine, Watch, no_layouts
from sapper.players.engine.intervals import win_bounds
from sapper.players.engine.words import explain_choice
from sapper.players.player import no_move_left

__all__ = ["Advice", "advise", "best", "win_chance", "with_flags_as_mines"]


@dataclass(frozen=True, slots=True, repr=False)
class Advice(Choice):
    """The best move and why; the winning chance is None unless games were asked for."""

    explanation: str
    win_chance: WinChance | None

    document_as = (*Choice.document_as, "explanation", "win_chance")  # type: ignore[assignment]


def advise(
    choice: Choice, chance: WinChance | None = None, *, budget: Budget | None = None
) -> Advice:
    """Return a choice with its explanation; raise `BudgetExceeded` when the budget ends."""
    found = choice.position, choice.player, choice.basis, choice.candidates
    return Advice(*found, explain_choice(choice, budget=budget), chance)


def best(
    position: PositionLike,
    *,
    mines: int | None = None,
    player: NativePlayerName = "champion",
    limit: int | None = None,
    budget: Budget | None = None,
    time: float | None = None,
    games: int | None = None,
    seed: int = 0,
    watch: Watch | None = None,
    trust_flags: bool = False,
    density: float | None = None,
) -> Choice:
    """Return the best move, with at most `limit` candidates.

    Flags are marks without meaning unless `trust_flags`. Where the mine count is unknown, the
    best cell is the safest by a `density`: the chance of a mine where nothing is known.

    Player `deep` compares the close candidates of `patient` by sampled layouts, for `time`
    seconds (2 by default) or on `games` layouts of a `seed`; `watch` is called with the choice so
    far and the elapsed seconds. Raise `ContradictionError` when no layout fits and `InputError`
    when no safe cell is left.
    """
    if limit is not None:
        limit = whole_number(limit, 1, 2**63 - 1, "a limit of at least 1 candidate")
    if not isinstance(player, str) or player not in get_args(NativePlayerName):
        raise InputError(
            "expected the player champion, patient, lookahead, fast or deep, got "
            f"{reprlib.repr(player)}"
        )
    allowed = budget_of(budget)
    position = position_of(position, mines)
    if trust_flags:
        position = with_flags_as_mines(position)
    if player == "deep":
        choice = _best_by_rollouts(position, Effort(time, games, seed), allowed, watch)
    elif time is not None or games is not None:
        raise InputError(f"only player deep takes a time or a number of games, not {player!r}")
    elif density is not None and position.mines is None:
        choice = _best_by_density(position, player, density, allowed)
    else:
        choice = Engine(player).ask(position, allowed, compare_all=True)
    if choice.basis is Basis.CERTAIN and position.mines is not None:
        _check_that_a_layout_fits(position, allowed)
    return replace(choice, candidates=choice.candidates[:limit])


def _check_that_a_layout_fits(position: Position, budget: Budget) -> None:
    """Raise `ContradictionError` if none does: one number can decide a cell in a wrong position.

    Where the budget does not allow to count, the cells still follow from the numbers.
    """
    with suppress(BudgetExceeded):
        analyse(position, budget=budget)


def with_flags_as_mines(position: Position) -> Position:
    """Return the position with a shown mine in place of every flag."""
    flags = [cell for cell in position.covered() if position.face(cell) == FLAG]
    return position.with_faces(dict.fromkeys(flags, MINE)) if flags else position


def _best_by_density(
    position: Position, player: NativePlayerName, density: float, budget: Budget
) -> Choice:
    """Return the certain cells, or all cells that may be safe from the safest on."""
    analysis = analyse(position, density=density, budget=budget)
    by_safety = partial(_risk, position, analysis)
    cells = sorted(analysis.safe) or sorted(position.covered(), key=by_safety)
    open_to = [Candidate(cell, 1 - analysis.chance(cell)) for cell in cells]
    possible = tuple(c for c in open_to if c.cell not in analysis.mines)
    if not possible:
        raise no_move_left()
    return Choice(position, player, Basis.CERTAIN if analysis.safe else Basis.SAFEST, possible)


def _risk(position: Position, analysis: Analysis, cell: Cell) -> tuple[float, int]:
    """Return the chance of a mine and, for equal ones, the number of unknown neighbours."""
    unknown = sum(position.is_covered(near) for near in position.geometry.around(cell))
    return round(analysis.chance(cell), 9), unknown


def _best_by_rollouts(
    position: Position, effort: Effort, budget: Budget, watch: Watch | None
) -> Choice:
    """Return the best move by rollouts; the answer of `patient` if that is exact."""
    engine = Engine("patient")
    choice = engine.ask(position, budget, compare_all=True)
    if choice.is_guess and not choice.is_exact:
        return engine.search_deeper(position, effort, budget, watch)
    return replace(choice, player="deep")


def win_chance(
    position: PositionLike,
    *,
    mines: int | None = None,
    games: int = 1000,
    seed: int = 0,
    player: NativePlayerName = "champion",
    budget: Budget | None = None,
) -> WinChance:
    """Return the chance to win, exact where the rest of the game can be searched.

    Otherwise it is estimated: the player plays `games` sampled layouts, or as many as the
    time of the budget allows. The answer says how many.
    """
    games, seed = check_games(games), check_seed(seed)
    allowed = budget_of(budget)
    position = position_of(position, mines)
    analyse(position, budget=allowed)  # raises when no layout fits
    exact = Engine("champion").exact_wins(position, allowed, follow_budget=True)
    if exact is not None:
        return WinChance.exact(exact.wins / exact.layouts)
    played = Engine(player).roll_out(position, games, seed=seed, budget=allowed)
    if played.games == 0:
        raise no_layouts(position)
    bounds = win_bounds(played.wins, played.games)
    return WinChance(played.wins / played.games, False, played.games, *bounds)
