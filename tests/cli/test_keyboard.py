"""Keys: what a terminal sends, and the terminal given back as it was."""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import suppress

import pytest

pytest.importorskip("termios")
import pty
import termios

from sapper.cli.keyboard import Keyboard, is_interactive, keys_of
from sapper.errors import InputError


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("", []),
        ("f?", ["f", "?"]),
        ("\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        ("\x1bOA\x1bOD", ["up", "left"]),
        ("\x1b[H\x1b[4~", ["home", "end"]),
        ("\x1b[1;5Aj", ["", "j"]),
        ("\x1b[15~f", ["", "f"]),
        ("\r\n ", ["enter", "enter", "space"]),
        ("\x1b", [""]),
        ("\x1bf", ["", "f"]),
        ("\x1b[", [""]),
        ("\x03\x04", ["quit", "quit"]),
        ("\x00\x7fé", ["", "", "é"]),
    ],
)
def test_keys_of(sent: str, keys: list[str]) -> None:
    assert keys_of(sent) == keys


class Line:
    """A pseudo-terminal whose far end stands in for standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.near, self.far = pty.openpty()
        self.file = os.fdopen(self.far, "r", closefd=False)
        monkeypatch.setattr(sys, "stdin", self.file)

    def send(self, data: bytes) -> None:
        os.write(self.near, data)


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(monkeypatch)


def test_keys_arrive_one_by_one(line: Line) -> None:
    with Keyboard() as keyboard:
        line.send(b"f\x1b[Aq")
        assert [keyboard.key(1) for _ in range(3)] == ["f", "up", "q"]
        assert keyboard.key(0.01) is None


def test_a_sequence_in_pieces_is_one_key(line: Line) -> None:
    def in_pieces() -> None:
        for piece in (b"\x1b", b"[", b"B"):
            line.send(piece)
            time.sleep(0.005)

    with Keyboard() as keyboard:
        sender = threading.Thread(target=in_pieces)
        sender.start()
        assert keyboard.key(1) == "down"
        sender.join(60)


def test_a_lone_escape_does_not_wait_for_ever(line: Line) -> None:
    with Keyboard() as keyboard:
        line.send(b"\x1b")
        assert keyboard.key(1) == ""


def test_the_terminal_is_given_back(line: Line) -> None:
    before = termios.tcgetattr(line.far)
    with suppress(RuntimeError), Keyboard():
        assert termios.tcgetattr(line.far) != before
        raise RuntimeError
    assert termios.tcgetattr(line.far) == before


def test_a_terminal_that_goes_away_is_quit(line: Line) -> None:
    with Keyboard() as keyboard:
        os.close(line.near)
        assert keyboard.key(1) == "quit"


def test_a_file_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull) as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert not is_interactive()
        with pytest.raises(InputError, match="terminal"), Keyboard():
            pass
