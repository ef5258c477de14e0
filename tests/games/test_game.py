"""The rules of the game, one by one, on small boards; and its line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import play
from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, is_number
from sapper.board.geometry import SHAPES
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import CellError, InputError
from sapper.games import Game, Status
from sapper.games.game_line import GameLine
from sapper.players import Move


def game_of(picture, shape="grid"):
    """Return the game whose mines are the stars of a picture."""
    rows = picture.split()
    layout = bytes(mark == "*" for row in rows for mark in row)
    spec = BoardSpec(len(rows), len(rows[0]), sum(layout), shape)
    return Game(spec, StartRule.RAW, layout=layout)


def faces(game):
    width = game.spec.columns
    signs = {HIDDEN: "#", FLAG: "F", QUESTION: "?", MINE: "*"}
    text = "".join(signs.get(face, str(face)) for face in game.position.faces)
    return " ".join(text[i : i + width] for i in range(0, len(text), width))


def test_a_zero_opens_its_neighbours():
    game = game_of("....* .....")
    assert game.open((0, 0)) is Status.PLAYING
    assert faces(game) == "0001# 0001#"
    assert game.safe_left == 1
    assert game.open((1, 4)) is Status.WON


def test_a_flood_of_a_large_board_needs_no_recursion():
    game = Game(BoardSpec.parse("300x300/0"))
    assert game.open((150, 150)) is Status.WON
    assert set(game.position.faces) == {0}


def test_a_mine_opened_loses_whatever_else_is_open():
    """Huda's program counts a mine opened as the last cell but one as a win."""
    game = game_of("*.")
    assert game.open((0, 0)) is Status.LOST
    assert faces(game) == "*#"
    game = game_of(".*.*.")
    for cell in ((0, 0), (0, 2)):
        game.open(cell)
    assert game.safe_left == 1
    assert game.open((0, 1)) is Status.LOST
    assert game.safe_left == 1


def test_a_chord_opens_the_rest():
    game = game_of("*.. ... ...")
    game.open((1, 1))
    game.flag((0, 0))
    assert game.chord((1, 1)) is Status.WON


def test_a_chord_on_wrong_flags_loses():
    game = game_of("*.. ... ...")
    game.open((1, 1))
    game.flag((0, 1))
    assert game.chord((1, 1)) is Status.LOST
    assert faces(game)[:2] == "*F"
    assert game.safe_left == 1  # all safe cells but the flagged one were opened with the mine


def test_a_flood_passes_flags_and_opens_question_marks():
    game = game_of("..... ....*")
    game.flag((0, 1))
    game.question((1, 1))
    game.open((0, 0))
    assert faces(game) == "0F01# 0001#"
    game.unmark((0, 1))
    game.open((0, 1))
    assert faces(game) == "0001# 0001#"


def test_marks():
    game = game_of("*.")
    game.flag((0, 0))
    assert game.position.face((0, 0)) == FLAG
    game.question((0, 0))
    assert game.position.face((0, 0)) == QUESTION
    game.unmark((0, 0))
    assert game.position.face((0, 0)) == HIDDEN
    assert game.open((0, 1)) is Status.WON


def test_a_question_mark_may_be_opened():
    game = game_of("*.")
    game.question((0, 1))
    assert game.open((0, 1)) is Status.WON


REFUSED = [
    ("open an open cell", "o1,1"),
    ("open a flagged cell", "o0,0"),
    ("open outside", "o9,9"),
    ("flag an open cell", "f1,1"),
    ("flag a flagged cell", "f0,0"),
    ("question an open cell", "q1,1"),
    ("unmark a plain cell", "u2,0"),
    ("unmark an open cell", "u1,1"),
    ("chord a covered cell", "c2,0"),
    ("chord a flag", "c0,0"),
    ("chord without the flags", "c0,2"),
    ("chord outside", "c0,3"),
]


@pytest.mark.parametrize(("what", "move"), REFUSED, ids=[what for what, _ in REFUSED])
def test_illegal_moves_raise_and_change_nothing(what, move):
    game = game_of("**. *.. ...")
    game.open((1, 1))
    game.flag((0, 0))
    game.open((0, 2))
    before = game.text, game.position
    with pytest.raises(CellError):
        game.make(Move.parse(move))
    assert (game.text, game.position) == before


def test_a_chord_needs_something_to_open():
    game = game_of("*. ..")
    for cell in ((0, 1), (1, 0)):
        game.open(cell)
    game.flag((0, 0))
    game.flag((1, 1))
    with pytest.raises(CellError, match="nothing to open"):
        game.chord((0, 1))


@pytest.mark.parametrize("last", ["o0,1", "o0,0"])
def test_no_move_after_the_end(last):
    game = game_of("*.")
    game.make(Move.parse(last))
    for move in ("o0,0", "o0,1", "f0,0", "u0,0", "c0,1"):
        with pytest.raises(InputError, match="cannot make"):
            game.make(Move.parse(move))


def test_undo_takes_back_one_move_and_the_end():
    game = game_of("....* .....")
    positions = [game.position]
    for move in ("f0,4", "o0,0", "q1,4", "o1,4"):
        game.make(Move.parse(move))
        positions.append(game.position)
    assert game.status is Status.WON
    for position in positions[-2::-1]:
        game.undo()
        assert game.status is Status.PLAYING
        assert game.position == position
    assert game.safe_left == 9
    with pytest.raises(InputError, match="no move to undo"):
        game.undo()


def test_the_first_open_deals_and_undo_removes_the_mines():
    game = Game(BoardSpec.parse("9x9/40"), StartRule.OPEN, seed=1)
    game.flag((8, 8))
    assert game.layout is None
    game.open((0, 0))
    first = game.layout
    game.undo()
    assert game.layout is None
    game.open((4, 4))
    assert game.position.face((4, 4)) == 0
    assert game.layout != first
    again = Game.parse(game.text)
    assert again.layout == game.layout


