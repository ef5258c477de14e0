"""Play consecutive games of a run.

They are the same, apart from times, wherever they are played: in this process, in another, on a
cluster. The safety of a guess comes from the exact analysis of its position, whatever the player's
own estimate. Only native players report scores. A player that fails loses its game; the next one is
played.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from sapper import _core
from sapper.analysis import analyse
from sapper.board.cell import Cell
from sapper.board.spec import StartRule
from sapper.errors import BudgetExceeded
from sapper.games import core_games
from sapper.games.game import Game, Status
from sapper.games.playing import Turn, turns
from sapper.games.table import COLUMNS, GameTable
from sapper.lab.playing.faults import Failure, Fault, failure_of
from sapper.lab.runs.limits import move_guard
from sapper.lab.runs.run import Run

__all__ = [
    "Play",
    "PlayedGame",
    "join_games",
    "lose_game",
    "moves_of_game",
    "play_game",
    "play_games",
    "play_here",
]

_FAILURES: Final = 3  # of one chunk that are described in words
PlayedGame = tuple[GameTable, Failure | None]
"""One game, and how the player failed in it."""
Play = Callable[[Run, int, int], GameTable]
"""Plays some games of a run, from a first one on."""


def play_games(
    run: Run, begin: int, count: int, threads: int = 1
) -> tuple[GameTable, tuple[Failure, ...]]:
    """Return games `begin` to `begin + count - 1` of a run, and the first failures among them.

    Only native players use threads.
    """
    if run.native is None:
        return join_games(run, begin, (play_game(run, begin + i) for i in range(count)))
    if run.first_cell.cell is not None:
        return _play_in_core(run, run.first_cell.cell, begin, count, threads), ()
    # One call per game: the core takes one first cell for all games of a call.
    numbers = range(begin, begin + count)
    return GameTable.join(_play_in_core(run, _first_cell(run, n), n, 1, 1) for n in numbers), ()


def play_here(run: Run, begin: int, count: int) -> GameTable:
    """Return some games of a run, played in this process."""
    return play_games(run, begin, count)[0]


def _first_cell(run: Run, game: int) -> Cell:
    cell = run.first_of(game)
    assert cell is not None
    return cell


def _play_in_core(run: Run, cell: Cell, begin: int, count: int, threads: int) -> GameTable:
    assert run.native is not None
    games = core_games.play_games(
        run.spec, run.rule, cell, run.seed, begin, count, run.native, threads
    )
    return _with_first_guess(run, games)


def _with_first_guess(run: Run, games: GameTable) -> GameTable:
    if run.rule is not StartRule.RAW:
        return games
    return _count_first_guess(games, 1 - run.spec.mines / run.spec.geometry.size)


def _count_first_guess(games: GameTable, safety: float) -> GameTable:
    """Return the games with the first cell counted as a guess, as the rule `raw` makes it one."""
    assert games.safeties is not None
    is_lost_at_first = ~games.won & (games.guesses == 0)
    places = np.cumsum(games.guesses) - games.guesses
    return replace(
        games,
        guesses=games.guesses + np.int32(1),
        survived=games.survived + (~is_lost_at_first).astype(np.int32),
        expected=games.expected + safety,
        variance=games.variance + safety * (1 - safety),
        safeties=np.insert(games.safeties, places, safety),
    )


def join_games(
    run: Run, begin: int, games: Iterable[PlayedGame]
) -> tuple[GameTable, tuple[Failure, ...]]:
    """Return consecutive games as a table, and the first failures among them.

    A strict run ends before its first failure, which is then the only one.
    """
    tables = [GameTable.from_rows(begin, [], [])]
    failures: list[Failure] = []
    for table, failure in games:
        if failure is not None and len(failures) < _FAILURES:
            failures.append(failure)
        if failure is not None and run.limits.strict:
            break
        tables.append(table)
    return GameTable.join(tables), tuple(failures)


def play_game(run: Run, number: int) -> PlayedGame:
    """Return one game as a table, and how the player failed in it.

    No turn is kept: the positions of a long game would fill the memory.
    """
    game = Game(run.spec, run.rule, seed=run.seed, game=number)
    seconds: list[float] = []
    safeties: list[float] = []
    failures: list[Failure] = []
    survived = 0
    last = -1
    for turn in _turns(run, game, failures):
        seconds.append(turn.seconds)
        last = game.geometry.index(turn.decision.move.cell)
        if turn.decision.is_guess:
            safeties.append(_safety(turn))
            survived += turn.status is not Status.LOST
    failure = failures[0] if failures else None
    row = {
        "won": game.status is Status.WON,
        "steps": len(seconds),
        "guesses": len(safeties),
        "survived": survived,
        "expected": math.fsum(safeties),
        "variance": math.fsum(safety * (1 - safety) for safety in safeties),
        "seconds": sum(seconds),
        "first": _first_opened(game),
        "cleared": game.spec.safe_cells - game.safe_left,
        "last": -1 if failure else last,
        "score": math.nan,
        "slowest": max(seconds, default=0.0),
        "fault": failure.fault if failure else Fault.NONE,
    }
    return GameTable.from_rows(number, [row], safeties), failure


def moves_of_game(run: Run, number: int) -> tuple[str, Fault]:
    """Return all moves of a game, and how the player failed in it."""
    index = run.spec.geometry.index
    if run.native is not None:
        _won, cells = _core.play_game(
            run.spec.geometry.native, run.spec.mines, run.start, index(_first_cell(run, number)),
            run.seed, number, run.native,
        )  # fmt: skip
        return " ".join(f"open {cell}" for cell in cells), Fault.NONE
    game, failures = Game(run.spec, run.rule, seed=run.seed, game=number), list[Failure]()
    for _turn in _turns(run, game, failures):
        pass
    moves = " ".join(f"{move.kind} {index(move.cell)}" for move in game.moves)
    return moves, failures[0].fault if failures else Fault.NONE


def lose_game(_run: Run, failure: Failure) -> PlayedGame:
    """Return a game of which nothing is known but its failure."""
    unknown = {"first": -1, "cleared": -1, "last": -1, "score": math.nan, "fault": failure.fault}
    row = {**dict.fromkeys(COLUMNS, 0), **unknown}
    return GameTable.from_rows(failure.game, [row], []), failure


def _turns(run: Run, game: Game, failures: list[Failure]) -> Iterator[Turn]:
    """Play the game; whatever the player does wrong ends it and becomes a failure."""
    first = run.first_of(game.game)
    most = run.limits.game_moves
    try:
        yield from turns(
            game, run.player_spec, first, most_moves=most, guard=move_guard(run.move_limit)
        )
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # SystemExit too
        failures.append(failure_of(error, run, game.game))


def _first_opened(game: Game) -> int:
    opened = (game.geometry.index(move.cell) for move in game.moves if move.kind == "open")
    return next(opened, -1)


def _safety(turn: Turn) -> float:
    """Return the exact safety of a guess; NaN if unknown."""
    move = turn.decision.move
    if move.kind != "open":
        return math.nan
    try:
        return 1 - analyse(turn.position).chance(move.cell)
    except BudgetExceeded:
        return math.nan
