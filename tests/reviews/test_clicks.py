"""The review of clicks agrees with the metrics, and knows no mines."""

from __future__ import annotations

import pytest

from sapper import Game, InputError, document, play
from sapper.games.metrics import ClickCounts
from sapper.players.engine.clicks import compare_clicks
from sapper.reviews.clicks import review_clicks


@pytest.mark.parametrize("player", ["champion", "efficient", "hybrid"])
def test_its_sums_are_the_figures_of_metrics(player: str) -> None:
    for game in range(4):
        played = play(player, "8x8/10", seed=11, game=game).game
        found, metrics = review_clicks(played), played.metrics
        assert found.solved == metrics.solved_bbbv
        assert found.clicks == metrics.clicks
        assert found.extra == metrics.clicks.total - metrics.solved_bbbv
        assert found.solved / found.clicks.total == metrics.efficiency
        assert len(document(found)["moves"]) == len(played.moves)


def test_clicks_that_changed_nothing_count_too() -> None:
    game = play("fast", "8x8/10", seed=11).game
    usual = review_clicks(game)
    clicks = ClickCounts(usual.clicks.left + 3, wasted_left=3)
    assert review_clicks(game, clicks=clicks).extra == usual.extra + 3


def test_opening_one_by_one_what_a_chord_opens_is_found() -> None:
    # The chord of r1c1 opens three cells once its mine is flagged; the game opens one of them.
    game = Game.parse("5x5/4 safe 1 0 o3,2 o0,2")
    found = [move for move in review_clicks(play("champion", "9x9/10", seed=5)).moves if move.text]
    assert found
    assert all((move.could_save or 0) >= 0.5 for move in found)
    assert "clicks could have been saved: " in found[0].text
    assert review_clicks(game).moves[0].could_save is None


def test_a_move_that_solved_more_than_it_cost_is_not_listed() -> None:
    found = review_clicks(play("efficient", "9x9/10", seed=7, start="open").game)
    rich = [str(move.number) for move in found.moves if move.solved > 1 and not move.text]
    assert rich
    assert not {number for number, *_rest in found.rows()}.intersection(rich)
    flags = {str(move.number) for move in found.moves if move.move.kind == "flag"}
    assert flags
    assert not {number for number, *_rest in found.rows()} & flags


def test_one_click_is_singular() -> None:
    found = review_clicks("3x3/1 open 1 0 o0,0")
    assert found.summary.startswith("1 click solved "), found.summary


def test_what_is_better_was_known_then() -> None:
    game = play("champion", "9x9/10", seed=5).game
    for position, move in zip(game.positions(), review_clicks(game).moves, strict=True):
        if move.better is not None:
            assert move.better.move in [plan.move for plan in compare_clicks(position)]


def test_a_game_without_moves_is_refused() -> None:
    with pytest.raises(InputError, match="nothing to review"):
        review_clicks("9x9/10 safe 1 0")
