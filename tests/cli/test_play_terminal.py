"""`sapper play` with a person at a pseudo-terminal."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess

import pytest

from tests.support.command import COMMAND
from tests.support.terminal import at_a_terminal


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


def test_a_board_that_does_not_fit_scrolls() -> None:
    with at_a_terminal("play", "--seed", "5", "--board", "40x60/300") as terminal:
        terminal.until("The board does not fit: rows 12-27")
        terminal.send("\x1b[H")
        terminal.until("columns 0-37")
        terminal.send("\x04")
        terminal.until("left      after 0 moves")
        assert terminal.process.wait(5) == 0


def test_a_window_too_small_is_told() -> None:
    with at_a_terminal("play", "--seed", "5", rows=8, columns=30) as terminal:
        terminal.until("Please enlarge")
        terminal.send("q")
        terminal.until("record")


def test_watching_on_a_terminal() -> None:
    arguments = ["play", "-p", "hybrid", "--seed", "3", "--first", "4,4", "--start", "open"]
    with at_a_terminal(*arguments, "--watch", "--speed", "1") as terminal:
        terminal.until("the first cell was given")
        terminal.send(" \x1b[C")
        terminal.until("2  ")
        terminal.send("+-q")
        terminal.until("record    9x9/10 open 3 0 o4,4")
        assert terminal.process.wait(5) == 0
    with at_a_terminal(*arguments, "--watch", "--speed", "0") as terminal:
        terminal.until("record    9x9/10 open 3 0 o4,4")


SHELL = ["bash", "--norc", "--noprofile", "-i"]
WATCH = ["play", "-p", "hybrid", "--seed", "3", "--first", "4,4", "--start", "open", "--watch"]


@pytest.mark.parametrize("stopped_by", ["ctrl-z", "SIGSTOP"])
def test_stopped_and_continued_by_a_shell(stopped_by: str) -> None:
    with at_a_terminal(program=SHELL) as terminal:
        terminal.send(f"{shlex.join([*COMMAND, 'play', '--seed', '5'])}\n")
        terminal.settled("playing  r4c4")
        if stopped_by == "ctrl-z":
            terminal.send("\x1a")
        else:
            shell = terminal.process.pid
            child = int(
                subprocess.check_output(["pgrep", "-P", str(shell)], timeout=300).split()[0]
            )
            os.kill(child, signal.SIGSTOP)
        terminal.settled("Stopped")
        if stopped_by == "ctrl-z":
            assert "\x1b[?1049l" in terminal.drawn  # the shell has its own screen again
            assert "\x1b[?25h" in terminal.drawn
        terminal.drawn = ""
        terminal.send("fg\n")
        terminal.settled("playing  r4c4")
        terminal.send("l")  # without enter
        terminal.settled("playing  r4c5")
        terminal.send("q")
        terminal.until("record    9x9/10 safe 5 0")
        terminal.send("exit\n")


@pytest.mark.parametrize("arguments", [["play", "--seed", "5"], [*WATCH, "--speed", "0.2"]])
def test_the_terminal_is_given_back_when_the_command_is_ended(arguments: list[str]) -> None:
    with at_a_terminal(*arguments) as terminal:
        terminal.settled("r4c4")
        assert not terminal.has_echo()
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.process.wait(20) == 128 + signal.SIGTERM
        assert terminal.has_echo()
        while terminal._read(0.2):
            pass
        assert "\x1b[?1049l" in terminal.drawn
        assert "Traceback" not in terminal.drawn


@pytest.mark.parametrize("arguments", [["play", "--seed", "5"], [*WATCH, "--speed", "0.2"]])
def test_a_crash_gives_the_terminal_back(arguments: list[str]) -> None:
    module = "watch" if "--watch" in arguments else "play_by_hand"
    code = (
        f"import sapper.cli.{module} as m; from sapper.cli import main\n"
        "def fail(*_): raise RuntimeError('crash')\n"
        "m.game_text = fail; main()"
    )
    with at_a_terminal(*arguments, program=[COMMAND[0], "-c", code]) as terminal:
        terminal.settled("RuntimeError: crash")
        assert terminal.process.wait(20) == 1
        assert terminal.has_echo()
        assert "\x1b[?1049l" in terminal.drawn


def test_a_new_size_of_the_window_is_used_at_once() -> None:
    with at_a_terminal(*WATCH, "--speed", "0.2", columns=80) as terminal:
        terminal.settled("+ faster")
        terminal.send(" ")
        terminal.resize(12, 40)
        frame = terminal.settled("q end")
        assert max(map(len, frame.splitlines())) <= 40
        assert len(frame.splitlines()) <= 12
        terminal.send("q")
    with at_a_terminal("play", "--seed", "5", "--board", "expert") as terminal:
        terminal.settled("16x30/99")
        terminal.resize(12, 40)
        frame = terminal.settled("move to scroll")
        assert max(map(len, frame.splitlines())) <= 40
        assert len(frame.splitlines()) <= 12
        terminal.send("q")


@pytest.mark.parametrize(("rows", "columns"), [(12, 40), (24, 80)])
@pytest.mark.parametrize("board", ["16x30/99", "hex-40x60/300", "torus-40x60/300"])
def test_a_large_board_scrolls_with_the_cursor(rows: int, columns: int, board: str) -> None:
    command = ["play", "--seed", "5", "--board", board]
    with at_a_terminal(*command, rows=rows, columns=columns) as terminal:
        terminal.settled("playing")
        terminal.send("\x1b[H" + "k" * 12)
        terminal.settled("c0 ")
        for keys, there in (("l" * 10, "c10"), ("j" * 10, "c10")):
            terminal.send(keys)
            frame = terminal.settled(there)
            lines = frame.splitlines()
            assert max(map(len, lines)) <= columns
            assert len(lines) <= rows
            assert "[■]" in frame
            assert sum("■" in line for line in lines) >= 5
        terminal.send("t")
        frame = terminal.settled("The first cell is never a mine")
        assert len(frame.splitlines()) <= rows
        terminal.send("q")
        terminal.until("record")


@pytest.mark.parametrize(("rows", "columns"), [(12, 40), (24, 80)])
def test_watching_a_large_board_scrolls(rows: int, columns: int) -> None:
    command = ["play", "-p", "fast", "--seed", "5", "--board", "40x60/300", "--start", "open"]
    more = ["--watch", "--speed", "0.2"]
    with at_a_terminal(*command, *more, rows=rows, columns=columns) as terminal:
        terminal.settled("shown: rows" if rows > 12 else "1  open")
        for _ in range(3):
            terminal.send("\x1b[C")
        frame = terminal.settled("4  open")
        assert max(map(len, frame.splitlines())) <= columns
        assert len(frame.splitlines()) <= rows
        assert "[" in frame
        terminal.send("q")
        terminal.until("record")
