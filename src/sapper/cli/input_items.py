"""Read positions and games from arguments, files or standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.board import StartRule
from sapper.board.formats.header import excerpt, is_header, is_position_line
from sapper.board.picture_reading import is_picture, read_picture
from sapper.documents import document
from sapper.errors import InputError, ParseError
from sapper.language import N_, _

if TYPE_CHECKING:
    from sapper.board.picture_reading import PictureReading
    from sapper.games.read_anything import Source

__all__ = ["InputItem", "folder_of", "games_of", "positions_of", "read_input"]

_CELLS = re.compile(r"[0-9_#HF?Q*X.,;\[\](){}|/ -]*")  # rows of cells, also as a matrix
_RECORD = "record "


@dataclass(frozen=True)
class InputItem:
    """One position or game of the input, and where it was found.

    `file` is None if only one source was given, `line` if its text is one position. Where
    the source could not be read, `problem` says why. `whole` is what a whole file was read as,
    `picture` how a position was read from a picture.
    """

    text: str
    file: str | None = None
    line: int | None = None
    problem: InputError | None = None
    whole: Source | None = None
    picture: PictureReading | None = None

    @property
    def name(self) -> str:
        """The place, for a message: `line 3`, `boards.txt:3`, `boards.txt` or nothing."""
        if self.file is None:
            return "" if self.line is None else f"line {self.line}"
        return self.file if self.line is None else f"{self.file}:{self.line}"

    @property
    def place(self) -> dict[str, object]:
        """The place, for a document."""
        picture = document(self.picture)
        known = {"file": self.file, "line": self.line, "picture": picture}
        return {key: value for key, value in known.items() if value is not None}

    def read(self) -> Source:
        """Return the layout or game that it is; raise `ParseError` if it is none."""
        from sapper.games.read_anything import read_source

        if not self.text.strip():
            raise InputError("expected a layout or the line of a game, got an empty text")
        return self.whole or read_source(self.text, wants_layout=True)


def positions_of(sources: Sequence[str]) -> list[InputItem]:
    """Return every position in the arguments, their files or standard input.

    A text has one position, or one in each line: then empty lines and lines that begin with # do
    not count.
    """
    found = _items(sources, N_("position"), _split_positions)
    return [_check_line(item) for item in found]


def games_of(sources: Sequence[str], noun: str = N_("game")) -> list[InputItem]:
    """Return every layout or game in the arguments, their files or standard input.

    A game may also be given as several words. Of the output of `sapper play` only the lines that
    begin with `record` count. A file may be one board in any format, or a replay.
    """
    from sapper.games.read_anything import read_whole_file

    if len(sources) > 1 and sources[1] in list(StartRule):
        sources = [" ".join(sources)]
    return list(_items(sources, noun, _split_games, read_whole_file))


def folder_of(sources: Sequence[str]) -> Path | None:
    """Return the folder that is the only argument; None for anything else."""
    return Path(sources[0]) if len(sources) == 1 and Path(sources[0]).is_dir() else None


def read_input(source: str | None, noun: str) -> str | bytes:
    """Return a text as it is, else what a file or standard input has."""
    if source is None or source == "-":
        return _read_stdin(source)
    return source if _is_text(source) else _read_file(source, noun)


_Lines = list[tuple[int, str]]


def _items(
    sources: Sequence[str],
    noun: str,
    split: Callable[[str, _Lines], _Lines | str],
    read_whole: Callable[[bytes, str], Source | None] = lambda _data, _name: None,
) -> Iterator[InputItem]:
    """Yield the items of every source; a source that cannot be read is one with a problem."""
    for number, source in enumerate(sources or [None], 1):
        nowhere = InputItem("", (source or "-") if len(sources) > 1 else None)
        try:
            found = read_input(source, noun)
            if isinstance(found, bytes):
                if is_picture(found):
                    reading = read_picture(found)
                    text = str(reading.position)
                    yield replace(nowhere, text=text, picture=reading)
                    continue
                if whole := read_whole(found, source or ""):
                    board = whole.game or whole.layout
                    yield replace(nowhere, text="" if board is None else board.text, whole=whole)
                    continue
                found = _decode(found, source)
            elif len(sources) > 1:
                nowhere = InputItem("", f"argument {number}")
        except InputError as problem:
            yield replace(nowhere, problem=problem)
            continue
        lines = [(n, line.strip()) for n, line in enumerate(found.splitlines(), 1) if line.strip()]
        parts = split(found, lines)
        if isinstance(parts, str) or len(lines) <= 1:
            yield replace(nowhere, text=parts if isinstance(parts, str) else parts[0][1])
        else:
            yield from (replace(nowhere, text=part, line=line) for line, part in parts)


def _split_positions(text: str, lines: _Lines) -> _Lines | str:
    """Return the positions of a text with one in each line, or the text of its only one.

    Rows of a board may begin with # as well, so in a list one line must be a position by itself.
    """
    if any(line.startswith(_RECORD) for _, line in lines):
        raise InputError("this is a game, not a position: `sapper review` reads its record")
    parts = [(n, line) for n, line in lines if not line.startswith("#")]
    is_list = any(is_position_line(line) for _, line in parts)
    if is_list or (parts and _is_object(parts[0][1])):
        return parts
    return "\n".join(
        line
        for line in text.splitlines()
        if not line.startswith("#") or _CELLS.fullmatch(line.strip())
    )


def _check_line(item: InputItem) -> InputItem:
    """Return a line of several with its problem, if it is meant as no position."""
    text = item.text
    if item.line is None or is_position_line(text) or text.startswith(("{", "[")):
        return item
    problem = ParseError(
        _("expected a position such as 3x3/2:01_/12_/___, got {excerpt}").format(
            excerpt=excerpt(text)
        )
    )
    return replace(item, problem=problem)


def _split_games(text: str, lines: _Lines) -> _Lines | str:
    """Return the games of a text, one in each line, or the text if it is one record in JSON."""
    records = [(n, line) for n, line in lines if line.startswith(_RECORD)]
    parts = records or [(n, line) for n, line in lines if not line.startswith("#")]
    if not parts:
        return ""
    if text.lstrip().startswith("{") and not all(_is_object(line) for _, line in parts):
        return text
    return [(n, line.removeprefix(_RECORD).strip()) for n, line in parts]


def _is_object(line: str) -> bool:
    return line.startswith("{") and line.endswith("}")


def _is_text(source: str) -> bool:
    """Return whether an argument is a board or a game, and not the name of a file."""
    if "\n" in source or not source.strip() or source.lstrip().startswith(("{", "[")):
        return True
    if is_position_line(source):
        return True
    if source.startswith(("/", "./", "../", "~")) or _is_there(source):
        return False
    head = re.split("[= ]", source.removeprefix(_RECORD).strip())[0]
    if ":" in source or is_header(head) or _CELLS.fullmatch(source):
        return True
    from sapper.board.formats.layouts import is_layout_text

    return is_layout_text(source)


def _is_there(source: str) -> bool:
    try:
        return Path(source).exists()
    except (OSError, ValueError):  # a position is often no valid file name
        return False


def _read_file(source: str, noun: str) -> bytes:
    try:
        return Path(source).read_bytes()
    except FileNotFoundError:
        text = _("{source!r} is no {noun}, and no file of this name exists")
        raise InputError(text.format(source=source, noun=_(noun))) from None
    except IsADirectoryError:
        raise InputError(
            f"{source!r} is a directory: give a file, or - for standard input"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read {source!r}: {reason}") from None


def _read_stdin(source: str | None) -> bytes:
    if sys.stdin is None:
        raise InputError("nothing to read: standard input is closed")
    if source is None and sys.stdin.isatty():
        raise InputError("nothing to read: give a text, a file, or '-' for standard input")
    return sys.stdin.buffer.read()


def _decode(data: bytes, source: str | None) -> str:
    from sapper.board.formats.layouts import is_binary

    if not is_binary(data):
        return data.decode("utf-8-sig")
    name = "-" if source is None else source
    text = _(
        "{name} is neither text nor a picture; of a board or replay of another program "
        "`sapper convert {name} --to line` prints the position"
    )
    raise InputError(text.format(name=name))
