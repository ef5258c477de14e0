"""Games on large boards: the work grows with the board, not with its square."""

from __future__ import annotations

import tracemalloc
from unittest.mock import patch

import pytest

from sapper.analysis import analyse
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Game, play, turns
from sapper.lab.playing.chunk import play_chunk
from sapper.lab.playing.games import play_games
from sapper.lab.runs.run import Run
from sapper.players import player_spec
from sapper.reviews import classify
from sapper.reviews.reviewing import review

BOARD = "60x60/360"


def test_a_native_player_looks_at_the_board_once_for_all_certain_cells() -> None:
    game = Game(BoardSpec.parse(BOARD), StartRule.OPEN, seed=1)
    played = list(turns(game, player_spec("fast")))
    assert len(played) > 400
    assert len({id(turn.position) for turn in played}) < 60


def test_positions_are_not_built_for_every_move() -> None:
    with patch.object(Position, "_trusted", wraps=Position._trusted) as built:
        record = play("fast", BOARD, seed=1, start="open")
    assert record.steps > 400
    assert built.call_count < 60


@pytest.mark.parametrize("name", ["champion", "fast"])
@pytest.mark.parametrize("line", ["16x30/99 safe 7 0", "9x9/10 safe 5 0 f0,0 f4,4 f7,2"])
def test_moves_decided_together_are_those_decided_one_by_one(name: str, line: str) -> None:
    together = Game.parse(line)
    for _ in turns(together, player_spec(name)):
        pass
    alone, player = Game.parse(line), player_spec(name).player(1)
    while not alone.is_over:
        alone.make(player.decide(alone.position).move)
    assert alone.moves == together.moves


def test_a_chunk_keeps_no_positions() -> None:
    run = Run.of("greedy", "40x40/160", seed=1, start=StartRule.OPEN, first="middle")
    play_chunk(run, 0, 1)  # fills the caches
    tracemalloc.start()
    steps = int(play_games(run, 0, 1)[0].steps[0])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert steps > 200
    assert peak < steps * 40 * 40 / 2


def test_a_review_analyses_only_what_is_not_yet_known() -> None:
    record = play("fast", BOARD, seed=1, start="open")
    with patch.object(classify, "analyse", wraps=analyse) as analysed:
        found = review(record, games=1)
    assert len(found.moves) > 400
    assert analysed.call_count < 60


def test_progress_is_reported_up_to_the_whole_board() -> None:
    told: list[tuple[int, int]] = []
    play("fast", BOARD, seed=1, start="open", watch=lambda done, total: told.append((done, total)))
    assert len(told) > 5
    assert sorted(told) == told
    assert {total for _, total in told} == {3240}
