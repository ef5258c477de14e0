"""The metrics of games: every formula by hand, what is not defined, and the solved 3BV."""

from __future__ import annotations

import json
import math
import random

import pytest

import sapper
from sapper import Game, InputError, Layout
from sapper.board.cell import FLAG, is_number
from sapper.games.metrics import game_metrics
from sapper.games.metrics.clicks import ClickCounts
from tests.support.slow_metrics import SlowBoard

# 3x3 with the mine in the middle: 3BV 8, no opening. Three opens, a flag, a question mark and two
# chords in 8 seconds, then one more open.
GAME = "3x3/1 raw =010 0 o0,0@0 q1,1@1 f1,1@2 c0,0@4 c0,1@5 o2,0@6 o2,1@7.5 o2,2@8"


def test_every_formula_by_hand() -> None:
    # 3BV 8, solved 2; 2 opens that did, a flag and a chord that did nothing; 4 seconds
    clicks = ClickCounts(left=3, right=1, chord=1, wasted_left=1, wasted_chord=1)
    play = game_metrics(Game.parse("3x3/1 raw =010 0 o0,0@1 o0,1@2 f1,1@4"), clicks)
    assert (play.bbbv, play.solved_bbbv, play.time) == (8, 2, 4.0)
    assert play.bbbv_per_second == 2 / 4
    assert play.efficiency == 2 / 5
    assert play.correctness == 3 / 5
    assert play.rqp == 4 / (2 / 4)
    assert play.clicks_per_second == 5 / 4
    assert ("wasted clicks", "2", "clicks that changed nothing") in play.rows().values()


def test_a_whole_game_by_hand() -> None:
    metrics = Game.parse(GAME).metrics
    assert metrics.status == "won"
    assert metrics.clicks == ClickCounts(left=4, right=2, chord=2)
    assert metrics.time == 8.0
    assert (metrics.bbbv, metrics.solved_bbbv) == (8, 8)
    assert (metrics.flags, metrics.is_no_flag) == (1, False)
    assert metrics.bbbv_per_second == 1.0
    assert metrics.efficiency == 1.0
    assert metrics.correctness == 1.0
    assert metrics.rqp == 8.0
    assert "not defined" not in str(metrics.remarks)


def test_a_lost_game() -> None:
    metrics = Game.parse("3x3/1 raw =010 0 o0,0@1 o0,1@2 o1,1@4").metrics
    assert metrics.status == "lost"
    assert (metrics.solved_bbbv, metrics.bbbv) == (2, 8)
    assert metrics.bbbv_per_second == 0.5
    assert metrics.rqp == 8.0
    assert metrics.pluck == math.inf
    document = json.loads(json.dumps(sapper.document(metrics), allow_nan=False))
    assert document["pluck"] is None
    assert document["pluck_problem"] is None
    assert ("pluck", "infinite") in [row[:2] for row in metrics.rows().values()]


def test_figures_that_are_not_defined_are_left_out_and_named() -> None:
    metrics = Game.parse("3x3/1 raw =010 0 o0,0 f1,1").metrics
    assert {metrics.time, metrics.bbbv_per_second, metrics.rqp} == {None}
    assert metrics.efficiency == 0.5
    assert metrics.remarks[-1] == "not defined: time, 3BV/s, RQP, clicks/s"
    names = [name for name, _, _ in metrics.rows().values()]
    assert "3BV/s" not in names
    assert "efficiency (IOE)" in names


@pytest.mark.parametrize(
    ("line", "figure"),
    [
        ("3x3/1 raw =100 0 o2,2@0", "bbbv_per_second"),
        ("3x3/1 raw =100 0 q0,0@2", "rqp"),
        ("3x3/1 raw =100 0", "efficiency"),
    ],
)
def test_nothing_is_divided_by_0(line: str, figure: str) -> None:
    assert getattr(Game.parse(line).metrics, figure) is None


def test_before_the_mines_are_dealt() -> None:
    with pytest.raises(InputError, match="dealt by its first open"):
        _ = Game("9x9/10", seed=1).metrics


def test_a_flag_delays_an_opening() -> None:
    game = Game.parse("1x6/1 raw =20 0 f0,5 o0,3@1")  # r0c5 is a 0 under a wrong flag
    assert (game.metrics.bbbv, game.metrics.solved_bbbv) == (1, 0)
    game.unmark((0, 5))
    game.open((0, 5))
    assert game.status == "won"
    assert game.metrics.solved_bbbv == 1


def test_the_solved_3bv_equals_the_twin() -> None:
    rng = random.Random(5)
    for seed in range(60):
        game = Game(rng.choice(["6x6/6", "hex-6x6/5", "torus-6x6/5"]), seed=seed)
        for _ in range(rng.randint(1, 12)):
            hidden = [cell for cell in game.geometry.cells() if not game.is_open(cell)]
            cell = rng.choice(hidden)
            if game.is_over or game.position.face(cell) == FLAG:
                break
            game.flag(cell) if rng.random() < 0.2 else game.open(cell)
        if game.layout is None:
            continue
        slow, faces = SlowBoard(Layout(game.geometry, game.layout)), game.position.faces
        expected = slow.solved(lambda i, faces=faces: is_number(faces[i]))  # type: ignore[misc]
        assert game.metrics.solved_bbbv == expected
        assert (expected == slow.bbbv) == (game.status == "won")


def test_the_value_does_not_change_with_the_game() -> None:
    game = Game.parse(GAME)
    game.undo()
    metrics, text = game.metrics, game.text
    game.open((2, 2))
    assert (metrics.solved_bbbv, str(metrics.game.line)) == (7, text)
    assert metrics.pluck == Game.parse(text).metrics.pluck
    assert metrics == Game.parse(text).metrics
