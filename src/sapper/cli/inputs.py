"""Read positions and games from arguments, files or standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.board import StartRule, read_position
from sapper.board.formats.header import excerpt, is_header
from sapper.board.formats.layouts import is_layout_text
from sapper.board.formats.reading import Reading
from sapper.cli.console import say_note
from sapper.errors import InputError, ParseError
from sapper.language import N_, _

if TYPE_CHECKING:
    from sapper.games.replays import Replay

__all__ = ["Entry", "boards_of", "games_of", "positions_of", "read_one", "replay_of_file"]

_LONGEST_PATH = 4096
_CELLS = re.compile(r"[0-9_#HF?Q*X.,;\[\](){}|/ -]*")  # rows of cells, also as a matrix
_RECORD = "record "


@dataclass(frozen=True)
class Entry:
    """One position or game of the input, and where it was found.

    `file` is None if only one source was given, `line` if its text is one position. Where
    the source could not be read, `problem` says why. `replay` is the replay that the game is from.
    """

    text: str
    file: str | None = None
    line: int | None = None
    problem: InputError | None = None
    replay: Replay | None = None

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
    found = _entries(sources or [None], N_("position"), _is_position_text, _split_positions)
    return [_check_line(entry) for entry in found]


def games_of(sources: Sequence[str] | None) -> list[Entry]:
    """Return every game in the arguments, their files or standard input.

    A game may also be given as several words. Of the output of `sapper play` only the lines that
    begin with `record` count. A file may be the replay of another program.
    """
    return list(
        _entries(_join_words(sources), N_("game"), _is_game_text, _split_games, _game_of_file)
    )


def boards_of(sources: Sequence[str] | None, noun: str = N_("layout or game")) -> list[Entry]:
    """Return every layout or game in the arguments, their files or standard input.

    A file may also be one board in any format of docs/14-other-programs.md, or a replay.
    """
    return list(_entries(_join_words(sources), noun, _is_board_text, _split_games, _board_of_file))


def replay_of_file(source: str | None) -> Replay:
    """Return the replay in a file or in standard input; raise `InputError` if it is none."""
    from sapper.games.replays import read_replay

    return read_replay(_read(source, "replay"), name=source or "")


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


def _join_words(sources: Sequence[str] | None) -> Sequence[str | None]:
    """Return the sources, of the words of one game its line; without any, standard input."""
    if sources and len(sources) > 1 and sources[1] in list(StartRule):
        return [" ".join(sources)]
    return sources or [None]


def _entries(
    sources: Sequence[str | None],
    noun: str,
    is_text: Callable[[str], bool],
    split: Callable[[str, _Lines], _Lines | str],
    find_whole: Callable[[bytes, str], Entry | None] | None = None,
) -> Iterator[Entry]:
    """Yield the entries of every source; a source that cannot be read is one with a problem."""
    for number, source in enumerate(sources, 1):
        is_argument = source is not None and source != "-" and is_text(source)
        name = f"argument {number}" if is_argument else source or "-"
        nowhere = Entry("", name if len(sources) > 1 else None)
        try:
            if is_argument and source is not None:
                text = source
            else:
                data = _read(source, noun)
                whole = find_whole(data, source or "") if find_whole else None
                if whole is not None:
                    yield replace(nowhere, text=whole.text, replay=whole.replay)
                    continue
                text = _decode(data, "standard input" if source in (None, "-") else repr(source))
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
    problem = ParseError(
        _("expected a position such as 3x3/2:01_/12_/___, got {excerpt}").format(
            excerpt=excerpt(text)
        )
    )
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


def _is_board_text(source: str) -> bool:
    """Return whether an argument is a layout or a game and not the name of a file."""
    is_one = is_header(source.partition("=")[0]) or _is_line(source) or is_layout_text(source)
    return (is_one and not _is_there(source)) or _is_game_text(source)


def _is_there(source: str) -> bool:
    try:
        return len(source) < _LONGEST_PATH and Path(source).exists()
    except (OSError, ValueError):  # a position is often no valid file name
        return False


def _game_of_file(data: bytes, name: str) -> Entry | None:
    """Return the replay that a file is, if it is one; raise `InputError` for a damaged one."""
    from sapper.games.replays import is_replay, read_replay

    if not is_replay(data, name=name):
        return None
    replay = read_replay(data, name=name)
    return Entry(replay.game.text, replay=replay)


def _board_of_file(data: bytes, name: str) -> Entry | None:
    """Return the one board or replay that a file is, as our own line; None for lines of them."""
    from sapper.games.board_sources import read_whole_file

    found = read_whole_file(data, name)
    if found is None:
        return None
    if found.game is not None:
        return Entry(found.game.text, replay=found.replay)
    assert found.layout is not None, "a layout was wanted"
    return Entry(found.layout.text)


def _read(source: str | None, noun: str) -> bytes:
    """Return the contents of standard input, a file, a pipe or a device; raise `InputError`."""
    if source is None or source == "-":
        return _read_stdin(source)
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


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not UTF-8 text (at byte {error.start})") from None
