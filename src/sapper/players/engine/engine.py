"""The engine: it asks the core for moves and translates the answers into values.

No other module asks the core for moves.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from numbers import Real
from typing import Final, NamedTuple, get_args

from sapper import _core
from sapper.analysis.analysis import analyse
from sapper.analysis.budget import DEFAULT_BUDGET, Allowance, Budget, budget_errors
from sapper.board.number_checks import check_games, check_seed
from sapper.board.position import Position
from sapper.errors import BudgetExceeded, InputError
from sapper.language import _
from sapper.players.engine.basis import Basis
from sapper.players.engine.choice import (
    Candidate,
    Choice,
    NativePlayerName,
    Rollouts,
)
from sapper.players.player import no_move_left
from sapper.processors import available_processors

__all__ = ["DEFAULT_TIME", "Effort", "Engine", "Games", "Watch"]

_MOST_WORKERS: Final = 16

DEFAULT_TIME: Final = 2.0

Watch = Callable[[Choice, float], object]
"""Called with the choice so far and the elapsed seconds."""


class Games(NamedTuple):
    """The number of layouts played, and of those won."""

    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort of a deep search: seconds, or layouts, which are the same on every machine."""

    time: float | None = None
    games: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.time is not None and self.games is not None:
            raise InputError("a deep search takes a time or a number of games, not both")
        if self.time is not None and not _is_time(self.time):
            raise InputError(f"expected a time above 0 seconds, got {reprlib.repr(self.time)}")
        if self.games is not None:
            object.__setattr__(self, "games", check_games(self.games))
        object.__setattr__(self, "seed", check_seed(self.seed))

    @property
    def limits(self) -> tuple[int, float]:
        """The two limits as the core takes them (0: no limit)."""
        if self.games is not None:
            return self.games, 0.0
        return 0, DEFAULT_TIME if self.time is None else self.time


class Engine:
    """A native player that answers questions.

    An answer depends only on the position and the budget; an engine reuses its memory to save time.
    It is not thread-safe: one question at a time.
    """

    def __init__(
        self, player: NativePlayerName = "champion", *, layouts: int | None = None
    ) -> None:
        if not isinstance(player, str) or player not in get_args(NativePlayerName):
            raise InputError(
                "expected the player champion, patient, lookahead, fast or deep, got "
                f"{reprlib.repr(player)}"
            )
        self.player, self._layouts = player, layouts
        name = player if layouts is None else f"{player}:layouts={layouts}"
        self._adviser = _core.Adviser(name)

    def __repr__(self) -> str:
        return f"Engine({self.player!r})"

    def __reduce__(self) -> tuple[Callable[..., Engine], tuple[NativePlayerName]]:
        return partial(Engine, layouts=self._layouts), (self.player,)

    def ask(
        self, position: Position, budget: Budget = DEFAULT_BUDGET, *, compare_all: bool = False
    ) -> Choice:
        """Return all certain cells, or else the best guess and the candidates compared.

        An endgame is searched exactly, within the player's limits; then only the best guess is
        returned. With `compare_all` the search goes as far as the budget allows, and all guesses
        are returned if there is time. Raise `ContradictionError` when no layout fits and
        `InputError` when no safe cell is left.
        """
        allowance = Allowance(budget)
        found = self._adviser.decide(*_board(position), *budget.limits, follows_budget=compare_all)
        if found is None:
            analyse(position)  # raises the reason, unless nothing is left to open
            raise no_move_left()
        choice = _choice(position, self.player, found)
        if compare_all and choice.is_exact:
            return self._compare_endgame(choice, allowance)
        return choice

    def _compare_endgame(self, choice: Choice, allowance: Allowance) -> Choice:
        """Return the last choice with all guesses, each searched to the end of the game.

        Searching every guess takes more than finding the best: if too much, return the choice.
        """
        try:
            _, milliseconds = allowance.limits
        except BudgetExceeded:
            return choice
        found = self._adviser.endgame(milliseconds)
        if found is None:
            return choice
        cell, layouts = choice.position.geometry.cell, found.layouts
        candidates = [
            Candidate(cell(guess.cell), guess.safe_layouts / layouts, win=guess.wins / layouts)
            for guess in found.guesses
        ]
        return replace(choice, candidates=tuple(candidates))

    def exact_wins(
        self,
        position: Position,
        budget: Budget = DEFAULT_BUDGET,
        *,
        follow_budget: bool = False,
    ) -> _core.Wins | None:
        """Return the wins of best play, or None if the search would take too long.

        It goes as far as the player's limits or, with `follow_budget`, as far as the budget does.
        """
        with budget_errors():
            return self._adviser.exact_wins(
                *_board(position), *budget.limits, follows_budget=follow_budget
            )

    def roll_out(
        self,
        position: Position,
        games: int,
        *,
        seed: int = 0,
        first: int = -1,
        budget: Budget = DEFAULT_BUDGET,
    ) -> Games:
        """Return how many of `games` sampled layouts this player wins from here.

        `first` is the index of a cell to open first. Fewer layouts are played if the time of the
        budget runs out, and 0 if no layout can be sampled.
        """
        with budget_errors():
            played = _core.roll_out(
                *_board(position), first, games, seed, self.player, *budget.limits
            )
        return Games(*played)

    def search_deeper(
        self,
        position: Position,
        effort: Effort,
        budget: Budget = DEFAULT_BUDGET,
        watch: Watch | None = None,
    ) -> Choice:
        """Return the candidates of `patient`, compared by rollouts on the same sampled layouts.

        `champion` plays them to the end, whatever this engine's player; see
        `native/sapper/games/deep.hpp`. Raise `InputError` if there is nothing to guess, if no
        layouts can be sampled, and if the time runs out before the first is played.
        """

        def show(standing: _core.Standing) -> None:
            if watch is not None:
                watch(_standing_choice(position, standing), standing.seconds)

        with budget_errors():
            standing = _core.deep(
                *_board(position), *effort.limits, effort.seed,
                min(_MOST_WORKERS, available_processors()), *budget.limits,
                show if watch is not None else None,
            )  # fmt: skip
        if standing is None:
            raise no_layouts(position)
        if standing.layouts == 0:
            raise InputError(_("no layout was finished in time: give the search more time"))
        return _standing_choice(position, standing)


