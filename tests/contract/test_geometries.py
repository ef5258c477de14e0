"""Games on every geometry that positions can have, by every registered player."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest

import sapper
from sapper import BoardSpec, Game, Geometry, InputError, analyse, play, review
from sapper.board.geometry import SHAPES
from sapper.documents import document
from sapper.games import Status, turns
from sapper.games.continuation import continue_position
from sapper.players import player_spec, player_specs
from tests.support.soundness import assert_sound, assert_well_formed

ALL = [entry.name for entry in player_specs()]


def _random_graph(size: int, seed: int) -> Geometry:
    """Return a ring with some chords, so that it is connected."""
    random = Random(seed)
    around: list[set[int]] = [{(i - 1) % size, (i + 1) % size} for i in range(size)]
    for _ in range(size):
        one, other = random.sample(range(size), 2)
        around[one].add(other)
        around[other].add(one)
    return Geometry.graph([sorted(cells) for cells in around])


RING = Geometry.graph([[(i - 1) % 9, (i + 1) % 9] for i in range(9)])
SPOKES = Geometry.graph([list(range(1, 12)), *([0] for _ in range(11))], rows=3, columns=4)
BOARDS = [
    *(BoardSpec.on(Geometry.of_shape(shape, 5, 6), 6) for shape in SHAPES),
    BoardSpec.on(RING, 2),
    BoardSpec.on(SPOKES, 4),
    BoardSpec.on(_random_graph(24, 1), 5),
    BoardSpec.on(_random_graph(40, 2), 8),
]
every_board = pytest.mark.parametrize("board", BOARDS, ids=str)


@every_board
@pytest.mark.parametrize("name", ALL)
def test_every_player_plays_soundly_on_every_geometry(name: str, board: BoardSpec) -> None:
    for number in range(3):
        game = Game(board, seed=5, game=number)
        for turn in turns(game, player_spec(name)):
            assert_well_formed(turn.decision)
            if turn.position.faces.count(64) < board.geometry.size:  # after the first cell
                assert_sound(turn.position, turn.decision, analyse(turn.position))
        assert game.is_over


@every_board
@pytest.mark.parametrize("start", ["raw", "safe", "open"])
def test_a_record_survives_every_round_trip(board: BoardSpec, start: str) -> None:
    try:
        record = play("champion", board, seed=2, start=start)
    except InputError as error:
        assert start == "open"
        assert "cannot hold" in str(error)  # noqa: PT017 (only this refusal is meant)
        return
    game = record.game
    assert game.status is record.result
    assert game.geometry == board.geometry
    text = json.dumps(document(record))
    for again in (
        Game.parse(record.text, geometry=board.graph),
        Game.parse(text),
        pickle.loads(pickle.dumps(record)).game,
        Game.parse(json.dumps(document(game))),
    ):
        assert again.position == game.position
        assert document(again) == document(game)
    assert (document(record)["neighbours"] is None) == (board.graph is None)


@every_board
def test_a_game_is_reviewed_and_continued(board: BoardSpec) -> None:
    record = play("fast", board, seed=4)
    assert len(review(record, games=20).moves) == record.steps
    game = Game(board, seed=3)
    game.open(game.geometry.cell(0))
    if game.status is Status.PLAYING:
        assert continue_position(game.position, seed=1).position == game.position


def test_a_line_of_a_graph_needs_its_geometry() -> None:
    line = Game(BoardSpec.on(RING, 2), seed=1).text
    assert line == "graph-1x9/2 safe 1 0"
    with pytest.raises(InputError, match="does not contain the neighbours of its cells"):
        Game.parse(line)
    with pytest.raises(InputError, match="expected a board of <Geometry graph 3x4"):
        Game.parse(line, geometry=SPOKES)
    with pytest.raises(InputError, match=r"BoardSpec.on\(geometry, mines\)"):
        play("fast", "graph-1x9/2")
    with pytest.raises(InputError, match="in 'neighbours'"):
        Game.parse(json.dumps({"game": line, "neighbours": [[1], [2], [0]]}))
    with pytest.raises(InputError):
        Game.parse(json.dumps({"game": line, "neighbours": 7}))


def test_the_laboratory_refuses_a_graph_clearly() -> None:
    with pytest.raises(InputError, match="play single games on it"):
        sapper.simulate("fast", BoardSpec.on(RING, 2), games=2)
