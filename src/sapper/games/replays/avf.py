"""AVF, the replays of Minesweeper Arbiter (and of Freesweeper, which writes the same).

No description is published; this one comes from reading files. The stated time may be wrong, the
point of decimals a comma, and a second bracket may stand before the text of the result.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Final

from sapper.games.replays.byte_reader import ByteReader, clean_text, decode_player, decode_text
from sapper.games.replays.recording import Button, MouseEvent, Recording, Squares, make_layout
from sapper.language import _

__all__ = ["is_avf", "read_avf"]

_LEVELS = {3: (8, 8, 10), 4: (16, 16, 40), 5: (16, 30, 99)}
_CUSTOM = 6
_RESULT = re.compile(rb"\[[0-3]\|([^\]]{1,200})\]", re.DOTALL)
_FIGURES = re.compile(r"(?:\||[0-9])B([0-9]{1,5})T([0-9]{1,9})(?:[.,]([0-9]{1,3}))?$")
_START = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})\.([0-9]{1,2}):([0-9]{2}):([0-9]{2})")
_PROGRAM = re.compile(r"(\D*?)\s*([0-9]+(?:\.[0-9]+)+)")
_EVENT = struct.Struct(">8B")
_QUESTIONS = 0x11  # two bytes before the text of the result; 0x7f without question marks
_BUTTONS: Final[dict[int, Button]] = {
    3: "lc", 11: "sc", 5: "lr", 21: "lr", 9: "rc", 17: "rr", 145: "rr",
    33: "mc", 65: "mr", 193: "mr",
}  # fmt: skip


def is_avf(data: bytes) -> bool:
    """Return whether the bytes have the level and the text of the result of an AVF replay."""
    return len(data) > 6 and 3 <= data[5] <= _CUSTOM and _RESULT.search(data, 6) is not None


def read_avf(data: bytes) -> Recording:
    """Return what an AVF replay says; raise `ReplayError` for a damaged one."""
    reader = ByteReader(data, "AVF")
    head = reader.take(6)
    rows, columns, count = _read_size(reader, head[5])
    pairs = reader.take(2 * count)
    mines = [(row - 1, column - 1) for row, column in zip(pairs[::2], pairs[1::2], strict=True)]
    result = _RESULT.search(data, reader.at)
    if result is None:
        raise reader.refuse(_("the text of the result is missing"))
    words = clean_text(result[1].decode("latin-1"))
    figures, start = _FIGURES.search(words), _START.search(words)
    reader.at = _first_event(reader, result.end())
    events = tuple(_read_events(reader, Squares(rows, columns)))
    player, program, version, notes = _read_tail(data[reader.at :])
    return Recording(
        format="avf",
        layout=make_layout(rows, columns, mines, count),
        events=events,
        has_questions=data[result.start() - 2] == _QUESTIONS,
        player=player,
        program=program,
        version=version,
        date=_date(start),
        time=_seconds(figures),
        stated_bbbv=int(figures[1]) if figures else None,
        notes=notes,
    )


def _read_size(reader: ByteReader, level: int) -> tuple[int, int, int]:
    if level in _LEVELS:
        return _LEVELS[level]
    if level != _CUSTOM:
        raise reader.refuse(_("no level has the number {level}").format(level=level))
    columns, rows, count = reader.number(1) + 1, reader.number(1) + 1, reader.number(2)
    return rows, columns, count


def _first_event(reader: ByteReader, after: int) -> int:
    """Return where the events begin: with a press in second 0, which is written as 1."""
    data = reader.data
    at = data.find(b"\1", after + 2)
    while at >= 0 and data[at - 1] > 1:
        at = data.find(b"\1", at + 1)
    if at < 0:
        raise reader.refuse(_("it has no events"))
    return at - 2


def _read_events(reader: ByteReader, squares: Squares) -> Iterator[MouseEvent]:
    """Yield what the mouse did."""
    last = 0
    while True:
        code, x_high, seconds, x, hundredths, y_high, more, y = _EVENT.unpack(reader.take(8))
        if not seconds and not more:
            return
        time = 1000 * (256 * more + seconds - 1) + 10 * hundredths
        reader.check_time(last, time if hundredths <= 99 else -1)
        last = time
        yield squares.event(time, _BUTTONS.get(code, "mv"), 256 * x_high + x, 256 * y_high + y)


def _read_tail(tail: bytes) -> tuple[str, str, str, tuple[str, ...]]:
    """Return player, program, version and notes: the player stands before the program's text."""
    lines = tail[tail.find(b"cs=") + 20 :].split(b"\r") if b"cs=" in tail else []
    if len(lines) < 2:
        return "", "", "", (_("the player's name was not found"),)
    player, notes = decode_player(lines[-2])
    program, version = decode_text(lines[-1]), ""
    match = _PROGRAM.match(program)
    if match:
        program, version = match[1], match[2]
    return player, program, version, notes


def _date(start: re.Match[str] | None) -> str:
    if start is None:
        return ""
    day, month, year, *time = start.groups()
    return f"{year}-{month:0>2}-{day:0>2} {':'.join(part.zfill(2) for part in time)}"


def _seconds(figures: re.Match[str] | None) -> float | None:
    """Return the stated time, which is written one second too long."""
    if figures is None:
        return None
    stated = round(float(f"{figures[2]}.{figures[3] or 0}") - 1, 3)
    return stated if stated >= 0 else None
