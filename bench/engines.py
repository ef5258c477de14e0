"""Engines: positions a second through the pipe, one by one and written ahead.

The trivial engine answers at once, so its figure is that of the protocol. The plain engine is the
example in thirty lines, and `sapper engine serve` a player of ours.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from statistics import median

from bench.benchmark import Say
from bench.clock import seconds
from sapper.board.position import Position
from sapper.games import Game, turns
from sapper.lab.table import Table, Value
from sapper.players import player_spec, player_spec_of
from sapper.players.protocol import EnginePlayer, close_engines

_TARGET = 2000
_POSITIONS = 1000
_AHEAD = 100
_REPEATS = 3
_TRIVIAL = (
    "import sys\n"
    "for line in sys.stdin:\n"
    "    if line[:2] == 'go': print('move open r0c0', flush=True)\n"
    "    elif line[:6] == 'sapper': print('sapper-engine 1\\nname trivial\\nversion 1\\nready', "
    "flush=True)\n"
)
_PLAIN = Path(__file__).parents[1] / "examples" / "engines" / "plain.py"
_SAPPER = [sys.executable, "-c", "from sapper.cli import main; main()", "engine", "-p", "fast"]


def tables(say: Say) -> list[Table]:
    """Return the speed of three engines, one by one and written ahead."""
    rows: list[list[Value]] = []
    for name, command in (
        ("trivial", [sys.executable, "-c", _TRIVIAL]),
        ("plain Python", [sys.executable, str(_PLAIN)]),
        ("sapper engine serve -p fast", _SAPPER),
    ):
        for board in ("9x9/10", "16x30/99"):
            say(f"{name} on {board}")
            rows.append([name, board, *_speeds(shlex.join(command), _positions(board))])
    close_engines()
    return [
        Table(
            "Engines: positions a second through the pipe",
            ["engine", "board", "one by one", f"{_AHEAD} ahead"],
            rows,
            [
                f"{_POSITIONS:,} positions of games, the median of {_REPEATS} runs, wall-clock "
                f"time, one process. To reach: {_TARGET:,} a second for the trivial engine.",
            ],
        )
    ]


def _positions(board: str) -> list[Position]:
    """Return positions before the moves of some games."""
    found: list[Position] = []
    number = 0
    while len(found) < _POSITIONS:
        game = Game(board, "open", seed=1, game=number)
        found += [turn.position for turn in turns(game, player_spec("fast"), (3, 3))][1:]
        number += 1
    return found[:_POSITIONS]


def _speeds(command: str, positions: list[Position]) -> tuple[float, float]:
    player = player_spec_of(f"engine:{command}").player()
    assert isinstance(player, EnginePlayer)
    player.answers(positions[:_AHEAD])  # warm up
    single, ahead = [], []
    for _ in range(_REPEATS):
        single.append(seconds(lambda: [player.answers([each]) for each in positions]))
        parts = [positions[at : at + _AHEAD] for at in range(0, len(positions), _AHEAD)]
        ahead.append(seconds(lambda p=parts: [player.answers(part) for part in p]))
    return len(positions) / median(single), len(positions) / median(ahead)
