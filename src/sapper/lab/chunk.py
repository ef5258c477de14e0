"""Play a chunk: consecutive games of a run.

A chunk gives the same table, apart from times, wherever it is played: in this process, in another,
on a cluster. The safety of a guess comes from the exact analysis of its position, whatever the
player's own estimate. Only native players report scores. A player that fails loses its game; the
next one is played.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from sapper.analysis import analyse
from sapper.board.cell import Cell
from sapper.board.spec import StartRule
from sapper.errors import BudgetExceeded
from sapper.games.game import Game, Status
from sapper.games.native import play_games, play_given
from sapper.games.playing import Turn, turns
from sapper.games.table import COLUMNS, GameTable
from sapper.lab.identity import Worker, identity_here, this_worker
from sapper.lab.playing.faults import Failure, Fault, failure_of
from sapper.lab.run import Run

__all__ = ["Chunk", "PlayedGame", "join_games", "lose_game", "play_chunk", "play_game"]

_FAILURES: Final = 3  # of one chunk that are told in words


@dataclass(frozen=True)
class Chunk:
    """The games of a chunk, the time that they took, the first failures, and who played them.

    `identity` is what the worker itself computed; empty from a version that did not.
    """

    games: GameTable
    elapsed: float
    failures: tuple[Failure, ...] = ()
    identity: str = ""
    worker: Worker | None = None


class PlayedGame(NamedTuple):
    """A row of the table, the safeties of its guesses, its failure, and whether it ends the run."""

    row: Mapping[str, float]
    safeties: list[float]
    failure: Failure | None
    is_last: bool


def play_chunk(run: Run, begin: int, count: int, threads: int = 1) -> Chunk:
    """Return games `begin` to `begin + count - 1` of a run; only native players use threads."""
    identity = identity_here(run)  # before the player can change anything
    began = perf_counter()
    failures: tuple[Failure, ...] = ()
    if run.native is None:
        games, failures = _play_in_python(run, begin, count)
    elif run.collection:
        games = _play_given(run, begin, count, threads)
    elif run.first_cell.cell is not None:
        games = _play_in_core(run, run.first_cell.cell, begin, count, threads)
    else:  # one call per game: the core takes one first cell for all games of a call
        games = GameTable.join(
            _play_in_core(run, _first_cell(run, game), game, 1, 1)
            for game in range(begin, begin + count)
        )
    return Chunk(games, perf_counter() - began, failures, identity, this_worker())


def _play_given(run: Run, begin: int, count: int, threads: int) -> GameTable:
    assert run.native is not None
    part = run.given_boards.between(begin, begin + count)
    games = play_given(run.spec, part.cells, part.firsts, begin, run.native, threads)
    return _with_first_guess(run, games)


def _first_cell(run: Run, game: int) -> Cell:
    cell = run.first_of(game)
    assert cell is not None
    return cell


def _play_in_core(run: Run, cell: Cell, begin: int, count: int, threads: int) -> GameTable:
    assert run.native is not None
    games = play_games(run.spec, run.rule, cell, run.seed, begin, count, run.native, threads)
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


def _play_in_python(run: Run, begin: int, count: int) -> tuple[GameTable, tuple[Failure, ...]]:
    return join_games(begin, (play_game(run, number) for number in range(begin, begin + count)))


def join_games(begin: int, games: Iterable[PlayedGame]) -> tuple[GameTable, tuple[Failure, ...]]:
    """Return consecutive games as a table, and the first failures among them.

    A strict run ends before its first failure, which is then the only one.
    """
    rows: list[Mapping[str, float]] = []
    safeties: list[float] = []
    failures: list[Failure] = []
    for row, its_safeties, failure, is_last in games:
        if failure is not None and len(failures) < _FAILURES:
            failures.append(failure)
        if is_last:
            break
        rows.append(row)
        safeties += its_safeties
    return GameTable.from_rows(begin, rows, safeties), tuple(failures)


def play_game(run: Run, number: int) -> PlayedGame:
    """Return one game's row of the table, and the safeties of its guesses.

    No turn is kept: the positions of a long game would fill the memory.
    """
    layout = run.layout_of(number)
    game = Game(run.spec, run.rule, seed=run.seed, game=number, layout=layout)
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
    return PlayedGame(row, safeties, failure, failure is not None and run.limits.strict)


def lose_game(run: Run, failure: Failure) -> PlayedGame:
    """Return a game of which nothing is known but its failure."""
    unknown = {"first": -1, "cleared": -1, "last": -1, "score": math.nan, "fault": failure.fault}
    return PlayedGame({**dict.fromkeys(COLUMNS, 0), **unknown}, [], failure, run.limits.strict)


def _turns(run: Run, game: Game, failures: list[Failure]) -> Iterator[Turn]:
    """Play the game; whatever the player does wrong ends it and becomes a failure."""
    first = run.first_of(game.game)
    most = run.limits.game_moves
    try:
        yield from turns(game, run.player_spec, first, most_moves=most, guard=run.limits.guard)
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
