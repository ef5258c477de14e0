"""Pluck equals the sum over all layouts by brute force, chords by the joint chance."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from sapper import Budget, Game, Position
from sapper.analysis import core_query
from sapper.analysis.budget import Allowance
from sapper.analysis.core_query import chance_all_safe
from sapper.board import BoardSpec
from sapper.documents import document
from sapper.games.game import cells_to_open
from sapper.games.metrics import game_metrics
from sapper.games.metrics.pluck import pluck_of
from sapper.players.decision import Move
from tests.support.brute_force import layouts
from tests.support.random_positions import late_position, random_geometry


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
