"""How a game is drawn in the terminal."""

from __future__ import annotations

from sapper.board import Cell, Geometry
from sapper.board.spec import BoardSpec
from sapper.cli.game_view import game_text, game_window, whole_game_text
from sapper.cli.grid import Window
from sapper.games import Game


def test_a_table_with_its_cursor() -> None:
    game = Game.parse("2x3/1 raw =20 0 o0,1 f0,0")
    whole = Window(range(2), range(3), True)
    assert game_text(game, whole, Cell(0, 1)).plain == "   0 1 2\n0  ⚑[1]■\n1  ■ ■ ■"
    assert game_text(game, whole, Cell(1, 2)).plain == "   0 1 2\n0  ⚑ 1 ■\n1  ■ ■[■]"
    assert game.mines_left == 0


def test_a_lost_table_shows_wrong_flags() -> None:
    game = Game.parse("1x4/2 raw =9 0 f0,1 o0,0")
    assert whole_game_text(game, 80).plain.splitlines()[1] == "0  X ‽ ■ ✱"


def test_odd_rows_of_hexagons_stand_to_the_right() -> None:
    rows = whole_game_text(Game(BoardSpec.parse("hex-2x2/1")), 80).plain.splitlines()
    assert rows[1:] == ["0  ■ ■", "1   ■ ■"]


def test_a_window_follows_the_cursor() -> None:
    geometry = Geometry.grid(40, 60)
    for cursor in (Cell(0, 0), Cell(20, 30), Cell(39, 59)):
        window = game_window(geometry, cursor, 80, 18)
        assert cursor.row in window.rows
        assert cursor.column in window.columns
        assert (len(window.rows), len(window.columns)) == (16, 38)
        assert not window.is_whole
    assert game_window(Geometry.grid(16, 30), Cell(0, 0), 80, 18).is_whole
