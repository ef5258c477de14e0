"""A person plays: what each key does."""

from __future__ import annotations

from sapper.board.spec import BoardSpec, StartRule
from sapper.cli.play_by_hand import Session
from sapper.games import Game, Status


def pressed(game: Game, *keys: str) -> Session:
    session = Session(game)
    for key in keys:
        session.press(key)
    return session


def test_keys_move_the_cursor_within_the_board() -> None:
    session = pressed(Game(BoardSpec(3, 3, 1)), "up", "k", "left", "h", "h")
    assert session.cursor == (0, 0)
    assert pressed(Game(BoardSpec(3, 3, 1)), "j", "l", "l", "end", "home").cursor == (2, 0)
    assert pressed(Game(BoardSpec(3, 3, 1, "torus")), "k", "k").cursor == (2, 1)


def test_marks_go_on_and_off() -> None:
    session = pressed(Game(BoardSpec(3, 3, 1)), "f", "f", "?", "f")
    assert [str(move) for move in session.game.moves] == ["f1,1", "u1,1", "q1,1", "f1,1"]
    session.press("space")
    assert "flag" in session.message
    assert len(session.game.moves) == 4


def test_a_chord_needs_its_flags() -> None:
    game = Game.parse("1x3/1 raw =4 0 o0,1")  # the mine is on the left
    session = pressed(game, "c")
    assert "as many flags" in session.message
    for key in ("left", "f", "right", "space"):
        session.press(key)
    assert game.status is Status.WON
    assert "Won" in session.message
    session.press("c")
    assert "n new game" in session.message


def test_a_loss_can_be_undone_and_a_new_game_begun() -> None:
    session = pressed(Game.parse("1x3/1 raw =4 0 o0,1"), "left", "enter")
    assert session.game.status == "lost"
    session.press("f")
    assert "lost" in session.message
    session.press("u")
    assert session.game.status is Status.PLAYING
    session.press("n")
    assert (session.game.game, session.game.moves) == (1, ())
    session.press("u")
    assert "Nothing" in session.message


def test_hints_are_what_follows() -> None:
    session = pressed(Game(BoardSpec(3, 3, 1)), "t")
    assert "never a mine" in session.message
    session = pressed(Game.parse("1x5/1 raw =10 0 o0,1 f0,4"), "t")
    assert session.message == "Hint: wrong flags r0c4; safe r0c3."
    assert set(session.hinted) == {(0, 3), (0, 4)}
    session = pressed(Game.parse("3x3/2 raw =044 0 o0,0"), "t")
    assert session.message == "Hint: safe r2c2."
    assert session.cursor == (2, 2)


def test_a_hint_in_doubt_names_the_safest() -> None:
    session = pressed(Game.parse("1x5/1 raw =10 0 o0,1"), "t")
    assert "safe r0c3 and r0c4" in session.message
    session = pressed(Game.parse("2x2/1 raw =8 0 o1,1"), "t")
    assert "no cell is certainly safe; safest r0c0, r0c1 and r1c0: 33.3 %" in session.message
    assert session.cursor == (0, 0)


def test_a_start_rule_that_cannot_hold_is_told() -> None:
    session = pressed(Game(BoardSpec(3, 3, 4), StartRule.OPEN), "space")
    assert "cannot hold" in session.message
    assert not session.game.moves
