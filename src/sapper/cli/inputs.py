"""Read positions and games from an argument, a file or standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from sapper.board import read_position
from sapper.board.formats.header import is_header
from sapper.board.formats.reading import Reading
from sapper.cli.console import say_note
from sapper.errors import InputError

__all__ = ["position_texts", "read_one", "text_of"]

_LONGEST_PATH = 4096


def position_texts(source: str | None) -> Iterator[str]:
    """Yield the text of every position in the argument, its file or standard input."""
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


def read_one(source: str | None, mines: int | None) -> Reading:
    """Return the reading of the only position of the source; print its notes."""
    texts = list(position_texts(source))
    if len(texts) != 1:
        raise InputError(f"expected one position, got {len(texts)}")
    reading = read_position(texts[0], mines)
    for note in reading.notes:
        say_note(note)
    return reading


def text_of(source: str | None) -> str:
    """Return the argument itself, or the text of the file or standard input that it names."""
    if source is None and sys.stdin.isatty():
        raise InputError("nothing to read: give a text, a file, or '-' for standard input")
    if source in (None, "-"):
        return _decode(sys.stdin.buffer.read(), "standard input")
    assert source is not None
    if _is_file(source):
        return _decode(Path(source).read_bytes(), source)
    if source.endswith((".txt", ".mine", ".json", ".jsonl")):
        raise InputError(f"the file {source!r} does not exist")
    return source


def _is_file(source: str) -> bool:
    try:
        return len(source) < _LONGEST_PATH and Path(source).is_file()
    except (OSError, ValueError):  # a position is often no valid file name
        return False


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not UTF-8 text (at byte {error.start})") from None
