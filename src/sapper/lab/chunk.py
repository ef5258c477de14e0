"""Play a chunk: some games of a run, one after another, and their figures.

A chunk may be played anywhere (this process, another, a cluster) and gives the same figures,
apart from the time it took. Guesses are weighed after the game by the exact analysis of the
position in which they were made, so the safety kept is the true one, whatever the player thought.
A score is the core's to give.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter

import numpy as np

from sapper.analysis import analyse
from sapper.board.cell import Cell
from sapper.board.spec import StartRule
from sapper.errors import BudgetExceeded, SapperError
from sapper.games.game import Game, Status
from sapper.games.native import play_games
from sapper.games.turns import Turn, turns
from sapper.lab.games import Games
from sapper.lab.run import Run

__all__ = ["Chunk", "play_chunk"]


@dataclass(frozen=True)
class Chunk:
    """Games that were played, and how long that took."""

    games: Games
    elapsed: float


def play_chunk(run: Run, begin: int, count: int, threads: int = 1, module: str = "") -> Chunk:
    """Return games `begin` to `begin + count - 1` of a run.

    `threads` is for players of the core only. `module` is where the strategy was made, for a
    process that has not seen it yet.
    """
    if module not in ("", "__main__"):
        import_module(module)
    began = perf_counter()
    if run.native is None:
        games = _in_python(run, begin, count)
    elif run.opening.cell is not None:
        games = _in_the_core(run, run.opening.cell, begin, count, threads)
    else:  # another first cell for every game: each is a match of its own
        cells = [(game, _first_cell(run, game)) for game in range(begin, begin + count)]
        games = Games.joined(_in_the_core(run, cell, game, 1, 1) for game, cell in cells)
    return Chunk(games, perf_counter() - began)


def _first_cell(run: Run, game: int) -> Cell:
    cell = run.opening.cell_of(run.spec, run.seed, game)
    assert cell is not None
    return cell


def _in_the_core(run: Run, cell: Cell, begin: int, count: int, threads: int) -> Games:
    """Return games that the core plays; under `raw` the first click counts as a guess here too."""
    assert run.native is not None
    table = play_games(run.spec, run.rule, cell, run.seed, begin, count, run.native, threads)
    guesses, survived = table.guesses, table.survived
    expected, variance, safeties = table.expected, table.variance, table.safeties
    if run.rule is StartRule.RAW:
        safety = 1 - run.spec.mines / run.spec.geometry.size
        is_first_lost = ~table.won & (guesses == 0)
        safeties = np.insert(safeties, np.cumsum(guesses) - guesses, safety)
        guesses, survived = guesses + 1, survived + ~is_first_lost
        expected, variance = expected + safety, variance + safety * (1 - safety)
    first = np.full(count, run.spec.geometry.index(cell), np.int32)
    return Games(
        begin, table.won, table.moves, guesses.astype(np.int32), survived.astype(np.int32),
        expected, variance, table.seconds, first, table.cleared, table.last, table.score, safeties,
    )  # fmt: skip


def _in_python(run: Run, begin: int, count: int) -> Games:
    rows: list[tuple[float, ...]] = []
    safeties: list[float] = []
    for number in range(begin, begin + count):
        row, weighed = _play_game(run, number)
        rows.append(row)
        safeties += weighed
    return Games.of_rows(begin, rows, safeties)


def _play_game(run: Run, number: int) -> tuple[tuple[float, ...], list[float]]:
    """Return one game's row, in the order of `COLUMNS`, and the safeties of its guesses."""
    cell = run.opening.cell_of(run.spec, run.seed, number)
    game = Game(run.spec, run.rule, seed=run.seed, game=number)
    try:
        played = list(turns(game, run.player, cell))
    except SapperError as error:
        error.add_note(f"in game {number} of {run}")
        raise
    guesses = [turn for turn in played if turn.decision.is_guess]
    safeties = [_safety(turn) for turn in guesses]
    row = (
        game.status is Status.WON,
        len(played),
        len(guesses),
        sum(turn.status is not Status.LOST for turn in guesses),
        math.fsum(safeties),
        math.fsum(safety * (1 - safety) for safety in safeties),
        sum(turn.seconds for turn in played),
        _first_opened(game),
        game.spec.safe_cells - game.safe_left,
        game.geometry.index(played[-1].decision.move.cell),
        math.nan,
    )
    return row, safeties


def _first_opened(game: Game) -> int:
    return next(game.geometry.index(move.cell) for move in game.moves if move.kind == "open")


def _safety(turn: Turn) -> float:
    """Return the exact safety of a guess, NaN if it is not known."""
    move = turn.decision.move
    if move.kind != "open":
        return math.nan
    try:
        return 1 - analyse(turn.position).chance(move.cell)
    except BudgetExceeded:
        return math.nan
