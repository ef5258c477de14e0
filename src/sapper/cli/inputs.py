"""Positions from an argument, a file or standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from sapper.board import Position, read_position
from sapper.board.formats.header import is_header
from sapper.cli.console import say_note
from sapper.errors import InputError

__all__ = ["one_position", "position_texts", "text_of"]

_LONGEST_PATH = 4096


def position_texts(source: str | None) -> Iterator[str]:
    """Yield the text of every position that the argument stands for."""
    text = text_of(source)
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(map(_is_position, lines)):
        yield from lines
    else:
        yield text


def _is_position(line: str) -> bool:
    """Return whether a line is a position by itself: a canonical line or a JSON object."""
    line = line.strip()
    head, colon, _ = line.partition(":")
    return (line.startswith("{") and line.endswith("}")) or (bool(colon) and is_header(head))


def one_position(source: str | None, mines: int | None) -> Position:
    """Return the only position that the argument stands for; say how it was read."""
    texts = list(position_texts(source))
    if len(texts) != 1:
        raise InputError(f"expected one position, got {len(texts)}")
    reading = read_position(texts[0], mines)
    for note in reading.notes:
        say_note(note)
    return reading.position


def text_of(source: str | None) -> str:
    """Return the text that the argument stands for: itself, a file's, or standard input's."""
    if source is None and sys.stdin.isatty():
        raise InputError("expected a text, a file, or '-' for standard input, got nothing")
    if source in (None, "-"):
        return _decoded(sys.stdin.buffer.read(), "standard input")
    assert source is not None
    if _is_file(source):
        return _decoded(Path(source).read_bytes(), source)
    if source.endswith((".txt", ".mine", ".json", ".jsonl")):
        raise InputError(f"expected a file to read, got {source!r} which does not exist")
    return source


def _is_file(source: str) -> bool:
    try:
        return len(source) < _LONGEST_PATH and Path(source).is_file()
    except (OSError, ValueError):  # a board is often no possible file name
        return False


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"expected UTF-8 text in {name}, got byte {error.start} that is not"
        ) from None
