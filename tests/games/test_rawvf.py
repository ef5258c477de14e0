"""RAWVF: what is written is read back, by this reader and its traps."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.board import Cell, Geometry, Layout
from sapper.errors import CellError, InputError, ReplayError
from sapper.games import Game
from sapper.games.replays import read_replay, write_rawvf
from sapper.players import Move

HEAD = "Width: 3\nHeight: 2\nMines: 1\nBoard:\n00*\n000\n"
GAME = HEAD + "Events:\n0.000 lc 1 1 (3 3)\n0.100 lr 1 1 (3 3)\n"


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game that was played by chance, with marks of all kinds and times."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(2, 6))
    size = rows * columns
    mines = draw(st.sets(st.integers(0, size - 1), max_size=size // 3))
    cells = bytes(i in mines for i in range(size))
    layout = Layout(Geometry.grid(rows, columns), cells)
    game = Game(layout.spec, "raw", layout=cells)
    chance = random.Random(draw(st.integers(0, 2**20)))
    kinds = ["open", "flag", "chord", *["question", "unmark"] * draw(st.booleans())]
    safe = next(i for i in range(size) if i not in mines)
    game.make(Move("open", layout.geometry.cell(safe)), time=0.25)
    time = 0.25
    for _ in range(draw(st.integers(0, 25))):
        move = Move(chance.choice(kinds), Cell(chance.randrange(rows), chance.randrange(columns)))  # type: ignore[arg-type]
        time = round(time + chance.randrange(3000) / 1000, 3)
        if game.is_over:
            break
        try:
            game.make(move, time=time)
        except CellError:
            continue
    return game


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_game_is_read_back(game: Game) -> None:
    read = read_replay(write_rawvf(game).encode()).game
    assert read.position == game.position
    assert (read.status, read.layout) == (game.status, game.layout)
    if all(move.kind in ("open", "flag", "chord") for move in game.moves):
        assert (read.moves, read.times) == (game.moves, game.times)
    opened = [(m, t) for m, t in zip(game.moves, game.times, strict=True) if m.kind == "open"]
    assert opened == [
        (m, t) for m, t in zip(read.moves, read.times, strict=True) if m.kind == "open"
    ]


@settings(max_examples=40, deadline=None)
@given(games(), st.sampled_from(["", "Ann", "a: b", "Zoë 王", "\x1b[2J", "\udc80"]))
def test_a_replay_is_read_back_whole(game: Game, name: str) -> None:
    text = write_rawvf(game).replace("Program: sapper", f"Player: {' '.join(name.split())}")
    first = read_replay(text.encode(errors="ignore"))
    again = read_replay(write_rawvf(first).encode())
    assert again == first


def test_a_game_without_times_or_mines_or_squares() -> None:
    game = Game("3x3/1", "raw", layout=bytes([1, *[0] * 8]))
    game.open((2, 2))
    assert "0.000 lc 3 3 (40 40)\n" in write_rawvf(game)
    with pytest.raises(InputError, match="the game has no mines yet"):
        write_rawvf(Game("9x9/10"))
    with pytest.raises(InputError, match="boards of squares only, not torus-4x4/2"):
        write_rawvf(Game("torus-4x4/2"))


@pytest.mark.parametrize(
    "text",
    [
        GAME,
        GAME.replace("\n", "\r\n"),
        GAME.replace("\n", "\n\n"),
        GAME.replace("Events:\n", ""),
        GAME.replace("Events:\n", "Events:\n-1.500 mv 1 1 (9 9)\n0.000 start\n"),
        GAME.replace(" 1 1 (3 3)", " (3 3)"),
        GAME.replace(" (3 3)", ""),
        GAME.replace("(3 3)", "(3 3)(l r m)"),
        "\ufeff" + GAME,
        "RawVF_Version: Rev6\n" + GAME + "number0 1 1\npressed 2 2\nwon\n",
    ],
)
def test_the_traps_of_real_files(text: str) -> None:
    replay = read_replay(text.encode(), name="x.rawvf")
    assert replay.format == "rawvf"
    assert [str(move) for move in replay.game.moves] == ["o0,0"]
    assert replay.clicks_made[0].time == 0.1


def test_a_level_gives_the_size() -> None:
    rows = "*" * 10 + "0" * 54
    board = "\n".join(rows[i : i + 8] for i in range(0, 64, 8))
    text = f"Level: Beginner\nBoard:\n{board}\nEvents:\n0.000 lc (99 99)\n"
    assert str(read_replay(text.encode()).layout.spec) == "8x8/10"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD.replace("00*", "0*"), "in line 5: expected 3 signs [*] or 0, got '0[*]'"),
        (HEAD.replace("00*", "0x*"), "in line 5: expected 3 signs [*] or 0, got '0x[*]'"),
        (HEAD.replace("000\n", ""), "expected 2 rows of the board, got 1"),
        (HEAD.replace("Mines: 1", "Mines: 2"), "it says 2 mines and has 1"),
        (HEAD.replace("Mines: 1\n", ""), "it has no line 'Mines:'"),
        (HEAD.replace("Width: 3", "Width: many"), "expected a number for Width, got 'many'"),
        (HEAD.replace("Width: 3", "Width: 999999"), "a board of 2 x 999999 cells"),
        (GAME + "0.050 lc (3 3)\n", "in line 10: its time runs backwards, from 100 to 50 ms"),
        (GAME + "9.0 jump (3 3)\n", "in line 10: no event is called 'jump'"),
        (GAME + "9.0 lc\n", "in line 10: the event has no place"),
        (GAME + "\x1b[2Jnonsense\n", "in line 10: expected an event"),
    ],
)
def test_a_damaged_text_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ReplayError, match=message) as caught:
        read_replay(text.encode(), name="x.rawvf")
    assert str(caught.value).isprintable()
    if "in line" in message:
        assert caught.value.where["line"] in (5, 10)
