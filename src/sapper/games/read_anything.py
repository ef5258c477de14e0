"""Read a layout, a position or a game, whichever it is: what `sapper convert` takes."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, get_args

from sapper.board.formats.block import is_mines_line
from sapper.board.formats.header import excerpt, is_header, is_position_line
from sapper.board.formats.layouts import (
    decode_text,
    is_binary,
    is_layout_text,
    read_layout,
)
from sapper.board.formats.reading import read_position
from sapper.board.layout import Layout
from sapper.board.picture_reading import is_picture, read_picture
from sapper.board.position import Position
from sapper.board.spec import StartRule
from sapper.errors import ParseError
from sapper.games.game import Game
from sapper.games.replays import Replay, is_replay, read_replay
from sapper.games.replays.rawvf import is_rawvf
from sapper.games.replays.recording import ReplayFormat
from sapper.language import _

__all__ = ["REPLAY_FORMATS", "Source", "is_game_line", "read_source", "read_whole_file"]

REPLAY_FORMATS: Final[tuple[str, ...]] = get_args(ReplayFormat)
"""The formats of replays, which are the endings of their files too."""

_RECORD = "record "
_WORDS = re.compile(r"(?s)(?=.*[a-z])[0-9A-Za-z_#.*?!'\s-]*")


@dataclass(frozen=True)
class Source:
    """What was read, exactly one of the three; its format, what else it says, and notes.

    `replay` is the replay that the game is from.
    """

    format: str
    layout: Layout | None = None
    position: Position | None = None
    game: Game | None = None
    notes: tuple[str, ...] = ()
    replay: Replay | None = None


def read_source(
    data: bytes | str,
    *,
    wants_layout: bool = False,
    mines: int | None = None,
    name: str = "",
) -> Source:
    """Return what a file or text holds.

    A text that could be a position or a layout is what `wants_layout` says; `mines` is the mine
    count of a position that does not say it. A file whose `name` ends as that of a replay is one.
    Raise `ParseError` for anything else.
    """
    if isinstance(data, bytes):
        found = _read_bytes(data, name, mines)
        if found is not None:
            return found
        data = decode_text(data)
    text = _only_board(data.strip("\r\n").removeprefix(_RECORD))
    if is_game_line(text):
        return Source("game", game=Game.parse(text))
    if wants_layout or is_layout_text(text):
        return _read_layout(text)
    reading = read_position(text, mines)
    return Source(reading.format, position=reading.position, notes=reading.notes)


def read_whole_file(data: bytes, name: str = "") -> Source | None:
    """Return the one board that a file is: binary, a replay, or a block of rows.

    Return None for lines of boards, and for a text that is none; raise `ParseError` for a damaged
    replay or board.
    """
    if is_binary(data) or is_rawvf(data) or is_replay(b"", name=name):
        return read_source(data, wants_layout=True, name=name)
    text = decode_text(data).strip()
    is_lines = f"\n{_RECORD}" in text or bool(_boards_in(text))
    if "\n" not in text or text.startswith("{") or is_lines:
        return None
    with suppress(ParseError):
        return read_source(text, wants_layout=True)
    return None


def is_game_line(text: str) -> bool:
    """Return whether a text is the line of a game, or a document with one."""
    if text.lstrip().startswith("{"):
        return '"game"' in text
    words = text.split(maxsplit=2)
    return len(words) > 1 and words[1] in list(StartRule)


def _only_board(text: str) -> str:
    """Return the text of one board, without comments; raise `ParseError` for several, or words."""
    boards = _boards_in(text)
    if len(boards) > 1:
        raise ParseError(
            _("expected one board, got a list of {count}: give one of its lines").format(
                count=len(boards)
            )
        )
    if boards:
        return boards[0]
    first = text.lstrip().partition("\n")[0]
    if is_header(text.strip()):
        raise ParseError(
            _(
                "{excerpt} is only a size: put cells behind it, as in 3x3/2:01_/12_/___, or mines, "
                "as in 3x3/2=044"
            ).format(excerpt=excerpt(text))
        )
    if _WORDS.fullmatch(text) and not (is_mines_line(first) or is_layout_text(text)):
        raise ParseError(
            _("expected a board, position or game, got {excerpt}").format(excerpt=excerpt(text))
        )
    return text


def _boards_in(text: str) -> list[str]:
    """Return the lines of a text of several lines whose first ones are boards by themselves."""
    if "\n" not in text:
        return []
    lines = [line.strip().removeprefix(_RECORD) for line in text.splitlines()]
    parts = [line for line in lines if line and not line.startswith("#")]
    return parts if parts and all(_is_board_line(line) for line in parts[:2]) else []


def _is_board_line(line: str) -> bool:
    is_document = line.startswith("{") and line.endswith("}")
    is_own = is_position_line(line) or is_game_line(line)
    return is_document or is_own or is_layout_text(line)


def _read_bytes(data: bytes, name: str, mines: int | None) -> Source | None:
    """Return the picture, the replay or the MBF file that bytes are; None if they are a text."""
    if is_picture(data):
        seen = read_picture(data, mines)
        return Source("picture", position=seen.position, notes=seen.notes)
    if is_replay(b"", name=name) or is_rawvf(data):
        return _read_replay(data, name)
    if not is_binary(data):
        return None
    try:
        return _read_layout(data)
    except ParseError:  # a replay is no MBF file, as its length is another
        if is_replay(data):
            return _read_replay(data)
        raise


def _read_replay(data: bytes, name: str = "") -> Source:
    replay = read_replay(data, name=name)
    return Source(replay.format, game=replay.game, notes=replay.notes, replay=replay)


def _read_layout(data: bytes | str) -> Source:
    found = read_layout(data)
    return Source(found.format, found.layout, notes=found.notes)
