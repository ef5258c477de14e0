"""Read single keys from a terminal (Linux and macOS).

A key is a character such as `f` or `?`, or a name: up, down, left, right, home, end, enter,
space, quit. Anything else that a terminal sends is the empty string.
"""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections import deque
from contextlib import suppress
from types import TracebackType
from typing import Final

from sapper.errors import InputError
from sapper.files import standard_output

__all__ = ["Keyboard", "is_interactive", "keys_of"]

_PAUSE = 0.05  # seconds in which the rest of an escape sequence arrives
_NAMED: Final = {
    " ": "space", "\r": "enter", "\n": "enter", "\x03": "quit", "\x04": "quit", "\x1b": "",
}  # fmt: skip
_SEQUENCES: Final = {
    "A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end",
    "1~": "home", "7~": "home", "4~": "end", "8~": "end", "M": "enter",
}  # fmt: skip


def is_interactive() -> bool:
    """Return whether both standard input and standard output are a capable terminal."""
    is_dumb = os.environ.get("TERM", "") in ("dumb", "unknown")
    return (
        sys.stdin is not None and sys.stdin.isatty() and standard_output().isatty() and not is_dumb
    )


def keys_of(text: str) -> list[str]:
    """Return the keys that were pressed to produce this terminal input, in order."""
    keys, at = [], 0
    while at < len(text):
        if text[at] == "\x1b" and text[at + 1 : at + 2] in ("[", "O"):
            end = at + 2
            while end < len(text) and not "@" <= text[end] <= "~":
                end += 1
            keys.append(_SEQUENCES.get(text[at + 2 : end + 1], ""))
            at = end + 1
        else:
            character = text[at]
            unnamed = character if character.isprintable() else ""
            keys.append(_NAMED.get(character, unnamed))
            at += 1
    return keys


class Keyboard:
    """The keyboard of a terminal; a context manager that restores the terminal's settings."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()

    def __enter__(self) -> Keyboard:
        self._file = sys.stdin.fileno()
        try:
            self._before = termios.tcgetattr(self._file)
        except termios.error as error:
            raise InputError(f"cannot read keys: standard input is no terminal ({error})") from None
        self.take()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def take(self) -> None:
        """Receive every key as it is pressed, without an echo."""
        with suppress(termios.error):  # the terminal may be gone
            tty.setcbreak(self._file)

    def release(self) -> None:
        """Restore the terminal's settings."""
        with suppress(termios.error):
            termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)

    def put_back(self, key: str) -> None:
        """Let a key be the next one again."""
        self._waiting.appendleft(key)

    def key(self, seconds: float, wake: int | None = None) -> str | None:
        """Return the next key, or None if none was pressed for so many seconds.

        The wait also ends when the file `wake` can be read.
        """
        if not self._waiting and self._has_input(seconds, wake):
            self._waiting.extend(keys_of(self._read()) or ["quit"])
        return self._waiting.popleft() if self._waiting else None

    def _read(self) -> str:
        """Return the input so far, never half an escape sequence; empty at the end of input."""
        data = self._bytes()
        while _is_cut(data) and self._has_input(_PAUSE):
            more = self._bytes()
            if not more:
                break
            data += more
        return data.decode("utf-8", errors="replace")

    def _bytes(self) -> bytes:
        try:
            return os.read(self._file, 1024)
        except OSError:  # the terminal is gone
            return b""

    def _has_input(self, seconds: float, wake: int | None = None) -> bool:
        files = [self._file] if wake is None else [self._file, wake]
        return self._file in select.select(files, [], [], seconds)[0]


def _is_cut(data: bytes) -> bool:
    """Return whether the input ends inside an escape sequence."""
    _, escape, rest = data.rpartition(b"\x1b")
    if not escape or rest in (b"", b"[", b"O"):
        return bool(escape)
    return rest[:1] in (b"[", b"O") and all(not 0x40 <= byte <= 0x7E for byte in rest[1:])
