"""The metrics of games: every formula by hand, what is not defined; pluck by brute force."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction

import pytest

import sapper
from sapper import Budget, Game, Layout, Position
from sapper.analysis import core_query
from sapper.analysis.budget import Allowance
from sapper.analysis.core_query import chance_all_safe
from sapper.board import BoardSpec
from sapper.board.cell import FLAG, is_number
from sapper.documents import document
from sapper.games.game import cells_to_open
from sapper.games.metrics import game_metrics
from sapper.games.metrics.clicks import ClickCounts
from sapper.games.metrics.pluck import pluck_of
from sapper.players.decision import Move
from tests.support.brute_force import layouts
from tests.support.random_positions import late_position, random_geometry
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


def survival(position: Position, cells: tuple[int, ...]) -> Fraction:
    """Return the share of all layouts in which none of the cells is a mine."""
    fitting = list(layouts(position))
    return Fraction(sum(not mines.intersection(cells) for mines in fitting), len(fitting))


def random_game(rng: random.Random) -> Game:
    """Return a small game of random opens, chords and flags, also wrong ones, up to its end."""
    geometry = random_geometry(rng, 12)
    mines = rng.randint(0, max(0, geometry.size // 3))
    game = Game(
        BoardSpec.on(geometry, min(mines, geometry.size - 1)), "raw", seed=rng.getrandbits(32)
    )
    for _ in range(25):
        cells = list(geometry.cells())
        kind = rng.choice(["open", "flag", "chord", "chord", "unmark", "question"])
        moves = [Move(kind, cell) for cell in rng.sample(cells, len(cells))]
        if kind == "flag" and game.layout and rng.random() < 0.8:
            moves = [move for move in moves if game.layout[geometry.index(move.cell)]]
        for move in moves:
            if _is_legal(game, move):
                game.make(move)
                break
        if game.is_over:
            break
    return game


def _is_legal(game: Game, move: Move) -> bool:
    try:
        game.make(move)
    except ValueError:
        return False
    game.undo()
    return True


def expected_chances(game: Game) -> list[Fraction]:
    replay, chances = Game.parse(game.line.opening), []
    has_begun = False
    for move in game.moves:
        if move.kind in ("open", "chord"):
            if has_begun:
                cells = cells_to_open(replay.position, move)
                chances.append(survival(replay.position, cells))
            has_begun = True
        replay.make(move)
    return chances


@pytest.mark.parametrize("seed", range(12))
def test_equal_to_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        game = random_game(rng)
        expected, found = expected_chances(game), pluck_of(game)
        assert found.chances == pytest.approx([float(chance) for chance in expected], abs=1e-12)
        survived = expected[:-1] if game.status == "lost" else expected
        total = -sum(math.log10(chance) for chance in survived)
        assert found.survived == pytest.approx(total, abs=1e-12)
        assert found.value == (
            math.inf if game.status == "lost" else pytest.approx(total, abs=1e-12)
        )
        assert game.metrics.pluck == found.value


def test_random_games_have_chords_losses_and_risks() -> None:
    games = [random_game(random.Random(seed)) for seed in range(60)]
    kinds = [move.kind for game in games for move in game.moves]
    assert kinds.count("chord") > 10
    assert {"won", "lost"} <= {game.status.value for game in games}
    assert any(0 < chance < 1 for game in games for chance in pluck_of(game).chances)


@pytest.mark.parametrize("seed", range(20))
def test_the_joint_chance_of_cells(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        position = late_position(rng)
        covered = [position.geometry.index(cell) for cell in position.covered()]
        cells = tuple(rng.sample(covered, rng.randint(0, min(4, len(covered)))))
        found = chance_all_safe(position, cells, Allowance())
        assert found == pytest.approx(float(survival(position, cells)), abs=1e-13)


def test_hardly_possible_survivals_are_compared_by_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_query, "_ROUNDED", 2.0)  # as if every chance had lost its digits
    test_the_joint_chance_of_cells(seed=100)
    position = Position.hidden(BoardSpec(30, 30, 0).geometry, 899)
    assert chance_all_safe(position, [7], Allowance()) == pytest.approx(1 / 900, rel=1e-12)


def test_the_budget_is_honoured() -> None:
    game = Game("expert", seed=3)
    for cell in [(0, 0), (15, 29), (8, 8), (8, 15)]:
        if not game.is_over and not game.is_open(cell):
            game.open(cell)
    found = pluck_of(game, Budget(states=1))
    assert found.value is None
    assert found.problem is not None
    assert found.problem.startswith("stopped by the budget after")
    assert pluck_of(game, Budget(milliseconds=1e-6)).value is None
    metrics = game_metrics(game, budget=Budget(states=1))
    assert metrics.pluck is None
    assert metrics.remarks[-1] == document(metrics)["pluck_problem"] == found.problem
