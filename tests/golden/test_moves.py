"""Every built-in player plays 20 games as its golden file says, move by move."""

from __future__ import annotations

import pytest

from sapper import play
from sapper.players import player_specs
from tests.golden.contents import Compare

BOARDS = ["5x5/6", "8x8/10", "torus-6x6/6", "hex-6x6/6", "16x16/40"]
TINY = {"probability-naive": ["4x4/4"]}
"""The boards of a player that tries every placement of the mines."""


@pytest.mark.parametrize("name", [entry.name for entry in player_specs()])
def test_moves(name: str, compare: Compare) -> None:
    boards = TINY.get(name, BOARDS)
    lines = []
    for game in range(20):
        start, board = ("raw", "safe", "open")[game % 3], boards[game % len(boards)]
        record = play(name, board, start=start, seed=7, game=game)
        lines.append(f"{record.text} {record.result.value}\n")
    compare(f"moves/{name}.txt", "".join(lines))
