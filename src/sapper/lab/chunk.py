"""Play a chunk: consecutive games of a run.

A chunk gives the same table, apart from times, wherever it is played: in this process, in another,
on a cluster. The safety of a guess comes from the exact analysis of its position, whatever the
player's own estimate. Only native players report scores.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from sapper.analysis import analyse
from sapper.board.cell import Cell
from sapper.board.spec import StartRule
from sapper.errors import BudgetExceeded, PlayerError, SapperError
from sapper.games.game import Game, Status
from sapper.games.native import play_games
from sapper.games.playing import Turn, turns
from sapper.games.table import GameTable
from sapper.lab.errors import RunStopped
from sapper.lab.identity import identity_here, this_worker
from sapper.lab.run import Run

__all__ = ["Chunk", "play_chunk"]


@dataclass(frozen=True)
class Chunk:
    """The games of a chunk, the time that they took, and who played them.

    `identity` is what the worker itself computed; empty from a version that did not.
    """

    games: GameTable
    elapsed: float
    identity: str = ""
    worker: str = ""


def play_chunk(run: Run, begin: int, count: int, threads: int = 1) -> Chunk:
    """Return games `begin` to `begin + count - 1` of a run; only native players use threads."""
    identity = identity_here(run)  # before the player can change anything
    began = perf_counter()
    if run.native is None:
        games = _play_in_python(run, begin, count)
    elif run.first_cell.cell is not None:
        games = _play_in_core(run, run.first_cell.cell, begin, count, threads)
    else:  # one call per game: the core takes one first cell for all games of a call
        games = GameTable.join(
            _play_in_core(run, _first_cell(run, game), game, 1, 1)
            for game in range(begin, begin + count)
        )
    return Chunk(games, perf_counter() - began, identity, this_worker())


def _first_cell(run: Run, game: int) -> Cell:
    cell = run.first_cell.cell_of(run.spec, run.seed, game)
    assert cell is not None
    return cell


def _play_in_core(run: Run, cell: Cell, begin: int, count: int, threads: int) -> GameTable:
    assert run.native is not None
    games = play_games(run.spec, run.rule, cell, run.seed, begin, count, run.native, threads)
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


def _play_in_python(run: Run, begin: int, count: int) -> GameTable:
    rows: list[dict[str, float]] = []
    safeties: list[float] = []
    for number in range(begin, begin + count):
        row, its_safeties = _play_game(run, number)
        rows.append(row)
        safeties += its_safeties
    return GameTable.from_rows(begin, rows, safeties)


def _play_game(run: Run, number: int) -> tuple[dict[str, float], list[float]]:
    """Return one game's row of the table, and the safeties of its guesses.

    No turn is kept: the positions of a long game would fill the memory.
    """
    game = Game(run.spec, run.rule, seed=run.seed, game=number)
    seconds: list[float] = []
    safeties: list[float] = []
    survived = 0
    for turn in _turns(run, game):
        seconds.append(turn.seconds)
        if turn.decision.is_guess:
            safeties.append(_safety(turn))
            survived += turn.status is not Status.LOST
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
        "last": game.geometry.index(turn.decision.move.cell),
        "score": math.nan,
        "slowest": max(seconds),
        "fault": 0,
    }
    return row, safeties


def _turns(run: Run, game: Game) -> Iterator[Turn]:
    """Play the game.

    An error of a class that sapper does not define is raised as `RunStopped`, since other
    processes may not be able to import it.
    """
    first = run.first_cell.cell_of(run.spec, run.seed, game.game)
    try:
        yield from turns(game, run.player, first)
    except PlayerError as error:
        raise RunStopped(
            f"{error}; finished games are stored; in game {game.game} of {run}"
        ) from error
    except Exception as error:
        if isinstance(error, SapperError) and type(error).__module__.startswith("sapper."):
            error.add_note(f"in game {game.game} of {run}")
            raise
        raise RunStopped(
            f"{run.strategy} failed: {type(error).__name__}: {error}; finished games are stored; "
            f"in game {game.game} of {run}"
        ) from error


def _first_opened(game: Game) -> int:
    return next(game.geometry.index(move.cell) for move in game.moves if move.kind == "open")


def _safety(turn: Turn) -> float:
    """Return the exact safety of a guess; NaN if unknown."""
    move = turn.decision.move
    if move.kind != "open":
        return math.nan
    try:
        return 1 - analyse(turn.position).chance(move.cell)
    except BudgetExceeded:
        return math.nan
