"""Read and write whole boards in any known format: the one door for layouts.

`read_layout` recognises the format, `write_layout` writes one. Binary data is an MBF file; lines of
games and replays are read by `sapper.games`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, is_number
from sapper.board.formats.emoji import format_emoji
from sapper.board.formats.header import excerpt
from sapper.board.formats.link import is_link, read_link, write_link
from sapper.board.formats.matrix import matrix_of
from sapper.board.formats.mbf import is_mbf, read_mbf, write_mbf
from sapper.board.formats.reading import Format, read_position
from sapper.board.layout import Layout
from sapper.board.position import Position
from sapper.errors import InputError, ParseError
from sapper.language import _

__all__ = [
    "LAYOUT_FORMATS",
    "LayoutFormat",
    "LayoutReading",
    "decode_text",
    "is_binary",
    "is_layout_text",
    "read_layout",
    "write_layout",
]

LayoutFormat = Literal["layout", "game", "mbf", "link"] | Format
LAYOUT_FORMATS: Final[tuple[LayoutFormat, ...]] = (
    "layout", "game", "mbf", "link", "line", "pretty", "matrix", "emoji", "json",
)  # fmt: skip
"""The formats in which a layout can be written."""

_CONTROL = bytes(code for code in range(32) if code not in b"\t\n\r\f\x1b")
_MOST_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class LayoutReading:
    """A layout that was read, and its format."""

    layout: Layout
    format: LayoutFormat
    notes: tuple[str, ...] = ()


def is_binary(data: bytes) -> bool:
    """Return whether bytes are no text: they have control characters, or are not UTF-8."""
    if is_mbf(data) or data.translate(None, _CONTROL) != data:
        return True
    try:
        decode_text(data)
    except ParseError:
        return True
    return False


def read_layout(data: bytes | str, *, form: LayoutFormat | None = None) -> LayoutReading:
    """Return the layout of a file or text in any format of docs/how-to/other-programs.md.

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
        if form == "mbf" or (form is None and is_mbf(data)):
            return LayoutReading(read_mbf(data), "mbf")
        if form is None and is_binary(data):
            raise ParseError(
                _("expected a text or an MBF file, got {count} bytes of another kind").format(
                    count=len(data)
                )
            )
        data = decode_text(data)
    text = data.removeprefix("\ufeff").strip("\r\n").rstrip()
    if not text.strip():
        raise ParseError(_("expected a board, got an empty text"))
    if form != "layout" and form in _QUESTIONS and not _QUESTIONS[form](text.strip()):
        raise ParseError(
            _("expected a board in the format {form}, got {excerpt}").format(
                form=form, excerpt=excerpt(text)
            )
        )
    return _READERS.get(form or _recognise(text.strip()), _read_shown)(text)


def write_layout(layout: Layout, form: LayoutFormat) -> bytes | str:
    """Return the layout in a format: bytes for MBF, else text without a line break at its end.

    Raise `InputError` if the format cannot hold the board.
    """
    if form not in LAYOUT_FORMATS:
        raise InputError(f"expected one of {', '.join(LAYOUT_FORMATS)}, got {form!r}")
    return _WRITERS[form](layout)


def is_layout_text(text: str) -> bool:
    """Return whether a text has, or is the name of, a format that only layouts have."""
    only = ("layout", "mbf", "link")
    return text in only or _recognise(text.removeprefix("\ufeff").strip()) in only


def _write_game(layout: Layout) -> str:
    """Return the line of a game on the layout, before its first move."""
    board, mines = layout.text.split("=")
    return f"{board} raw ={mines} 0"


def decode_text(data: bytes) -> str:
    """Return the text of bytes; raise `ParseError` unless they are UTF-8."""
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
    "link": is_link,
    "layout": _is_own,
}


def _read_link(text: str) -> LayoutReading:
    layout, notes = read_link(text)
    return LayoutReading(layout, "link", notes=notes)


