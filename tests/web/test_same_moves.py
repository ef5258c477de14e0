"""The same game has the same moves in the library, in the laboratory and over the API."""

from __future__ import annotations

import httpx
import pytest

from sapper.board.spec import BoardSpec
from sapper.games import play
from sapper.lab.playing.games import play_games
from sapper.lab.runs.run import Run


@pytest.mark.parametrize("name", ["greedy", "hybrid", "bfs", "champion"])
@pytest.mark.parametrize("number", [0, 3])
def test_the_same_moves_everywhere(name: str, number: int, api: httpx.Client) -> None:
    spec = BoardSpec.parse("9x9/10")
    record = play(name, spec, seed=7, game=number)
    watched = api.post("/api/watch", json={"game": f"9x9/10 safe 7 {number}", "player": name})
    assert watched.json()["game"] == record.text
    assert [d["is_guess"] for d in watched.json()["decisions"]] == [
        m.is_guess for m in record.moves
    ]
    chunk = play_games(Run.of(name, spec, seed=7, first="player"), number, 1)[0]
    opened = [spec.geometry.index(move.cell) for move in record.moves if move.kind == "open"]
    assert chunk.steps.tolist() == [record.steps]
    assert chunk.guesses.tolist() == [record.guesses]
    assert chunk.first.tolist() == [opened[0]]
    assert chunk.last.tolist() == [spec.geometry.index(record.moves[-1].cell)]