def test_an_impossible_start_changes_nothing():
    game = Game(BoardSpec.parse("3x3/5"), StartRule.OPEN)
    with pytest.raises(InputError, match="cannot hold"):
        game.open((1, 1))
    assert game.text == "3x3/5 open 0 0"
    assert game.open((0, 0)) is Status.WON


def test_a_layout_must_fit_its_board():
    spec = BoardSpec.parse("1x3/1")
    for layout in (b"\1", b"\1\1\0", b"\2\0\0"):
        with pytest.raises(InputError):
            Game(spec, layout=layout)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "9x9/10 safe 42",
        "9x9/10 easy 42 7",
        "9x9/10 safe x 7",
        "9x9/10 safe 42 -7",
        "9x9/10 safe 42 7 p0,0",
        "9x9/10 safe 42 7 o9,9",
        "9x9/10 safe 42 7 o1,1 o1,1",
        "9x9/10 safe 42 7 o1",
        "9x9/10 safe 99999999999999999999 7",
        "2x3/2 raw =zz 0",
        "2x3/2 raw =ff 0",
        "2x3/2 raw = 0",
        "2x3/2 raw =23 0",
    ],
)
def test_an_invalid_line_raises(line):
    with pytest.raises(InputError):
        Game.parse(line)


@given(st.data())
def test_any_game_agrees_with_its_layout_replays_and_undoes(data):
    """Random games: correct numbers, the line replays, undo restores, wins are correct."""
    spec = BoardSpec(
        data.draw(st.integers(1, 6)),
        data.draw(st.integers(1, 6)),
        0,
        data.draw(st.sampled_from(SHAPES)),
    )
    spec = BoardSpec(
        spec.rows, spec.columns, data.draw(st.integers(0, spec.rows * spec.columns - 1)), spec.shape
    )
    game = Game(spec, data.draw(st.sampled_from([StartRule.RAW, StartRule.SAFE])), seed=9)
    history = [game.position]
    cells = st.sampled_from(list(spec.geometry.cells()))
    for _ in range(data.draw(st.integers(0, 25))):
        kind = data.draw(st.sampled_from(["open", "open", "flag", "question", "unmark", "chord"]))
        try:
            game.make(Move(kind, data.draw(cells)))
        except InputError:
            assert game.position == history[-1]
        else:
            history.append(game.position)
    _check_against_layout(game)
    assert Game.parse(game.text).position == game.position
    for position in history[-2::-1]:
        game.undo()
        assert game.position == position


def _check_against_layout(game):
    if game.layout is None:
        return
    opened = [i for i, face in enumerate(game.position.faces) if is_number(face)]
    around = game.geometry.neighbour_lists
    for i in opened:
        assert not game.layout[i]
        assert game.position.faces[i] == sum(game.layout[j] for j in around[i])
    assert game.safe_left == game.spec.safe_cells - len(opened)
    has_exploded = MINE in game.position.faces
    assert (game.status is Status.LOST) == has_exploded
    assert (game.status is Status.WON) == (game.safe_left == 0 and not has_exploded)


def test_a_record_in_json_has_the_line_of_its_game() -> None:
    record = play("greedy", "4x4/2", seed=3)
    assert str(GameLine.parse(record.to_json())) == record.text
    assert Game.parse(f" {record.to_json()}\n").text == record.text


@pytest.mark.parametrize("text", ["{", '{"a":' * 100_000, '{"game": 3}', "{}"])
def test_another_json_text_is_no_record(text: str) -> None:
    with pytest.raises(InputError, match=r"not valid JSON|under 'game'"):
        GameLine.parse(text)


def test_a_game_knows_its_line() -> None:
    game = Game.parse("4x4/2 raw =9000 0 o3,0 f0,0")
    assert str(game.line) == game.text == "4x4/2 raw =9000 0 o3,0 f0,0"
    assert Game.parse(game.line.opening).moves == ()
    assert game.mines_left == 1


@pytest.mark.parametrize(
    ("move", "says"), [("x1,1", "like o3,4"), ("o9,0", "9 rows"), ("o4,4", "covered")]
)
def test_a_wrong_move_is_named_by_its_number(move: str, says: str) -> None:
    with pytest.raises(InputError, match=f"^move 2: .*{says}") as caught:
        Game.parse(f"9x9/10 safe 5 0 o4,4 {move}")
    assert caught.value.where["move"] == 1  # data counts from 0, words count from 1


def test_times_survive_a_round_trip() -> None:
    text = "3x3/1 safe =100 0 f0,0@0.5 o2,2@1.25"
    game = Game.parse(text)
    assert game.times == (0.5, 1.25)
    assert game.text == text
    game.undo()
    assert game.times == (0.5,)
    assert Game.parse("3x3/1 safe =100 0 f0,0 o2,2@3").times == (None, 3.0)


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ("o2,2@", "expected a time in seconds such as 1.25"),
        ("o2,2@1.2345", "expected a time in seconds such as 1.25"),
        ("o2,2@-1", "expected a time in seconds such as 1.25"),
        ("f0,0@2 o2,2@1.5", "move 2: expected a time from 2.0 s on, got 1.5 s"),
    ],
)
def test_bad_times_are_refused(moves: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        Game.parse(f"3x3/1 safe =100 0 {moves}")


@pytest.mark.parametrize("time", [float("nan"), float("inf"), -0.1, 1e9, True, "1"])
def test_bad_times_of_a_move_are_refused(time: Any) -> None:
    game = Game("3x3/1", "safe")
    with pytest.raises(InputError, match="expected a time"):
        game.make("o1,1", time=time)
    assert not game.moves
