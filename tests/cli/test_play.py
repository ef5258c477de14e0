"""`sapper play`: strategies at the table, watched or not, and a person at a pseudo-terminal."""

from __future__ import annotations

import json
import os
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from sapper.board import Cell, Geometry
from sapper.board.spec import BoardSpec, StartRule
from sapper.cli.game_view import mines_left, table_text, window_on
from sapper.cli.interactive import Session
from sapper.games import Game, Status
from tests.support.command import COMMAND, sapper

GREEDY = ("play", "--strategy", "greedy", "--seed", "1")


def game_of(text: str) -> Game:
    return Game.parse(text)


# A strategy plays


def test_a_game_is_shown_with_its_result_and_its_line() -> None:
    done = sapper(*GREEDY, "--start", "open", "--first", "4,4")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert not done.stderr
    assert lines[0] == "   0 1 2 3 4 5 6 7 8"
    assert re.fullmatch(r"(won|lost) +\d+ moves, .*, \d+\.\d ms of thought", lines[-3])
    record = lines[-1].removeprefix("record    ")
    assert record.startswith("9x9/10 open 1 0 o4,4 ")
    assert game_of(record).status == lines[-3].split()[0]


def test_the_board_of_a_lost_game_shows_all_mines() -> None:
    done = sapper(*GREEDY)
    assert "lost" in done.stdout
    board = done.stdout.split("X the mine")[0]
    assert board.count("X") == 1
    assert board.count("✱") + board.count("⚑") == 9
    assert done.returncode == 0


def test_json_is_the_record() -> None:
    done = sapper(*GREEDY, "--json", "--game", "3")
    told = json.loads(done.stdout)
    assert (told["board"], told["seed"], told["game"]) == ("9x9/10", 1, 3)
    game = game_of(told["text"])
    assert str(game.position) == told["position"]
    assert len(told["moves"]) == told["steps"] == len(game.moves)


def test_the_same_seed_is_the_same_game_and_no_seed_is_another() -> None:
    first, second = (sapper(*GREEDY).stdout.splitlines()[-1] for _ in range(2))
    assert first == second
    seeds = {json.loads(sapper("play", "-s", "greedy", "--json").stdout)["seed"] for _ in range(3)}
    assert len(seeds) == 3


