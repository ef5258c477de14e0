"""Whole games: the time per cell as the board grows, for players that see one position at a time.

A game that is won opens every safe cell, so its time per cell should stay the same. Seconds are
processor time, the least of several rounds; every round goes through all sizes.
"""

from __future__ import annotations

from math import inf
from time import process_time

from bench.benchmark import Say
from bench.clock import seconds
from sapper.games import Game, Record, play
from sapper.lab.table import Table, Value

__all__ = ["tables"]

SIDES = (30, 100, 300)
PLAYERS = ("fast", "champion", "greedy", "hybrid")
DENSITY = 0.1
ROUNDS = 3
MOST_SEEDS = 50


def tables(say: Say) -> list[Table]:
    """Return the microseconds per cell of won games, of their replay, and their growth."""
    rows: list[list[Value]] = []
    for player in PLAYERS:
        say(f"{player}: {', '.join(f'{side}x{side}' for side in SIDES)}")
        rows += _rows(player)
    return [
        Table(
            "Whole games in Python: time per cell as the board grows",
            ["player", "board", "moves", "milliseconds", "us per cell", "of the least",
             "replay, us per cell"],
            rows,
            [
                "Of the least: the time per cell divided by the least of the same player; "
                "a game whose cost grows with the square of the board would show 100 at 300x300.",
            ],
        )
    ]  # fmt: skip


def _rows(player: str) -> list[list[Value]]:
    games = [_won_game(player, side) for side in SIDES]
    best = [(inf, inf)] * len(games)
    for _ in range(ROUNDS):
        for i, (seed, record) in enumerate(games):
            again = seconds(
                lambda s=seed, r=record: _play(player, str(r.game.spec), s), process_time
            )
            replay = seconds(lambda r=record: Game.parse(r.text), process_time)
            best[i] = min(best[i][0], again), min(best[i][1], replay)
    cells = [record.game.geometry.size for _, record in games]
    per_cell = [1e6 * time / size for (time, _), size in zip(best, cells, strict=True)]
    return [
        [player, str(record.game.spec), record.steps, 1e3 * best[i][0], per_cell[i],
         per_cell[i] / min(per_cell), 1e6 * best[i][1] / cells[i]]
        for i, (_, record) in enumerate(games)
    ]  # fmt: skip


def _won_game(player: str, side: int) -> tuple[int, Record]:
    """Return the first game that is won, with its seed."""
    board = f"{side}x{side}/{round(DENSITY * side * side)}"
    for seed in range(MOST_SEEDS):
        record = _play(player, board, seed)
        if record.is_won:
            return seed, record
    raise RuntimeError(f"{player} won none of {MOST_SEEDS} games on {board}")


def _play(player: str, board: str, seed: int) -> Record:
    return play(player, board, seed=seed, start="open")
