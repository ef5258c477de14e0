"""Read positions and games from arguments, files or standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sapper.board import StartRule, read_position
from sapper.board.formats.header import excerpt, is_header
from sapper.board.formats.reading import Reading
from sapper.cli.console import say_note
from sapper.errors import InputError, ParseError

__all__ = ["Entry", "games_of", "positions_of", "read_one"]

_LONGEST_PATH = 4096
_CELLS = re.compile(r"[0-9_#HF?Q*X.,;\[\](){}|/ -]*")  # rows of cells, also as a matrix
_RECORD = "record "


@dataclass(frozen=True)
class Entry:
    """One position or game of the input, and where it was found.

    `file` is None if only one source was given, `line` if its text is one position. Where
    the source could not be read, `problem` says why.
    """

    text: str
    file: str | None = None
    line: int | None = None
    problem: InputError | None = None

    @property
    def name(self) -> str:
        """The place, for a message: `line 3`, `boards.txt:3`, `boards.txt` or nothing."""
        if self.file is None:
            return "" if self.line is None else f"line {self.line}"
        return self.file if self.line is None else f"{self.file}:{self.line}"

    @property
    def place(self) -> dict[str, object]:
        """The place, for a document."""
        known = {"file": self.file, "line": self.line}
        return {key: value for key, value in known.items() if value is not None}


def positions_of(sources: Sequence[str] | None) -> list[Entry]:
    """Return every position in the arguments, their files or standard input.

    A text has one position, or one in each line: then empty lines and lines that begin with # do
    not count.
    """
    found = _entries(sources or [None], "position", _is_position_text, _split_positions)
    return [_check_line(entry) for entry in found]


def games_of(sources: Sequence[str] | None) -> list[Entry]:
    """Return every game in the arguments, their files or standard input.

    A game may also be given as several words. Of the output of `sapper play` only the lines that
    begin with `record` count.
    """
    if sources and len(sources) > 1 and sources[1] in list(StartRule):  # words of one game
        sources = [" ".join(sources)]
    return list(_entries(sources or [None], "game", _is_game_text, _split_games))


def read_one(source: str | None, mines: int | None) -> Reading:
    """Return the reading of the only position of the source; print its notes."""
    entries = positions_of(None if source is None else [source])
    if len(entries) != 1:
        raise InputError(f"expected one position, got {len(entries)}")
    if entries[0].problem is not None:
        raise entries[0].problem
    reading = read_position(entries[0].text, mines)
    for note in reading.notes:
        say_note(note)
    return reading


_Lines = list[tuple[int, str]]


def _entries(
    sources: Sequence[str | None],
    noun: str,
    is_text: Callable[[str], bool],
    split: Callable[[str, _Lines], _Lines | str],
) -> Iterator[Entry]:
    """Yield the entries of every source; a source that cannot be read is one with a problem."""
    for number, source in enumerate(sources, 1):
        is_argument = source is not None and source != "-" and is_text(source)
        name = f"argument {number}" if is_argument else source or "-"
        nowhere = Entry("", name if len(sources) > 1 else None)
        try:
            text = source if is_argument and source is not None else _read(source, noun)
        except InputError as problem:
            yield replace(nowhere, problem=problem)
            continue
        lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
        parts = split(text, lines)
        if isinstance(parts, str) or len(lines) <= 1:
            yield replace(nowhere, text=parts if isinstance(parts, str) else parts[0][1])
        else:
            yield from (replace(nowhere, text=part, line=line) for line, part in parts)


def _split_positions(text: str, lines: _Lines) -> _Lines | str:
    """Return the positions of a text with one in each line, or the text of its only one.

    Rows of a board may begin with # as well, so in a list one line must be a position by itself.
    """
    parts = [(n, line) for n, line in lines if not line.startswith("#")]
    is_list = any(_is_line(line) for _, line in parts)
    if is_list or (parts and _is_object(parts[0][1])):
        return parts
    return "\n".join(line for line in text.splitlines() if not _is_comment(line))


def _check_line(entry: Entry) -> Entry:
    """Return a line of several with its problem, if it is meant as no position."""
    text = entry.text
    if entry.line is None or _is_line(text) or text.startswith(("{", "[")):
        return entry
    problem = ParseError(f"expected a position such as 3x3/2:01_/12_/___, got {excerpt(text)}")
    return replace(entry, problem=problem)


def _split_games(text: str, lines: _Lines) -> _Lines | str:
    """Return the games of a text, one in each line, or the text if it is one record in JSON."""
    records = [(n, line) for n, line in lines if line.startswith(_RECORD)]
    parts = records or [(n, line) for n, line in lines if not line.startswith("#")]
    if not parts:
        return ""
    if text.lstrip().startswith("{") and not all(_is_object(line) for _, line in parts):
        return text
    return [(n, line.removeprefix(_RECORD).strip()) for n, line in parts]


def _is_line(line: str) -> bool:
    """Return whether a line is meant as a canonical line: a header and a colon."""
    head, colon, _ = line.partition(":")
    return bool(colon) and is_header(head)


def _is_comment(line: str) -> bool:
    """Return whether a line begins with # and is no row of covered cells."""
    return line.startswith("#") and not _CELLS.fullmatch(line.strip())


def _is_object(line: str) -> bool:
    return line.startswith("{") and line.endswith("}")


def _is_position_text(source: str) -> bool:
    """Return whether an argument is a position and not the name of a file."""
    if "\n" in source or not source.strip() or source.lstrip().startswith(("{", "[")):
        return True
    if _is_line(source):
        return True
    if _is_there(source):
        return False
    is_path = source.startswith(("/", "./", "../", "~"))
    return not is_path and (":" in source or is_header(source) or bool(_CELLS.fullmatch(source)))


def _is_game_text(source: str) -> bool:
    """Return whether an argument is a game and not the name of a file."""
    if "\n" in source or not source.strip() or source.lstrip().startswith("{"):
        return True
    return not _is_there(source) and len(source.split()) > 1


def _is_there(source: str) -> bool:
    try:
        return len(source) < _LONGEST_PATH and Path(source).exists()
    except (OSError, ValueError):  # a position is often no valid file name
        return False


def _read(source: str | None, noun: str) -> str:
    """Return the text of standard input, a file, a pipe or a device; raise `InputError`."""
    if source is None or source == "-":
        return _decode(_read_stdin(source), "standard input")
    try:
        data = Path(source).read_bytes()
    except FileNotFoundError:
        message = f"{source!r} is no {noun}, and no file of this name exists"
        raise InputError(message) from None
    except IsADirectoryError:
        raise InputError(
            f"{source!r} is a directory: give a file, or - for standard input"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read {source!r}: {reason}") from None
    return _decode(data, repr(source))


def _read_stdin(source: str | None) -> bytes:
    if sys.stdin is None:
        raise InputError("nothing to read: standard input is closed")
    if source is None and sys.stdin.isatty():
        raise InputError("nothing to read: give a text, a file, or '-' for standard input")
    return sys.stdin.buffer.read()


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not UTF-8 text (at byte {error.start})") from None
