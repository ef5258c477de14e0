"""Programs at a pseudo-terminal: send keys, look at what they drew."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tests.support.command import COMMAND

__all__ = ["Terminal", "at_a_terminal"]


class Terminal:
    """A program at a pseudo-terminal of a given size; frames are what it drew last."""

    def __init__(self, near: int, process: subprocess.Popen[bytes]) -> None:
        self._near, self.process = near, process
        self.drawn = ""
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode

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

    def settled(self, words: str) -> str:
        """Return the frame that has the words, once nothing more is drawn."""
        self.until(words)
        while self._read(0.4):
            pass
        return self.until(words)

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
        self.drawn += self._decode(data)
        return bool(data)

    def resize(self, rows: int, columns: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._near, termios.TIOCSWINSZ, size)
        self.process.send_signal(signal.SIGWINCH)

    def has_echo(self) -> bool:
        """Return whether the terminal is as a shell needs it."""
        return bool(termios.tcgetattr(self._near)[3] & termios.ECHO)


@contextmanager
def at_a_terminal(
    *arguments: str, rows: int = 24, columns: int = 80, program: Sequence[str] = COMMAND
) -> Iterator[Terminal]:
    near, far = pty.openpty()
    fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    process = subprocess.Popen(
        [*program, *arguments],
        stdin=far,
        stdout=far,
        stderr=far,
        close_fds=True,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509
        env={"PATH": "/usr/bin:/bin", "PYTHONUTF8": "1", "TERM": "xterm-256color"},
    )
    os.close(far)
    try:
        yield Terminal(near, process)
    finally:
        process.kill()
        process.wait(60)
        os.close(near)
