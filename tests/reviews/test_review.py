"""Reviews: skill and luck add up to the outcome, and verdicts are correct."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from math import nan

import pytest

from sapper import _core, document
from sapper.analysis import Budget, analyse
from sapper.board.cell import HIDDEN
from sapper.errors import BudgetExceeded, InputError
from sapper.games import Game, Status, play
from sapper.reviews.reviewing import MoveVerdict, Review, review
from tests.support.best_play import BestPlay

FEW = 24  # sampled layouts per estimate; any number would do

GAMES = [
    ("greedy", "9x9/10", "safe"),
    ("greedy", "9x9/10", "open"),
    ("greedy", "9x9/10", "raw"),
    ("bfs", "16x16/40", "safe"),
    ("greedy", "16x30/99", "open"),
    ("champion", "16x30/99", "safe"),
    ("greedy", "torus-8x8/10", "safe"),
    ("probability", "hex-8x9/14", "safe"),
    ("greedy", "4x4/4", "raw"),
    ("greedy", "1x7/2", "safe"),
    ("greedy", "2x2/3", "safe"),
]


def adds_up(found: Review) -> bool:
    return abs(found.end.chance - found.start.chance - found.skill - found.luck) < 1e-12


@pytest.mark.parametrize(("player", "board", "start"), GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_skill_and_luck_add_up_to_the_outcome(player, board, start, seed):
    record = play(player, board, seed=seed, start=start)
    found = review(record, games=FEW)
    assert adds_up(found)
    assert found.end.chance == record.is_won
    assert found.status is record.result
    assert len(found.moves) == record.steps
    for move, after in zip(found.moves, found.moves[1:], strict=False):
        assert move.after == after.before or after.before.basis == "carried"
    for move in found.moves:
        assert move.skill <= 0
        assert move.skill == 0 or move.is_guess
        assert 0 <= move.before.chance <= 1
    assert 0 <= found.accuracy <= 1


@pytest.mark.parametrize("board", ["4x3/4", "3x4/3", "hex-3x4/3", "torus-3x4/2"])
def test_exact_chances_are_those_of_the_whole_game_tree(board):
    reviews = [review(play("greedy", board, seed=seed), games=FEW) for seed in range(5)]
    moves = [move for one in reviews for move in one.moves[1:]]
    exact = [m for m in moves if m.move.kind == "open" and m.before.basis == "exact"]
    assert len(exact) >= 3
    for move in exact:
        best = BestPlay(move.position)
        played = move.position.geometry.index(move.move.cell)
        assert move.before.chance == pytest.approx(float(best.chance))
        assert move.played.chance == pytest.approx(float(best.chance_opening(played)))


def test_a_board_won_by_its_first_cell_is_certainly_won_before_it():
    opening = review("5x5/24 safe 1 0 o0,0").opening
    assert opening is not None
    assert opening.chance == 1.0


def test_few_tasks_wait_when_the_time_runs_out(monkeypatch):
    """A review of very many games stops as soon as one of few."""
    waiting = []

    queue = ThreadPoolExecutor.map

    def watched(pool, play, tasks):
        waiting.append(len(tasks))
        return queue(pool, play, tasks)

    monkeypatch.setattr(ThreadPoolExecutor, "map", watched)
    record = play("greedy", "16x16/40", seed=3)
    with pytest.raises(BudgetExceeded):
        review(record, games=10**6, budget=Budget(milliseconds=100))
    assert max(waiting) < 1000


def test_the_champion_gives_nothing_away_by_its_own_measure():
    found = [review(play("champion", "16x30/99", seed=seed), games=FEW) for seed in range(6)]
    assert sum(len(one.guesses) for one in found) > 10
    assert all(one.skill > -0.005 for one in found)
    assert all(one.accuracy > 0.99 for one in found)


def test_greedy_gives_much_away():
    found = review(play("greedy", "16x30/99", seed=4, first=(0, 0)), games=80)
    assert found.skill < -0.3
    assert found.accuracy < 0.95
    assert all(guess.verdict is MoveVerdict.UNFORCED for guess in found.guesses)
    for guess in found.guesses:
        assert guess.missed is not None
        assert guess.missed.cell == guess.best
        assert not guess.missed.is_mine
        assert guess.best_chance == 0
        assert guess.chance > 0


def test_a_review_is_deterministic_with_any_number_of_threads(monkeypatch):
    record = play("greedy", "16x16/40", seed=3)
    once = document(review(record, games=FEW))
    assert document(review(record, games=FEW)) == once
    monkeypatch.setattr("sapper.reviews.evaluator.available_processors", lambda: 1)
    assert document(review(record, games=FEW)) == once
    assert document(review(record, games=FEW, seed=1)) != once


def test_game_record_line_and_json_give_the_same_review():
    record = play("greedy", "6x6/6", seed=5)
    once = document(review(record, games=FEW))
    sources = [record.game, record.text, record.to_json(), json.dumps({"game": record.text})]
    for source in sources:
        assert document(review(source, games=FEW)) == once
    assert once["game"] == record.text


def test_opening_a_certain_mine_is_all_skill():
    found = review("1x6/3 raw =25 0 o0,1 o0,2 o0,0")  # mines at r0c0, r0c3, r0c5
    last = found.moves[-1]
    assert last.verdict is MoveVerdict.MINE
    assert last.refuted is not None
    assert last.refuted.is_mine
    assert last.chance == 1
    assert last.skill == -last.before.chance == -0.5
    assert last.luck == 0
    assert adds_up(found)
    assert found.accuracy == pytest.approx(0.5)


def test_marks_change_nothing_and_certain_chords_are_certain():
    found = review("4x4/2 raw =9000 0 f0,0 o3,0 c1,1")  # mines at r0c0, r0c3
    assert [move.verdict for move in found.moves] == [
        MoveVerdict.MARK,
        MoveVerdict.FIRST,
        MoveVerdict.CERTAIN,
    ]
    assert found.status is Status.WON
    assert found.skill == 0
    assert adds_up(found)


def game_with_wrong_chord(board: str) -> Game:
    """Return a game that ends with a chord on wrong flags."""
    game = numbered(board)
    shown = game.position.face((1, 1))
    around = game.geometry.around((1, 1))
    for cell in [c for c in around if game.position.is_covered(c)][-shown:]:
        game.flag(cell)
    game.chord((1, 1))
    return game


def numbered(board: str) -> Game:
    """Return a game whose r1c1 shows a number."""
    games = (Game.parse(f"{board} {seed} 0 o1,1") for seed in range(100))
    return next(game for game in games if game.position.face((1, 1)))


@pytest.mark.parametrize("board", ["3x3/2 safe", "9x9/10 safe", "hex-6x6/8 safe"])
def test_a_chord_on_wrong_flags_risks_all_its_cells_at_once(board):
    found = review(game_with_wrong_chord(board), games=FEW)
    last = found.moves[-1]
    assert last.verdict in (MoveVerdict.FORCED, MoveVerdict.UNFORCED)
    assert 0 < last.chance < 1
    assert last.skill < 0
    assert adds_up(found)
    if last.before.basis == "exact":
        hidden = [i for i, face in enumerate(last.position.faces) if face == HIDDEN]
        expected = float(BestPlay(last.position).chance_opening(*hidden))
        assert last.played.chance == pytest.approx(expected)


def test_a_chord_that_loses_in_every_layout_is_a_certain_loss():
    found = review("torus-4x4/2 safe =0804 0 o1,3 f3,2 o0,3 o0,1 c0,3")
    last = found.moves[-1]
    mines = analyse(last.position).mines
    assert mines.isdisjoint(last.position.geometry.around(last.cell))  # each cell may be safe
    assert last.verdict is MoveVerdict.MINE
    assert last.chance == 1
    assert last.refuted is None
    assert last.text.startswith("certain loss, every layout has a mine among the opened cells")
    assert found.summary.startswith("Lost by a chord that could not succeed")


def test_the_chance_before_the_first_cell():
    """Over all layouts, raw = safe * (1 - mines / cells); the first cell wins 2x2/3."""
    assert review("2x2/3 safe 0 0 o0,0").opening.chance == 1
    assert review("2x2/2 raw 1 0 o0,0", games=FEW).opening.chance == pytest.approx(1 / 6)
    assert review("2x2/2 safe 1 0 o0,0", games=FEW).opening.chance == pytest.approx(1 / 3)
    assert review("1x5/1 raw =10 0 o0,1").opening is None


def test_a_board_too_large_to_draw_from_carries_its_chances():
    with pytest.raises(InputError, match="at most 1000 unknown cells"):
        review("40x40/250 open 1 0 o20,20", games=FEW)
    record = play("greedy", "40x40/300", start="open", seed=2, first=(20, 20))
    found = review(record, games=FEW)
    assert found.start.basis == "carried"
    assert adds_up(found)


def test_an_exhausted_budget_raises():
    record = play("greedy", "16x30/99", seed=4, first=(0, 0))
    with pytest.raises(BudgetExceeded):
        review(record, budget=Budget(milliseconds=5))
    with pytest.raises(BudgetExceeded):
        review(record, games=100_000, budget=Budget(milliseconds=200))


@pytest.mark.parametrize("name", ["roll_out", "sample"])
def test_a_budget_error_in_rollouts_is_raised(name, monkeypatch):
    def spent(*_):
        raise _core.BudgetSpent(7, nan, "states")

    monkeypatch.setattr(_core, name, spent)
    with pytest.raises(BudgetExceeded, match="after 7 counting states"):
        review(game_with_wrong_chord("9x9/10 safe"), games=FEW)


def test_no_choice_gives_away_more_than_everything() -> None:
    """With few games the interval of a difference would go further."""
    for seed in range(4, 8):
        found = document(review("8x8/10 safe 396 0 o0,1 o3,4 o5,4", games=8, seed=seed))
        lows = [move["skill_low"] for move in found["moves"]]
        assert -1 <= min(lows) < -0.5