def _is_time(seconds: object) -> bool:
    if not isinstance(seconds, Real) or isinstance(seconds, bool):
        return False
    return 0 < float(seconds) < math.inf


def no_layouts(position: Position) -> InputError:
    """Return the error for a position from which no layouts can be sampled."""
    return InputError(
        _(
            "layouts can be sampled for at most 1000 unknown cells in narrow components, "
            "not for {position!r}"
        ).format(position=position)
    )


def _board(position: Position) -> tuple[_core.Graph, bytes, int]:
    """Return a position as the arguments of the core."""
    if position.mines is None:
        raise InputError(
            _(
                "the mine count is unknown: give the mines, or for the safest cell a density (a "
                "winning chance and player deep need the mines)"
            ),
            field="mines",
        )
    return position.geometry.native, position.faces, position.mines


def _choice(position: Position, player: NativePlayerName, found: _core.Choice) -> Choice:
    cell, basis = position.geometry.cell, Basis(found.basis)
    if basis is Basis.CERTAIN:
        candidates = [Candidate(cell(index), 1.0) for index in found.certain]
    elif compared := found.candidates:
        candidates = [_candidate(position, each) for each in compared]
        if basis.compared == "estimate":  # a cell that could not be weighed has no score either
            candidates = [replace(each, score=None) for each in candidates]
    else:
        candidates = [Candidate(cell(found.cell), found.safety, win=found.win)]
    return Choice(position, player, basis, tuple(candidates))


def _candidate(position: Position, found: _core.Candidate) -> Candidate:
    cell = position.geometry.cell(found.cell)
    return Candidate(cell, found.safety, found.progress, found.score, found.estimate)


def _standing_choice(position: Position, standing: _core.Standing) -> Choice:
    """Return the choice of a deep search so far."""
    basis = Basis(standing.basis)
    candidates = []
    for rival in standing.rivals:
        played = Rollouts(
            rival.games, rival.chance, rival.low, rival.high, rival.behind, rival.behind_error,
            rival.is_dropped,
        )  # fmt: skip
        candidates.append(replace(_candidate(position, rival.candidate), rollouts=played))
    decided = Basis.ROLLOUTS if basis.is_compared else basis
    return Choice(position, "deep", decided, tuple(candidates))
