"""The player `efficient` and the comparison of clicks: sound, with fewer clicks than champion."""

from __future__ import annotations

import pytest

from sapper import Cell, Game, InputError, Position, play
from sapper.analysis import analyse
from sapper.errors import ContradictionError
from sapper.games import Status, turns
from sapper.players import Move, player_spec
from sapper.players.engine.clicks import best_click, compare_clicks

ROW = Position.parse("3x4/1:_1__/11__/____")  # the mine is at r0c0, all else is safe
CORNER = Position.parse("40x40/300:" + "/".join(["_" * 40] * 40)).with_faces({Cell(0, 0): 0})
BOARDS = [("9x9/10", 30), ("torus-6x6/6", 20), ("hex-6x6/6", 20)]


def games_of(player: str, board: str, games: int) -> list[Game]:
    return [play(player, board, seed=7, start="open", game=game).game for game in range(games)]


@pytest.mark.parametrize(("board", "games"), BOARDS)
def test_efficient_wins_the_games_of_champion_with_fewer_clicks(board: str, games: int) -> None:
    champion, efficient = (games_of(name, board, games) for name in ("champion", "efficient"))
    assert [game.status for game in champion] == [game.status for game in efficient]
    won = [game for game in efficient if game.status is Status.WON]
    usual = [game for game in champion if game.status is Status.WON]
    assert sum(len(game.moves) for game in won) < sum(len(game.moves) for game in usual)
    assert any(move.kind == "chord" for game in won for move in game.moves)


def test_every_candidate_is_certain_and_costs_what_it_says() -> None:
    compared = 0
    for game in range(4):
        played = Game("9x9/12", "open", seed=3, game=game)
        for turn in turns(played, player_spec("champion"), (4, 4)):
            position = turn.position
            if turn.decision.is_guess or not any(position.numbers()):
                continue
            analysis = analyse(position)
            for plan in best_click(position).candidates:
                compared += 1
                assert set(plan.opens) <= analysis.safe
                assert set(plan.flags) <= analysis.mines
    assert compared > 50


def test_a_chord_says_what_it_opens_and_what_to_flag_first() -> None:
    advice = best_click(ROW)
    chord = next(plan for plan in advice.candidates if plan.move == Move("chord", Cell(1, 1)))
    assert chord.text == "chording r1c1 opens 5 cells for 2 clicks; flag r0c0 first"
    flagged = best_click(ROW.with_faces({Cell(0, 0): 65})).candidates
    chord = next(plan for plan in flagged if plan.move == Move("chord", Cell(1, 1)))
    assert chord.text == "chording r1c1 opens 5 cells for one click"
    assert advice.text.startswith("Opening r0c2 leaves the fewest clicks. With it the game")
    assert best_click("4x4/1:____/____/____/____").text.startswith("Nothing is certain")


def test_the_clicks_of_an_end_without_doubt_are_exact() -> None:
    # Every layout has its mine at r0c0, and any safe cell but those at its edge opens the rest.
    by_move = {plan.move: plan.clicks for plan in best_click(ROW).candidates}
    assert by_move[Move("open", Cell(2, 3))] == 1
    chord = Move("chord", Cell(1, 1))
    assert by_move[chord] is None, "three clicks show that it is not among the best eight"
    assert [plan.clicks for plan in compare_clicks(ROW, [chord])] == [2]


def test_a_wrong_flag_keeps_a_chord_from_being_proposed() -> None:
    moves = [p.move for p in best_click(ROW.with_faces({Cell(2, 2): 65})).candidates]
    assert Move("chord", Cell(1, 1)) not in moves
    assert Move("chord", Cell(0, 1)) in moves
    assert Move("open", Cell(2, 2)) in moves


def test_given_moves_are_compared_on_equally_many_layouts() -> None:
    moves = [plan.move for plan in compare_clicks(ROW)]
    again = compare_clicks(ROW, moves)
    assert len({plan.layouts for plan in again}) == 1
    assert {plan.move for plan in again} == set(moves)


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(InputError, match="mine count is unknown"):
        best_click("1x3/?:1__")
    with pytest.raises(ContradictionError):
        best_click("1x3/1:0_1")
    with pytest.raises(InputError, match="too large"):
        best_click(CORNER)


def test_give_allows_other_guesses_only_within_its_share() -> None:
    player, champion = player_spec("efficient:give=99%").player(), player_spec("champion").player()
    position = Position.parse("9x9/10:" + "/".join(["_" * 9] * 9))
    one, other = player.decide(position), champion.decide(position)
    assert one.is_guess
    assert other.is_guess
    with pytest.raises(InputError, match="a share such as"):
        player_spec("efficient:give=2")


def test_removing_a_flag_before_opening_its_cell_is_counted() -> None:
    advice = best_click("3x4/1:_1__/11__/___F")  # wrongly: the only mine is at r0c0
    plans = {plan.move.cell: plan for plan in advice.candidates if plan.move.kind == "open"}
    plan = plans[Cell(2, 3)]
    assert (plan.unflags, plan.cost, plan.clicks) == (True, 2, 2)
    assert plans[Cell(0, 2)].clicks == 3, "what opens by itself leaves out a flag"
    assert advice.text.startswith("Opening r2c3 takes 2 clicks, as its flag must be removed first.")


def test_the_picture_marks_what_to_open_and_to_flag() -> None:
    picture = best_click(Game.parse("5x5/4 safe 1 0 o3,2 o0,2").position).svg()
    assert (picture.count("✓"), picture.count("⚑")) == (3, 1)
    assert "✓" not in best_click("4x4/1:____/____/____/____").svg()