def test_watching_into_a_pipe_is_one_line_per_move() -> None:
    done = sapper("play", "-s", "hybrid", "--seed", "2", "-b", "6x6/6", "--watch", FORCE_COLOR="1")
    plain = re.sub("\x1b\\[[0-9;]*m", "", done.stdout)
    moves = [line for line in plain.splitlines() if re.match(r" +\d+  (open|flag|chord) r", line)]
    record = plain.splitlines()[-1]
    assert len(moves) == len(record.split()) - 5
    assert "\x1b[?1049h" not in done.stdout  # no animation into a file
    assert all(": " in move for move in moves)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-s", "nobody"], "expected a strategy of"),
        (["-s", "greedy:guess=wild"], "random or density"),
        (["-s", "greedy", "--board", "nine"], "expected a board"),
        (["-s", "greedy", "--board", "3x3/9"], "one cell must be safe"),
        (["-s", "greedy", "--start", "lucky"], "raw, safe or open"),
        (["-s", "greedy", "--first", "4"], "like 3,4"),
        (["-s", "greedy", "--first", "9,0"], "9 rows"),
        (["-s", "greedy", "-b", "3x3/5", "--start", "open", "--first", "1,1"], "cannot hold"),
        (["-s", "greedy", "--seed", "-1"], "2^64"),
        (["-s", "greedy", "--watch", "--json"], "got both"),
        (["-s", "greedy", "--watch", "--speed", "-2"], "speed"),
        (["-s", "greedy", "--watch", "--speed", "nan"], "speed"),
        (["--json"], "--strategy"),
        ([], "expected a terminal"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], says: str) -> None:
    done = sapper("play", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: ")
    assert done.stderr.count("\n") == 1
    assert says in done.stderr


def test_no_color() -> None:
    coloured = sapper(*GREEDY, FORCE_COLOR="1").stdout
    plain = sapper(*GREEDY, FORCE_COLOR="1", NO_COLOR="1").stdout
    assert re.search("\x1b\\[[0-9;]*3[0-9]m|\x1b\\[[0-9;]*9[0-9]m", coloured)
    assert not re.search("\x1b\\[([0-9]+;)*[349][0-9]m", plain)


def test_a_board_too_large_to_draw_is_said() -> None:
    done = sapper("play", "-s", "greedy", "-b", "2x120/1", "--seed", "1")
    assert "too large to draw" in done.stderr
    assert done.returncode == 0


# The table


def test_a_table_with_its_cursor() -> None:
    game = game_of("2x3/1 raw =20 0 o0,1 f0,0")
    assert table_text(game, None, Cell(0, 1)).plain == "   0 1 2\n0  ⚑[1]■\n1  ■ ■ ■"
    assert table_text(game, None, Cell(1, 2)).plain == "   0 1 2\n0  ⚑ 1 ■\n1  ■ ■[■]"
    assert mines_left(game) == 0


def test_a_lost_table_shows_wrong_flags() -> None:
    game = game_of("1x4/2 raw =9 0 f0,1 o0,0")
    assert table_text(game).plain.splitlines()[1] == "0  X ‽ ■ ✱"


def test_odd_rows_of_hexagons_stand_to_the_right() -> None:
    rows = table_text(Game(BoardSpec.parse("hex-2x2/1"))).plain.splitlines()
    assert rows[1:] == ["0  ■ ■", "1   ■ ■"]


def test_a_window_follows_the_cursor() -> None:
    geometry = Geometry.grid(40, 60)
    for cursor in (Cell(0, 0), Cell(20, 30), Cell(39, 59)):
        window = window_on(geometry, cursor, 80, 18)
        assert cursor.row in window.rows
        assert cursor.column in window.columns
        assert (len(window.rows), len(window.columns)) == (16, 38)
        assert not window.is_whole
    assert window_on(Geometry.grid(16, 30), Cell(0, 0), 80, 18).is_whole


# A person plays: the keys alone


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
    game = game_of("1x3/1 raw =4 0 o0,1")  # the mine is on the left
    session = pressed(game, "c")
    assert "as many flags" in session.message
    for key in ("left", "f", "right", "space"):
        session.press(key)
    assert game.status is Status.WON
    assert "Won" in session.message
    session.press("c")
    assert "n new game" in session.message


def test_a_loss_can_be_undone_and_a_new_game_begun() -> None:
    session = pressed(game_of("1x3/1 raw =4 0 o0,1"), "left", "enter")
    assert session.game.status is Status.LOST
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
    session = pressed(game_of("1x5/1 raw =10 0 o0,1 f0,4"), "t")
    assert session.message == "Hint: wrong flags r0c4; safe r0c3."
    assert set(session.hinted) == {(0, 3), (0, 4)}
    session = pressed(game_of("3x3/2 raw =044 0 o0,0"), "t")
    assert session.message == "Hint: safe r2c2."
    assert session.cursor == (2, 2)


def test_a_hint_in_doubt_names_the_safest() -> None:
    session = pressed(game_of("1x5/1 raw =10 0 o0,1"), "t")
    assert "safe r0c3 r0c4" in session.message
    session = pressed(game_of("2x2/1 raw =8 0 o1,1"), "t")
    assert "no cell is certainly safe; safest r0c0 r0c1 r1c0: 33.3 %" in session.message
    assert session.cursor == (0, 0)


def test_a_start_rule_that_cannot_hold_is_told() -> None:
    session = pressed(Game(BoardSpec(3, 3, 4), StartRule.OPEN), "space")
    assert "cannot hold" in session.message
    assert not session.game.moves


# A person plays: at a terminal


class Terminal:
    """A program at a pseudo-terminal of a given size; frames are what it drew last."""

    def __init__(self, near: int, process: subprocess.Popen[bytes]) -> None:
        self._near, self.process = near, process
        self.drawn = ""

    def send(self, keys: str) -> None:
        os.write(self._near, keys.encode())

    def until(self, words: str, seconds: float = 20) -> str:
        """Return the frame that has the words."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            frame = self.frame()
            if words in frame:
                return frame
            if not self._read(0.1) and self.process.poll() is not None:
                break
        raise AssertionError(f"{words!r} is not in:\n{self.frame()}")

    def gone(self, words: str) -> None:
        """Return when a frame without the words was drawn."""
        while words in self.frame():
            assert self._read(20)

    def frame(self) -> str:
        last = re.split("\x1b\\[H|\x1b\\[\\?1049[hl]", self.drawn)[-1]
        return re.sub("\x1b\\[[0-9;?]*[A-Za-z]", "", last).replace("\r", "")

    def _read(self, seconds: float) -> bool:
        if not select.select([self._near], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._near, 65536)
        except OSError:
            return False
        self.drawn += data.decode("utf-8", errors="replace")
        return bool(data)


@contextmanager
def at_a_terminal(*arguments: str, rows: int = 24, columns: int = 80) -> Iterator[Terminal]:
    import fcntl
    import pty
    import termios

    near, far = pty.openpty()
    fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=far,
        stdout=far,
        stderr=far,
        close_fds=True,
        start_new_session=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONUTF8": "1", "TERM": "xterm-256color"},
    )
    os.close(far)
    try:
        yield Terminal(near, process)
    finally:
        process.kill()
        process.wait()
        os.close(near)


on_posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@on_posix
def test_a_whole_game_by_hand() -> None:
    """Open the middle, then follow hints until the game is won; keys go through a terminal."""
    with at_a_terminal("play", "--seed", "14", "--start", "open") as terminal:
        frame = terminal.until("mines 10   playing  r4c4")
        assert max(map(len, frame.splitlines())) <= 80
        assert len(frame.splitlines()) <= 24
        terminal.send(" ")
        terminal.until("[·]")
        terminal.send("\x1b[A\x1b[A\x1bOD")
        terminal.until("r2c3")
        for _ in range(6):
            terminal.send("t")
            terminal.until("Hint: safe")
            terminal.send(" ")
            terminal.gone("Hint: safe")
        terminal.until("Won")
        terminal.send("q")
        terminal.until("record    9x9/10 open 14 0 o4,4")
        assert terminal.process.wait(5) == 0
        assert "\x1b[?1049l" in terminal.drawn  # the screen is given back


@on_posix
def test_a_board_that_does_not_fit_scrolls() -> None:
    with at_a_terminal("play", "--seed", "5", "--board", "40x60/300") as terminal:
        terminal.until("The board does not fit: rows 12-27")
        terminal.send("\x1b[H")
        terminal.until("columns 0-37")
        terminal.send("\x04")
        terminal.until("left      after 0 moves")
        assert terminal.process.wait(5) == 0


@on_posix
def test_a_window_too_small_is_told() -> None:
    with at_a_terminal("play", "--seed", "5", rows=8, columns=30) as terminal:
        terminal.until("Please widen")
        terminal.send("q")
        terminal.until("record")


@on_posix
def test_watching_on_a_terminal() -> None:
    arguments = ["play", "-s", "hybrid", "--seed", "3", "--first", "4,4", "--start", "open"]
    with at_a_terminal(*arguments, "--watch", "--speed", "1") as terminal:
        terminal.until("the first cell was given")
        terminal.send(" \x1b[C")
        terminal.until("2  ")
        terminal.send("+-q")
        terminal.until("record    9x9/10 open 3 0 o4,4")
        assert terminal.process.wait(5) == 0
    with at_a_terminal(*arguments, "--watch", "--speed", "0") as terminal:
        terminal.until("record    9x9/10 open 3 0 o4,4")
