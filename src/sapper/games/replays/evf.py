"""EVF, the replays of Metasweeper, versions 0 to 4; the format is open.

Most chords are written with the event `cc`: the other one of two buttons goes down. The
specification says that a bit turns question marks off; in files the same bit turns them on.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sapper.games.replays.byte_reader import ByteReader, decode_player, decode_text
from sapper.games.replays.recording import (
    Button,
    MouseEvent,
    Recording,
    Squares,
    make_layout,
)
from sapper.language import _

__all__ = ["is_evf", "read_evf"]

_BUTTONS: Final[dict[int, Button]] = {
    1: "mv", 2: "lc", 3: "lr", 4: "rc", 5: "rr", 6: "mc", 7: "mr", 8: "pf", 9: "cc",
}  # fmt: skip
_TOGGLES: Final[dict[int, tuple[Button, Button]]] = {
    10: ("lc", "lr"), 11: ("rc", "rr"), 12: ("mc", "mr"),
}  # fmt: skip
_STATES = (81, 82, 83, 99)  # the game is replayed, won, lost, in error
_PAUSE, _END = 255, 0
_ABSOLUTE, _RELATIVE = struct.Struct(">BHHH"), struct.Struct(">Bhh")
_COMPLETE, _TRANSCODED = 0x80, 0x08
_QUESTIONS = 0x80
_MODES = {
    0: "normal", 1: "upk", 2: "cheat", 3: "density", 5: "no guess", 6: "no guess (strong)",
    7: "no guess (weak)", 8: "near no guess", 9: "guessable (strong)", 10: "guessable (weak)",
}  # fmt: skip


def is_evf(data: bytes) -> bool:
    """Return whether the bytes begin as an EVF replay may: its version has no other mark."""
    if len(data) < 20 or data[0] > 4:
        return False
    try:
        _read_head(ByteReader(data, "EVF"))
    except ValueError:
        return False
    return True


def read_evf(data: bytes) -> Recording:
    """Return what an EVF replay says; raise `ReplayError` for a damaged one."""
    reader = ByteReader(data, "EVF")
    head = _read_head(reader)
    events = tuple(_read_events(reader, head))
    player, notes = decode_player(head.player)
    return Recording(
        format="evf",
        layout=make_layout(head.rows, head.columns, head.mines, head.count),
        events=events,
        cell_size=head.pixels,
        has_questions=head.has_questions,
        player=player,
        program="Metasweeper",
        version=decode_text(head.software),
        date=head.date,
        mode=_MODES.get(head.mode, f"mode {head.mode}"),
        time=head.milliseconds / 1000,
        stated_bbbv=head.bbbv,
        outcome="won" if head.is_complete else None,
        is_timed_from_opening=True,
        notes=notes,
    )


@dataclass(frozen=True)
class _Head:
    """What stands before the events."""

    version: int
    rows: int
    columns: int
    count: int
    pixels: int
    mode: int
    bbbv: int
    milliseconds: int
    has_questions: bool
    is_complete: bool
    software: bytes
    player: bytes
    date: str
    mines: list[tuple[int, int]]


def _read_head(reader: ByteReader) -> _Head:
    version, summary = reader.number(1), reader.number(1)
    if version > 4:
        raise reader.refuse(_("expected version 0 to 4, got {version}").format(version=version))
    settings = reader.number(1) if version >= 3 else 0
    rows, columns, count, pixels, mode, bbbv = map(reader.number, (1, 1, 2, 1, 2, 2))
    if not (rows and columns and pixels):
        raise reader.refuse(
            _("a board of {rows} x {columns} cells of {pixels} pixels").format(
                rows=rows, columns=columns, pixels=pixels
            )
        )
    milliseconds = reader.number(4 if version == 4 else 3)
    software, player, date = _read_texts(reader, version, bool(summary & _TRANSCODED))
    return _Head(
        version=version,
        rows=rows,
        columns=columns,
        count=count,
        pixels=pixels,
        mode=mode,
        bbbv=bbbv,
        milliseconds=milliseconds,
        has_questions=bool(settings & _QUESTIONS),
        is_complete=bool(summary & _COMPLETE),
        software=software,
        player=player,
        date=date,
        mines=_read_mines(reader, version, rows, columns),
    )


def _read_texts(reader: ByteReader, version: int, is_transcoded: bool) -> tuple[bytes, bytes, str]:
    """Return the software, the player and the date."""
    if version < 4:
        count = 7 if version < 2 else 8
        texts = [reader.until_zero() for _ in range(count)]
        return texts[0], texts[1], _date(_whole(texts[4]))
    reader.take(2)  # the country
    start, _ = reader.number(8), reader.number(8)
    texts = [reader.until_zero() for _ in range(6 if is_transcoded else 4)]
    reader.prefixed(2)  # the device
    return texts[0], texts[-3], _date(start)


def _whole(text: bytes) -> int:
    return int(text) if text.isdigit() and len(text) < 20 else 0


def _date(microseconds: int) -> str:
    seconds = microseconds // 1_000_000
    if not 0 < seconds < 2**34:
        return ""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _read_mines(reader: ByteReader, version: int, rows: int, columns: int) -> list[tuple[int, int]]:
    """Return the mines: one bit per cell, row by row, the highest bit first."""
    bits = reader.take((rows * columns + 7) // 8)
    if version == 4:  # names of figures that the program computed
        reader.prefixed(2)
    cells = range(rows * columns)
    return [divmod(i, columns) for i in cells if bits[i // 8] >> (7 - i % 8) & 1]


def _read_events(reader: ByteReader, head: _Head) -> Iterator[MouseEvent]:
    """Yield what the mouse did."""
    squares = Squares(head.rows, head.columns, head.pixels)
    steps = _relative_steps(reader) if head.version == 4 else _absolute_steps(reader)
    is_down = dict.fromkeys(_TOGGLES, False)
    for code, time, x, y in steps:
        if code in _TOGGLES:
            button = _TOGGLES[code][is_down[code]]
            is_down[code] = not is_down[code]
        elif code in _BUTTONS:
            button = _BUTTONS[code]
        else:
            raise reader.refuse(_("no event has the code {code}").format(code=code))
        yield squares.event(time, button, x, y)


def _absolute_steps(reader: ByteReader) -> Iterator[tuple[int, int, int, int]]:
    """Yield code, time in milliseconds and place, which versions 0 to 3 write in full."""
    last = 0
    while (code := reader.number(1)) not in (_END, _PAUSE):
        high, low, x, y = _ABSOLUTE.unpack(reader.take(_ABSOLUTE.size))
        time = high << 16 | low
        reader.check_time(last, time)
        last = time
        yield code, time, x, y


def _relative_steps(reader: ByteReader) -> Iterator[tuple[int, int, int, int]]:
    """Yield code, time in milliseconds and place, which version 4 writes as differences."""
    time = pause = 0
    place: tuple[int, int] | None = None
    while (code := reader.number(1)) != _END:
        if code == _PAUSE:
            pause += reader.number(2)
            continue
        if code in _STATES:
            time, pause = time + pause + reader.number(1), 0
            continue
        step, right, down = _RELATIVE.unpack(reader.take(_RELATIVE.size))
        time, pause = time + pause + step, 0
        if place is None:  # the first place is no difference
            right, down = right % 65536, down % 65536
            place = 0, 0
        place = place[0] + right, place[1] + down
        yield code, time, *place
