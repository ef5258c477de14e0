"""Players of the papers: games per second, compared with a player that knows the mines.

The player that knows the mines opens every safe cell: its cost is the cost of the game itself.
A ratio of 1 would be a player that decides at no cost. Seconds are processor time, which other load
on the machine affects less.
"""

from __future__ import annotations

from time import process_time

from bench.benchmark import Say
from sapper.board.cell import is_covered
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Game, Record, Status, play
from sapper.lab.table import Table, Value
from sapper.players import player_specs

__all__ = ["tables"]

BOARDS = ("9x9/10", "16x16/40", "16x30/99")
GAMES = 60
SEED = 2025


def tables(say: Say) -> list[Table]:
    """Return the games per second of every player on three boards."""
    rows: list[list[Value]] = []
    for board in BOARDS:
        say(f"{board}: every player")
        rows += _rows(board)
    return [
        Table(
            "Players: games per second, and the share of the time that the game itself takes",
            ["player", "board", "games", "games per second", "of the floor", "win %", "steps"],
            rows,
            ["The floor is a player that knows the mines: its cost is the cost of the game."],
        )
    ]


def _rows(board: str) -> list[list[Value]]:
    """Return the floor and every player on one board, first cell in the middle, open start."""
    spec = BoardSpec.parse(board)
    began = process_time()
    steps = sum(_play_knowing_the_mines(spec, game) for game in range(GAMES))
    floor = process_time() - began
    rows: list[list[Value]] = [
        ["knows the mines", board, GAMES, GAMES / floor, 1.0, 100.0, steps / GAMES]
    ]
    for entry in player_specs():
        began = process_time()
        records = [_play(entry.name, spec, game) for game in range(GAMES)]
        seconds = process_time() - began
        won = sum(record.is_won for record in records)
        steps = sum(record.steps for record in records)
        rows.append(
            [entry.name, board, GAMES, GAMES / seconds, floor / seconds, 100 * won / GAMES,
             steps / GAMES]
        )  # fmt: skip
    return rows


def _play(name: str, spec: BoardSpec, game: int) -> Record:
    middle = spec.rows // 2, spec.columns // 2
    return play(name, spec, seed=SEED, start="open", first=middle, game=game)


def _play_knowing_the_mines(spec: BoardSpec, game: int) -> int:
    """Open every safe cell that is still covered; return the number of steps."""
    table = Game(spec, StartRule.OPEN, seed=SEED, game=game)
    table.open((spec.rows // 2, spec.columns // 2))
    layout, steps = table.layout, 1
    assert layout is not None
    for index, is_mine in enumerate(layout):
        if not is_mine and is_covered(table.position.faces[index]):
            table.open(spec.geometry.cell(index))
            steps += 1
    assert table.status is Status.WON
    return steps
