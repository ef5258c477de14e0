"""Every built-in player plays 20 fixed games as its golden file says, move by move."""

from __future__ import annotations

import pytest

from sapper import play
from sapper.players import player_specs
from tests.golden.contents import Compare

GAMES = [
    *(
        (board, start, game)
        for board in ("8x8/10", "5x5/6")
        for start in ("raw", "safe", "open")
        for game in range(2)
    ),
    *(("torus-6x6/6", "safe", game) for game in range(4)),
    *(("hex-6x6/6", "safe", game) for game in range(4)),
]
TINY = [("4x4/4", start, game) for start in ("raw", "safe", "open", "safe") for game in range(5)]
SLOW = {"probability-naive"}


@pytest.mark.parametrize("name", [each.name for each in player_specs()])
def test_moves(name: str, compare: Compare) -> None:
    games = TINY if name in SLOW else GAMES
    records = (play(name, board, seed=7, start=start, game=game) for board, start, game in games)
    compare(
        f"moves/{name}.txt", "".join(f"{record.text} {record.result.value}\n" for record in records)
    )
