"""Read and write whole boards in any known format: the one door for layouts.

`read_layout` recognises the format, `write_layout` writes one. Binary data is an MBF file; replays
are files of games and belong to `sapper.games.replays`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypedDict

from sapper.board.cell import Cell, CellLike, CellPair, cell_of
from sapper.board.formats.block import split_block
from sapper.board.formats.click_path import Click
from sapper.board.formats.emoji import format_emoji
from sapper.board.formats.game_id import is_game_id, read_game_id, write_game_id
from sapper.board.formats.game_words import is_game, layout_of_game, write_game
from sapper.board.formats.header import excerpt
from sapper.board.formats.link import is_link, read_link, write_link
from sapper.board.formats.matrix import is_matrix
from sapper.board.formats.mbf import is_mbf, mbf_of_digits, read_mbf, write_mbf
from sapper.board.formats.mine_file import format_mine_layout, is_mine_header, parse_mine
from sapper.board.formats.reading import Format, read_position
from sapper.board.formats.shown_mines import layout_of_position
from sapper.board.formats.spreadsheet import format_csv
from sapper.board.formats.toollib import format_toollib, parse_toollib
from sapper.board.layout import Layout
from sapper.board.shown import shorten
from sapper.errors import InputError, ParseError
from sapper.language import N_, _

__all__ = [
    "FORMATS",
    "LAYOUT_FORMATS",
    "LayoutFormat",
    "LayoutReading",
    "LayoutReadingDocument",
    "is_binary",
    "is_layout_text",
    "read_layout",
    "write_layout",
]

LayoutFormat = Literal["layout", "game", "mbf", "link", "game-id"] | Format
LAYOUT_FORMATS: Final[tuple[LayoutFormat, ...]] = (
    "layout", "game", "mbf", "link", "game-id", "toollib", "mine",
    "line", "pretty", "matrix", "csv", "emoji", "json",
)  # fmt: skip
"""The formats in which a layout can be written."""

FORMATS: Final[tuple[LayoutFormat, ...]] = (*LAYOUT_FORMATS, "analysis")
"""All formats of layouts and positions."""

_CONTROL = bytes(code for code in range(32) if code not in b"\t\n\r\f\x1b")
_MOST_BYTES = 64_000_000


class LayoutReadingDocument(TypedDict):
    """The layout of a text or file, its format, first cell and clicks, and notes on the reading."""

    layout: str
    format: LayoutFormat
    first: CellPair | None
    clicks: list[str]
    notes: list[str]


@dataclass(frozen=True, slots=True)
class LayoutReading:
    """A layout that was read, its format, and what else the text says.

    `first` is the cell that is opened first, `clicks` a click path (of links only).
    """

    layout: Layout
    format: LayoutFormat
    first: Cell | None = None
    clicks: tuple[Click, ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<LayoutReading of a {self.format}: {shorten(self.layout.text, 100)}>"

    def to_dict(self) -> LayoutReadingDocument:
        """Return plain data for JSON."""
        return LayoutReadingDocument(
            layout=self.layout.text,
            format=self.format,
            first=None if self.first is None else (self.first.row, self.first.column),
            clicks=[f"{kind} {row},{column}" for kind, (row, column) in self.clicks],
            notes=list(self.notes),
        )


def is_binary(data: bytes) -> bool:
    """Return whether bytes are no text: they have control characters, or are not UTF-8."""
    if is_mbf(data) or data.translate(None, _CONTROL) != data:
        return True
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return True
    return False


def read_layout(data: bytes | str, *, form: LayoutFormat | None = None) -> LayoutReading:
    """Return the layout of a file or text in any format of docs/14-other-programs.md.

    `form` says which, where a text could be several. Raise `ParseError` for anything else.
    """
    if not isinstance(data, bytes | str):
        raise ParseError(_("expected bytes or a text, got {name}").format(name=type(data).__name__))
    if len(data) > _MOST_BYTES:
        raise ParseError(
            _("expected a board of at most {most_bytes:,} bytes, got {count:,}").format(
                most_bytes=_MOST_BYTES, count=len(data)
            )
        )
    if isinstance(data, bytes):
        if form == "mbf" or (form is None and is_binary(data)):
            return LayoutReading(read_mbf(data), "mbf")
        data = _decode(data)
    text = data.removeprefix("\ufeff").strip("\r\n").rstrip()
    if not text.strip():
        raise ParseError(_("expected a board, got an empty text"))
    found = form or _recognise(text.strip())
    return _READERS.get(found, _read_shown)(text)


def write_layout(
    layout: Layout,
    form: LayoutFormat,
    first: CellLike | None = None,
    clicks: Iterable[Click] = (),
) -> bytes | str:
    """Return the layout in a format: bytes for MBF, else text without a line break at its end.

    `first` is kept by game lines and game IDs, `clicks` by links. Raise `InputError` if the format
    cannot hold the board.
    """
    if form not in LAYOUT_FORMATS:
        raise InputError(f"expected one of {', '.join(LAYOUT_FORMATS)}, got {form!r}")
    cell = None if first is None else cell_of(first)
    if cell is not None:
        layout.geometry.index(cell)
    if form == "game":
        return write_game(layout, cell)
    if form == "game-id":
        return write_game_id(layout, cell)
    if form == "link":
        return write_link(layout, clicks)
    return _WRITERS[form](layout)


def is_layout_text(text: str) -> bool:
    """Return whether a text has, or is the name of, a format that only layouts have."""
    only = ("layout", "game", "mbf", "link", "game-id")
    return text in only or _recognise(text.removeprefix("\ufeff").strip()) in only


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(
            _("expected UTF-8 text, got another byte at {start}").format(start=error.start)
        ) from None


def _recognise(text: str) -> LayoutFormat:
    """Return the format of a text; `line` stands for all that show the board."""
    for name, is_it in _QUESTIONS.items():
        if is_it(text):
            return name
    return "line"


def _is_own(text: str) -> bool:
    """Return whether a text is one word with an equals sign behind a board: 3x3/2=044."""
    head, equals, _ = text.partition("=")
    return bool(equals) and len(text.split()) == 1 and "/" in head and "?" not in head


_QUESTIONS: Final[dict[LayoutFormat, Callable[[str], bool]]] = {
    "game": is_game,
    "link": is_link,
    "game-id": is_game_id,
    "layout": _is_own,
    "mbf": lambda text: mbf_of_digits(text) is not None,
    "mine": lambda text: is_mine_header(text.partition("\n")[0]),
}


def _read_link(text: str) -> LayoutReading:
    _need(is_link(text.strip()), N_("a link with b= and m="), text)
    layout, clicks, notes = read_link(text)
    first = next((click.cell for click in clicks if click.kind == "left"), None)
    return LayoutReading(layout, "link", first, clicks, notes)


def _read_game_id(text: str) -> LayoutReading:
    _need(is_game_id(text.strip()), N_("a game ID like 9x9:4,4,m00b7..."), text)
    layout, first = read_game_id(text)
    return LayoutReading(layout, "game-id", first)


def _read_game(text: str) -> LayoutReading:
    _need(is_game(text.strip()), N_("a game like 3x3/2 safe =044 0 o0,0"), text)
    layout, first, moves = layout_of_game(text)
    notes = (
        (_("{moves} more moves of the game are no part of its layout").format(moves=moves),)
        if moves
        else ()
    )
    return LayoutReading(layout, "game", first, notes=notes)


def _read_digits(text: str) -> LayoutReading:
    data = mbf_of_digits(text)
    if data is None:
        raise ParseError(
            _("expected the bytes of an MBF file as digits, got {excerpt}").format(
                excerpt=excerpt(text)
            )
        )
    return LayoutReading(read_mbf(data), "mbf")


def _read_mine(text: str) -> LayoutReading:
    _need(is_mine_header(text.strip().partition("\n")[0]), N_("WIDTHxHEIGHTxMINES first"), text)
    position, taken = parse_mine(text, is_board=True)
    layout, notes = layout_of_position(position)
    return LayoutReading(layout, "mine", notes=(*taken, *notes))


def _read_own(text: str) -> LayoutReading:
    try:
        return LayoutReading(Layout.parse(text), "layout")
    except InputError as error:
        raise ParseError(str(error)) from None


def _read_toollib(text: str) -> LayoutReading:
    position, _ = parse_toollib(split_block(text))
    layout, notes = layout_of_position(position)
    return LayoutReading(layout, "toollib", notes=tuple(notes))


def _read_shown(text: str) -> LayoutReading:
    """Return the layout of a board that shows all mines, in a format of positions."""
    if is_matrix(split_block(text)) and _has_only_minus_one(text):
        return _read_toollib(text)  # a matrix of the papers would show no mine
    reading = read_position(text)
    layout, notes = layout_of_position(reading.position)
    return LayoutReading(layout, reading.format, notes=(*reading.taken, *notes))


def _has_only_minus_one(text: str) -> bool:
    return "-1" in text and not any(code in text for code in ("-2", "9", "10"))


def _need(is_it: bool, what: str, text: str) -> None:
    if not is_it:
        raise ParseError(
            _("expected {what}, got {excerpt}").format(what=_(what), excerpt=excerpt(text))
        )


_READERS: Final[dict[LayoutFormat, Callable[[str], LayoutReading]]] = {
    "game": _read_game,
    "link": _read_link,
    "game-id": _read_game_id,
    "layout": _read_own,
    "mbf": _read_digits,
    "mine": _read_mine,
    "toollib": _read_toollib,
}
_WRITERS: Final[dict[LayoutFormat, Callable[[Layout], bytes | str]]] = {
    "layout": lambda layout: layout.text,
    "mbf": write_mbf,
    "mine": format_mine_layout,
    "toollib": lambda layout: format_toollib(layout.position),
    "line": lambda layout: str(layout.position),
    "pretty": lambda layout: layout.position.pretty(),
    "matrix": lambda layout: str(layout.position.matrix().tolist()),
    "csv": lambda layout: format_csv(layout.position),
    "emoji": lambda layout: format_emoji(layout.position),
    "json": lambda layout: layout.position.to_json(),
}
