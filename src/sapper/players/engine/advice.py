"""The best move in a position and the chance to win it, as the native player sees them.

What is shown is what decided: the candidates carry the very quantities by which the player
compared them, and say which of them are exact.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import get_args

from sapper import _core
from sapper.analysis import Budget, analyse
from sapper.analysis.budget import DEFAULT_BUDGET, budget_errors
from sapper.board.position import Position
from sapper.board.seeds import check_games, check_seed
from sapper.errors import InputError
from sapper.players.engine.deep import Effort, Watch, deepened
from sapper.players.engine.values import (
    Advice,
    AdviceSetting,
    Basis,
    Candidate,
    Setting,
    WinChance,
    candidate_from,
)

__all__ = ["best", "win_chance"]


def best(
    position: Position,
    *,
    setting: AdviceSetting = "champion",
    limit: int | None = None,
    budget: Budget | None = None,
    time: float | None = None,
    games: int | None = None,
    seed: int = 0,
    watch: Watch | None = None,
) -> Advice:
    """Return the best move, with at most `limit` candidates.

    Setting `deep` plays drawn layouts on from the champion's candidates, for `time` seconds
    (2 unless told) or on `games` layouts; `seed` draws them, and `watch` is told the advice so
    far and the seconds gone. Raise `ContradictionError` when no layout fits and `InputError`
    when no safe cell is left.
    """
    if limit is not None and limit < 1:
        raise InputError(f"expected a limit of at least 1 candidate, got {limit}")
    if setting not in get_args(AdviceSetting):
        raise InputError(
            f"expected setting champion, patient, lookahead, fast or deep, got {setting!r}"
        )
    allowed = budget or DEFAULT_BUDGET
    if setting == "deep":
        effort = Effort(time, games, seed)
        advice = deepened(_advised(position, "champion", allowed), effort, allowed, watch)
    elif time is not None or games is not None:
        raise InputError(f"expected setting deep with a time or games, got {setting!r}")
    else:
        advice = _advised(position, setting, allowed)
    return replace(advice, candidates=advice.candidates[:limit])


def _advised(position: Position, setting: Setting, budget: Budget) -> Advice:
    adviser = _adviser(setting)
    mines = _known_mines(position)
    answer = adviser.decide(position.geometry.native, position.faces, mines, *budget.limits)
    if answer is None:
        analyse(position)  # raises with the reason, unless nothing is left to open
        raise InputError("expected a move to make, got a board without another safe cell")
    basis, certain, guess, safety, win, compared = answer
    candidates = [Candidate(position.geometry.cell(i), 1.0) for i in certain]
    if basis == "endgame":
        only = Candidate(position.geometry.cell(guess), safety, win=win)
        candidates = _endgame_candidates(position, adviser) or [only]
    elif compared:
        candidates = [candidate_from(position, *entry) for entry in compared]
    elif not certain:
        candidates = [Candidate(position.geometry.cell(guess), safety)]
    assert basis in get_args(Basis)
    return Advice(position, setting, basis, tuple(candidates))  # type: ignore[arg-type]


def win_chance(
    position: Position,
    *,
    games: int = 1000,
    seed: int = 0,
    setting: Setting = "champion",
    budget: Budget | None = None,
) -> WinChance:
    """Return the chance to win, exact where the rest of the game can be searched.

    Elsewhere `games` layouts are drawn and played out by the setting's player, or as many as the
    time of the budget allows: the answer tells how many.
    """
    check_games(games)
    check_seed(seed)
    analyse(position, budget=budget)  # an impossible position is told here
    graph, mines = position.geometry.native, _known_mines(position)
    limits = (budget or DEFAULT_BUDGET).limits
    with budget_errors():
        exact = _adviser("champion").exact_wins(graph, position.faces, mines, *limits)
    if exact is not None:
        return WinChance(exact[0] / exact[1], True, 0, 0.0)
    with budget_errors():
        played, wins = _core.roll_out(
            graph, position.faces, mines, -1, games, seed, setting, *limits
        )
    if played == 0:
        raise InputError(
            "expected a position of at most 1000 unknown cells in narrow components, "
            f"got {position!r}"
        )
    return _estimate(wins, played)


def _estimate(wins: int, games: int) -> WinChance:
    """Return the share with its interval, which is not zero even when all games go alike."""
    smoothed = (wins + 2) / (games + 4)
    error = 1.96 * sqrt(smoothed * (1 - smoothed) / (games + 4))
    return WinChance(wins / games, False, games, error)


def _adviser(setting: str) -> _core.Adviser:
    if setting not in get_args(Setting):
        raise InputError(f"expected setting champion, patient, lookahead or fast, got {setting!r}")
    return _core.Adviser(setting)


def _known_mines(position: Position) -> int:
    if position.mines is None:
        raise InputError("the mine count is unknown: the best move and the chance to win need it")
    return position.mines


def _endgame_candidates(position: Position, adviser: _core.Adviser) -> list[Candidate]:
    found = adviser.endgame()
    if found is None:  # to search every guess to its end takes more than to find the best
        return []
    layouts, _, guesses = found
    return [
        Candidate(position.geometry.cell(i), safe / layouts, win=wins / layouts)
        for i, safe, wins in guesses
    ]
