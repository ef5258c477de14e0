"""Whole games: records, their figures, their replay; on large boards in little work."""

from __future__ import annotations

import tracemalloc
from unittest.mock import patch

import pytest

from sapper.analysis import analyse
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Game, Status, play, turns
from sapper.lab.playing.chunk import play_chunk
from sapper.lab.playing.games import play_games
from sapper.lab.runs.run import Run
from sapper.players import Decision, Move, Player, PlayerSpec, player_spec
from sapper.reviews import classify
from sapper.reviews.reviewing import review


class Scripted(Player):
    """Plays given decisions, whatever the position."""

    def __init__(self, seed, decisions):
        super().__init__(seed)
        self._decisions = iter(decisions)

    def decide(self, position):
        return next(self._decisions)


def scripted(*moves):
    """Return a player that plays these moves; a `!` behind one makes it a guess."""
    decisions = [
        Decision(Move.parse(move.rstrip("!")), "script", 0.5, move.endswith("!")) for move in moves
    ]
    return PlayerSpec("scripted", "", "", lambda seed: Scripted(seed, decisions))


def layout_of(spec, start, first, seed, game=0):
    table = Game(BoardSpec.parse(spec), StartRule(start), seed=seed, game=game)
    table.open(first)
    return [table.geometry.cell(i) for i, is_mine in enumerate(table.layout) if is_mine]


def test_figures_are_the_sums_of_the_moves():
    for game in range(30):
        record = play("greedy", "10x10/20", seed=2, start="raw", game=game)
        guesses = [move for move in record.moves if move.is_guess]
        assert record.guesses == len(guesses)
        lost_by_guess = record.result is Status.LOST and record.moves[-1].is_guess
        assert record.guesses_survived == record.guesses - lost_by_guess
        assert record.seconds == pytest.approx(sum(move.seconds for move in record.moves))
        safe = record.game
        assert sum(move.opened for move in record.moves) == 80 - safe.safe_left


def test_flags_and_chords_are_steps():
    """One flag, then a chord: counted as Huda does."""
    mine = layout_of("1x3/1", "safe", (0, 1), seed=4)[0]
    other = (0, 2 - mine.column)
    moves = ["o0,1", f"f{mine.row},{mine.column}", "c0,1"]
    record = play(scripted(*moves), "1x3/1", seed=4, start="safe")
    assert (record.result, record.steps, record.guesses) == (Status.WON, 3, 0)
    assert [move.opened for move in record.moves] == [1, 0, 1]
    assert record.game.position.face(other) == 0


def test_a_guess_that_hits_a_mine_does_not_survive():
    mine = layout_of("1x3/1", "safe", (0, 1), seed=4)[0]
    record = play(scripted("o0,1!", f"o0,{mine.column}!"), "1x3/1", seed=4, start="safe")
    assert record.result is Status.LOST
    # The start rule makes the first cell safe: it is not a guess.
    assert (record.guesses, record.guesses_survived) == (1, 0)
    assert [move.is_guess for move in record.moves] == [False, True]


@pytest.mark.parametrize(("start", "chance"), [("raw", 10 / 81), ("safe", 0.0), ("open", 0.0)])
def test_a_given_first_cell(start, chance):
    record = play("greedy", "9x9/10", seed=1, start=start, first=(4, 4))
    opening = record.moves[0]
    assert (opening.kind, opening.cell, opening.chance) == ("open", (4, 4), chance)
    assert opening.is_guess == (start == "raw")


@pytest.mark.parametrize("name", ["champion", "greedy", "probability"])
@pytest.mark.parametrize("start", ["safe", "open"])
def test_a_first_cell_that_the_rule_makes_safe_is_no_guess(name, start):
    opening, *others = play(name, "9x9/10", seed=1, start=start).moves
    assert opening.reason == "first cell: safe by the start rule"
    assert (opening.chance, opening.is_guess) == (0.0, False)
    assert opening.reason not in {move.reason for move in others}


def test_a_raw_first_cell_is_a_guess_of_the_player():
    opening = play("champion", "9x9/10", seed=1, start="raw").moves[0]
    assert opening.reason.startswith("guess: ")
    assert opening.chance == pytest.approx(10 / 81)
    assert opening.is_guess


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
