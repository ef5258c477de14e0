"""Play a chunk: some games of a run, one after another, and their figures.

A chunk may be played anywhere (this process, another, a cluster) and gives the same figures,
apart from the time it took. Guesses are weighed after the game by the exact analysis of the
position in which they were made, so the safety kept is the true one, whatever the player thought.
A score is the core's to give.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from importlib import import_module
from time import perf_counter

import numpy as np

from sapper.analysis import analyse
from sapper.board.cell import MAX_NUMBER, Cell
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import BudgetExceeded, SapperError
from sapper.games.native import play_games
from sapper.games.record import Record
from sapper.games.turns import play
from sapper.lab.games import Games
from sapper.lab.run import Run
from sapper.players.decision import Decision
from sapper.players.player import Player
from sapper.players.registry import Strategy

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
    notes: list[tuple[Position, Decision]] = []
    player = _watched(run.player, notes)
    for game in range(begin, begin + count):
        notes.clear()
        row, weighed = _game(run, game, player, notes)
        rows.append(row)
        safeties += weighed
    return Games.of_rows(begin, rows, safeties)


def _game(
    run: Run, game: int, player: Strategy, notes: list[tuple[Position, Decision]]
) -> tuple[tuple[float, ...], list[float]]:
    """Return one game's row, in the order of `COLUMNS`, and the safeties of its guesses."""
    cell = run.opening.cell_of(run.spec, run.seed, game)
    try:
        record = play(player, run.spec, seed=run.seed, start=run.rule, first=cell, game=game)
    except SapperError as error:
        error.add_note(f"in game {game} of {run}")
        raise
    weighed = _safeties(run, cell, notes)
    assert len(weighed) == record.guesses, f"game {game} of {run}: a guess was not seen"
    geometry = run.spec.geometry
    first = next(move.cell for move in record.moves if move.kind == "open")
    row = (
        record.is_won,
        record.steps,
        record.guesses,
        record.guesses_survived,
        math.fsum(weighed),
        math.fsum(safety * (1 - safety) for safety in weighed),
        record.seconds,
        geometry.index(first),
        _cleared(record, run.spec),
        geometry.index(record.moves[-1].cell),
        math.nan,
    )
    return row, weighed


def _cleared(record: Record, spec: BoardSpec) -> int:
    return spec.safe_cells if record.is_won else sum(move.opened for move in record.moves)


def _watched(strategy: Strategy, notes: list[tuple[Position, Decision]]) -> Strategy:
    """Return the same strategy, whose players also note every guess and where it was made."""
    return replace(strategy, make=lambda **chosen: _Watched(strategy.make(**chosen), notes))


class _Watched(Player):
    """A player whose guesses are noted; it decides exactly as the one inside."""

    def __init__(self, player: Player, notes: list[tuple[Position, Decision]]) -> None:
        self._player, self._notes = player, notes

    def decide(self, position: Position) -> Decision:
        decision = self._player.decide(position)
        if decision.is_guess:
            self._notes.append((position, decision))
        return decision


def _safeties(run: Run, cell: Cell | None, notes: list[tuple[Position, Decision]]) -> list[float]:
    """Return the exact safety of every guess: also of a raw first click, never of a sure one."""
    is_raw = run.rule is StartRule.RAW
    weighed = [1 - run.spec.mines / run.spec.geometry.size] if is_raw and cell is not None else []
    if notes and cell is None and not is_raw and min(notes[0][0].faces) > MAX_NUMBER:
        notes = notes[1:]  # the start rule makes the player's first click sure
    return weighed + [_safety(position, decision) for position, decision in notes]


def _safety(position: Position, decision: Decision) -> float:
    if decision.move.kind != "open":
        return math.nan
    try:
        return 1 - analyse(position).chance(decision.move.cell)
    except BudgetExceeded:
        return math.nan
