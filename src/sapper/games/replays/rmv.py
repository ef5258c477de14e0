"""RMV, the replays of Viennasweeper, types 1 and 2: the only ones that also say what was opened.

The layout is published (`rmv_spec` by ralokt). Two things it does not say were found in files: the
press that began the game is missing, and five more bytes follow the event that ends it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from sapper.board.cell import Cell
from sapper.games.replays.byte_reader import ByteReader, clean_text, decode_player, decode_text
from sapper.games.replays.recording import (
    Button,
    MouseEvent,
    Outcome,
    Recording,
    Squares,
    make_layout,
)
from sapper.language import _

__all__ = ["is_rmv", "read_rmv"]

_MAGIC = b"*rmv"
_BUTTONS: Final[dict[int, Button]] = {2: "lc", 3: "lr", 4: "rc", 5: "rr", 6: "mc", 7: "mr"}
_MOVE, _SHORT_MOVE, _CLOCK = 1, 28, 0
_ENDS: Final[dict[int, Outcome | None]] = {15: "lost", 16: "won", 17: None}
_NUMBERS = range(18, 27)
_BOARD_EVENTS = (*range(9, 15), *_NUMBERS, 27)
_MODES = {0: "normal", 1: "upk", 2: "cheat", 3: "density"}
_CORNER = 12, 56  # pixels from the window's corner to the board's, in type 1


def is_rmv(data: bytes) -> bool:
    """Return whether the bytes begin as an RMV replay does."""
    return data.startswith(_MAGIC)


def read_rmv(data: bytes) -> Recording:
    """Return what an RMV replay says; raise `ReplayError` for a damaged one."""
    reader = ByteReader(data, "RMV", len(_MAGIC))
    kind = reader.number(2)
    if kind not in (1, 2):
        raise reader.refuse(_("expected type 1 or 2, got {kind}").format(kind=kind))
    reader.take(2 if kind == 2 else 0)  # the program and its version, which a text names too
    reader.take(4)  # the size of the file: too small by two in early files of type 2
    before = reader.number(2) if kind == 1 else 0
    names = ["version", "player", "board", "preflags", "properties", *["more"] * (kind == 2)]
    sizes = {name: reader.number(2) for name in names}
    video, _other = reader.number(4), reader.number(2)
    result = reader.take(before)
    parts = {name: ByteReader(reader.take(size), "RMV") for name, size in sizes.items()}
    board = _read_board(parts["board"])
    properties = parts["properties"].take(min(7, sizes["properties"]))
    if len(properties) < (4 if kind == 1 else 7):
        raise reader.refuse(_("its properties are cut off"))
    size = properties[6] if kind == 2 else 16
    if not size:
        raise reader.refuse(_("its cells are 0 pixels wide"))
    squares = Squares(board.rows, board.columns, size)
    flags = list(_read_flags(parts["preflags"], squares))
    film = _Film(ByteReader(reader.take(video), "RMV"), squares, kind)
    film.play()
    player, notes = _read_player(parts["player"])
    program, version = _split_version(decode_text(parts["version"].data))
    return Recording(
        format="rmv",
        layout=make_layout(board.rows, board.columns, board.mines, len(board.mines)),
        events=(*flags, *film.events),
        cell_size=size,
        has_questions=bool(properties[0]),
        player=player,
        program=program,
        version=version,
        date=_date(board.seconds),
        mode=_MODES.get(properties[2], f"mode {properties[2]}"),
        time=film.end / 1000,
        stated_bbbv=_stated_bbbv(result, properties, kind),
        outcome=film.outcome,
        opened=frozenset(film.opened),
        notes=notes,
    )


@dataclass(frozen=True)
class _Board:
    seconds: int
    rows: int
    columns: int
    mines: list[tuple[int, int]]


def _read_board(part: ByteReader) -> _Board:
    seconds, columns, rows, count = (part.number(size) for size in (4, 1, 1, 2))
    pairs = part.take(2 * count)
    return _Board(seconds, rows, columns, list(zip(pairs[1::2], pairs[::2], strict=True)))


def _read_flags(part: ByteReader, squares: Squares) -> Iterator[MouseEvent]:
    """Yield the flags that were set before the game began."""
    pairs = part.take(2 * part.number(2)) if part.left else b""
    for column, row in zip(pairs[::2], pairs[1::2], strict=True):
        if row >= squares.rows or column >= squares.columns:
            raise part.refuse(
                _("a flag at row {row}, column {column}, outside the board").format(
                    row=row, column=column
                )
            )
        yield squares.event_in(0, "pf", row, column)


def _read_player(part: ByteReader) -> tuple[str, tuple[str, ...]]:
    count = part.number(2) if part.left else 0
    if not count:
        return "", ()
    return decode_player(part.prefixed())


def _split_version(text: str) -> tuple[str, str]:
    """Return the program and its version of a text such as `Vienna - Release 4.0 Copyright ...`."""
    match = re.match(r"(.*?)\s*-\s*Release (\S+)", text)
    return (clean_text(match[1]), match[2]) if match else (text, "")


def _stated_bbbv(result: bytes, properties: bytes, kind: int) -> int | None:
    if kind == 2:
        return properties[4] + 256 * properties[5]
    match = re.search(rb"#3BV:([0-9]{1,5})#", result)
    return int(match[1]) if match else None


def _date(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S") if seconds else ""


@dataclass
class _Film:
    """The events, one after the other."""

    reader: ByteReader
    squares: Squares
    kind: int
    events: list[MouseEvent] = field(default_factory=list)
    opened: set[Cell] = field(default_factory=set)
    end: int = 0
    outcome: Outcome | None = None
    _time: int = 0
    _x: int = 0
    _y: int = 0
    _has_pressed: bool = False

    def play(self) -> None:
        """Read all events up to the one that ends the game."""
        while True:
            code = self.reader.number(1)
            if code in _ENDS:
                self.outcome, self.end = _ENDS[code], self.reader.number(3)
                return
            if code == _MOVE or code in _BUTTONS:
                self._read_mouse(code)
            elif code == _SHORT_MOVE and self.kind == 2:
                self._read_short_move()
            elif code in _BOARD_EVENTS:
                self._read_board_event(code)
            elif code == _CLOCK and self.kind == 1:
                self.reader.take(4)
            else:
                raise self.reader.refuse(_("no event has the code {code}").format(code=code))

    def _read_mouse(self, code: int) -> None:
        reader = self.reader
        time, _other = reader.number(3), reader.number(1)
        if self.kind == 1:
            self._x, self._y = (reader.number(2) - corner for corner in _CORNER)
        else:
            self._x, self._y = reader.signed(2), reader.signed(2)
        reader.check_time(self._time, time)
        self._time = time
        button = _BUTTONS.get(code, "mv")
        if button == "lr" and not self._has_pressed:  # the press that began the game is missing
            self._add("lc")
        self._has_pressed |= button != "mv"
        self._add(button)

    def _add(self, button: Button) -> None:
        self.events.append(self.squares.event(self._time, button, self._x, self._y))

    def _read_short_move(self) -> None:
        self._time += self.reader.number(1)
        step = self.reader.number(1)
        self._x += _nibble(step >> 4)
        self._y += _nibble(step & 15)
        self._add("mv")

    def _read_board_event(self, code: int) -> None:
        column, row = self.reader.number(1), self.reader.number(1)
        if code in _NUMBERS:
            if row >= self.squares.rows or column >= self.squares.columns:
                raise self.reader.refuse(
                    _("it opens row {row}, column {column}, off the board").format(
                        row=row, column=column
                    )
                )
            self.opened.add(Cell(row, column))


def _nibble(value: int) -> int:
    """Return four bits as a number from -8 to 7."""
    return value - 16 if value > 7 else value
