"""The same game has the same moves in the library, in the laboratory and over the API."""

from __future__ import annotations

import httpx
import pytest

from sapper.board.spec import BoardSpec
from sapper.games import Game, play, turns
from sapper.lab.playing.games import play_games
from sapper.lab.runs.run import Run
from sapper.players import player_spec


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


def test_a_turn_tells_what_was_seen_and_what_came_of_it() -> None:
    game = Game(BoardSpec.parse("9x9/10"), seed=7)
    shown = Game(BoardSpec.parse("9x9/10"), seed=7)
    for turn in turns(game, player_spec("greedy")):
        assert turn.position == shown.position
        before = shown.safe_left
        assert shown.make(turn.decision.move) is turn.status is game.status
        assert turn.opened == before - shown.safe_left
    assert game.is_over
