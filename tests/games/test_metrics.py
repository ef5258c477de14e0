"""The metrics of games: every formula by hand, what is not defined, and the solved 3BV."""

from __future__ import annotations

import json
import math
import random
from types import SimpleNamespace

import pytest

import sapper
from sapper import Game, InputError, Layout
from sapper.board.cell import FLAG, is_number
from sapper.games.metrics import game_metrics
from sapper.games.metrics.clicks import ClickCounts
from sapper.games.metrics.figures import FIGURES, GameMetrics
from tests.support.slow_metrics import SlowBoard

# 3x3 with the mine in the middle: 3BV 8, no opening. Three opens, a flag, a question mark and two
# chords in 8 seconds, then one more open.
GAME = "3x3/1 raw =010 0 o0,0@0 q1,1@1 f1,1@2 c0,0@4 c0,1@5 o2,0@6 o2,1@7.5 o2,2@8"


FORMULAS = {figure.formula.key: figure for figure in FIGURES}


def measured(
    board: str, bbbv: int, solved: int, clicks: int, effective: int, time: float
) -> GameMetrics:
    """Return the figures of a game that exists on paper only."""
    known = {
        "game": SimpleNamespace(spec=board),
        "bbbv": bbbv,
        "solved_bbbv": solved,
        "clicks": ClickCounts(left=clicks, wasted_left=clicks - effective),
        "time": time,
    }
    found: GameMetrics = object.__new__(type("OnPaper", (GameMetrics,), known))
    return found


PLAY = measured("16x16/40", bbbv=100, solved=50, clicks=80, effective=64, time=10.0)


def compute(key: str, play: GameMetrics = PLAY) -> float:
    value, reason = FORMULAS[key].compute(play)
    assert value is not None, reason
    return value


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("3bv_per_second", 5.0),  # 50 / 10
        ("estimated_time", 20.0),  # 10 * 100 / 50
        ("efficiency", 0.625),  # 50 / 80
        ("correctness", 0.8),  # 64 / 80
        ("rqp", 2.0),  # 10 / 5
        ("ios", 0.5),  # log 10 / log 100
        ("clicks_per_second", 8.0),
    ],
)
def test_every_formula_by_hand(key: str, value: float) -> None:
    assert compute(key) == pytest.approx(value, rel=1e-6)


def test_a_known_game() -> None:
    # The example of ms_toollib's own documentation: an expert game with 127 of 3BV.
    play = measured("16x30/99", bbbv=127, solved=127, clicks=151, effective=144, time=49.25)
    assert compute("3bv_per_second", play) == 2.5786802030456855
    assert compute("clicks_per_second", play) == pytest.approx(3.065989847715736)
    assert compute("rqp", play) == pytest.approx(49.25**2 / 127)


def test_a_whole_game_by_hand() -> None:
    metrics = Game.parse(GAME).metrics
    assert metrics.status == "won"
    assert metrics.clicks == ClickCounts(left=4, right=2, chord=2)
    assert metrics.time == 8.0
    assert (metrics.bbbv, metrics.solved_bbbv) == (8, 8)
    assert (metrics.flags, metrics.is_no_flag) == (1, False)
    assert metrics.bbbv_per_second == 1.0
    assert metrics.estimated_time == 8.0
    assert metrics.efficiency == 1.0
    assert metrics.correctness == 1.0
    assert metrics.rqp == 8.0
    assert metrics.ios == 1.0
    assert not metrics.undefined


def test_wasted_clicks_of_a_replay() -> None:
    clicks = ClickCounts(left=6, right=3, chord=3, wasted_left=2, wasted_right=1, wasted_chord=1)
    metrics = game_metrics(Game.parse(GAME), clicks)
    assert metrics.efficiency == 8 / 12
    assert metrics.correctness == 8 / 12
    assert ("wasted clicks", "4", "clicks that changed nothing") in metrics.rows().values()


def test_a_lost_game() -> None:
    metrics = Game.parse("3x3/1 raw =010 0 o0,0@1 o0,1@2 o1,1@4").metrics
    assert metrics.status == "lost"
    assert (metrics.solved_bbbv, metrics.bbbv) == (2, 8)
    assert metrics.bbbv_per_second == 0.5
    assert metrics.estimated_time == 16.0
    assert metrics.rqp == 8.0
    assert metrics.pluck == math.inf
    document = json.loads(json.dumps(sapper.document(metrics), allow_nan=False))
    assert document["pluck"] is None
    assert {"figure": "pluck", "reason": "infinite: the game is lost"} in document["undefined"]
    assert ("pluck", "infinite") in [row[:2] for row in metrics.rows().values()]


def test_without_times() -> None:
    metrics = Game.parse("3x3/1 raw =010 0 o0,0 f1,1").metrics
    assert (metrics.bbbv_per_second, metrics.undefined["3bv_per_second"]) == (
        None,
        "the last move has no time",
    )
    for key in ("time", "estimated_time", "rqp", "ios"):
        assert getattr(metrics, key) is None
        assert metrics.undefined[key] == "the last move has no time"
    assert metrics.efficiency == 0.5
    assert any(text.endswith("not defined: the last move has no time") for text in metrics.remarks)
    names = [name for name, _, _ in metrics.rows().values()]
    assert "3BV/s" not in names
    assert "efficiency (IOE)" in names


def test_figures_that_are_not_defined() -> None:
    at_once = Game.parse("3x3/1 raw =100 0 o2,2@0").metrics
    assert at_once.status == "won"
    assert at_once.undefined["3bv_per_second"] == "the time is 0"
    one_second = Game.parse("3x3/1 raw =100 0 o2,2@1").metrics
    assert one_second.undefined["ios"] == "the logarithm of the 3BV is 0"
    marked = Game.parse("3x3/1 raw =100 0 q0,0@2").metrics
    assert marked.undefined["estimated_time"] == "no 3BV is solved"
    assert marked.pluck == 0.0
    nothing = Game.parse("3x3/1 raw =100 0").metrics
    assert nothing.undefined["efficiency"] == "there are no clicks"
    assert nothing.clicks.total == 0


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