def _read_own(text: str) -> LayoutReading:
    try:
        return LayoutReading(Layout.parse(text), "layout")
    except InputError as error:
        raise ParseError(str(error)) from None


def _read_shown(text: str) -> LayoutReading:
    """Return the layout of a board that shows all mines, in a format of positions."""
    reading = read_position(text)
    layout, notes = _layout_of(reading.position)
    return LayoutReading(layout, reading.format, notes=(*reading.taken, *notes))


def _layout_of(position: Position) -> tuple[Layout, list[str]]:
    """Return the layout that a position shows, and notes on how it was read.

    Its mines are all of them and its numbers are right. Three common kinds of boards mean it
    without saying so: mines and covered cells without a mine count, mines among zeros, and zeros
    and ones alone. Raise `ParseError` if mines may be missing or a number is wrong.
    """
    faces, notes = position.faces, []
    if set(faces) == {0, 1}:
        notes.append(_("0 and 1 alone were taken for no mine and a mine"))
        return _make_layout(position, faces), notes
    is_mine = {MINE}
    if faces.count(MINE) != position.mines and faces.count(FLAG):
        is_mine.add(FLAG)
    cells = bytes(face in is_mine for face in faces)
    _check_complete(position, sum(cells), is_mine)
    if FLAG in is_mine:
        notes.append(_("the flags were taken for mines ({count})").format(count=faces.count(FLAG)))
    if position.mines is None and faces.count(HIDDEN):
        notes.append(
            _("the {found} mines that are shown were taken for all of them").format(
                found=sum(cells)
            )
        )
    layout = _make_layout(position, cells)
    if not _has_right_numbers(position, layout):
        notes.append(_("0 was taken for no mine, as every number is 0"))
    return layout, notes


def _check_complete(position: Position, shown: int, is_mine: set[int]) -> None:
    """Raise `ParseError` if a covered cell may be a mine."""
    faces = set(position.faces)
    if position.mines is None:
        covered = faces & {HIDDEN, FLAG, QUESTION} - is_mine
        is_complete = not covered or (shown > 0 and faces <= {MINE, HIDDEN})
        known = _("an unknown number")
    else:
        is_complete, known = shown == position.mines, str(position.mines)
    if not is_complete:
        raise ParseError(
            _("the board does not show where all mines are: {shown} of {known}").format(
                shown=shown, known=known
            )
        )


def _make_layout(position: Position, cells: bytes) -> Layout:
    try:
        return Layout(position.geometry, cells)
    except InputError as error:
        raise ParseError(str(error)) from None


def _has_right_numbers(position: Position, layout: Layout) -> bool:
    """Return whether all numbers are right; raise `ParseError` unless they are, or are all 0."""
    numbers = layout.numbers
    wrong = next(
        (i for i, face in enumerate(position.faces)
         if is_number(face) and numbers[i] not in (face, MINE)),
        None,
    )  # fmt: skip
    if wrong is None:
        return True
    if any(is_number(face) and face for face in position.faces):
        cell, face = position.geometry.cell(wrong), position.faces[wrong]
        raise ParseError(
            _("{cell} shows {face}, but {count} of the mines touch it").format(
                cell=cell, face=face, count=numbers[wrong]
            ),
            row=cell.row,
            column=cell.column,
        )
    return False


_READERS: Final[dict[LayoutFormat, Callable[[str], LayoutReading]]] = {
    "link": _read_link,
    "layout": _read_own,
}
_WRITERS: Final[dict[LayoutFormat, Callable[[Layout], bytes | str]]] = {
    "layout": lambda layout: layout.text,
    "game": _write_game,
    "mbf": write_mbf,
    "link": write_link,
    "line": lambda layout: str(layout.position),
    "pretty": lambda layout: layout.position.pretty(),
    "matrix": lambda layout: str(matrix_of(layout.position).tolist()),
    "emoji": lambda layout: format_emoji(layout.position),
    "json": lambda layout: layout.position.to_json(),
}
