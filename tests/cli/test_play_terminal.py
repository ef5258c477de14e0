"""`sapper play` with a person at a pseudo-terminal."""

from __future__ import annotations

import os
import re
import select
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.command import COMMAND


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
        process.wait(60)
        os.close(near)


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
