"""Write small replays in the formats of other programs, for tests only."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

__all__ = ["DROP", "FILM", "WRITERS", "Film"]

_CODES = {"mv": 1, "lc": 2, "lr": 3, "rc": 4, "rr": 5, "mc": 6, "mr": 7, "pf": 8, "cc": 9}
_AVF_CODES = {"mv": 1, "lc": 3, "lr": 5, "rc": 9, "rr": 17, "mc": 33, "mr": 65}


@dataclass(frozen=True)
class Film:
    """A game as a mouse plays it: events of (milliseconds, kind, x, y), cells of 16 pixels."""

    rows: int
    columns: int
    mines: tuple[tuple[int, int], ...]
    events: tuple[tuple[int, str, int, int], ...]
    bbbv: int
    player: bytes = b"Ann Example"
    questions: bool = False
    is_won: bool = True

    @property
    def end(self) -> int:
        """The time of the last event."""
        return self.events[-1][0]

    @property
    def safe(self) -> Iterator[tuple[int, int]]:
        """The cells without a mine."""
        cells = ((row, column) for row in range(self.rows) for column in range(self.columns))
        return (cell for cell in cells if cell not in self.mines)


def _at(row: int, column: int) -> tuple[int, int]:
    return 16 * column + 7, 16 * row + 9


DROP = """
([selector, name, bytes]) => {
  const files = new DataTransfer();
  files.items.add(new File([new Uint8Array(bytes)], name));
  for (const kind of ["dragover", "drop"]) {
    const event = new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true });
    document.querySelector(selector).dispatchEvent(event);
  }
}
"""
"""Drop a file of these bytes on an element of a page."""

FILM: Final = Film(
    rows=4,
    columns=5,
    mines=((0, 4), (3, 0), (3, 4)),
    events=(
        (0, "lc", *_at(0, 0)), (0, "lr", *_at(0, 0)),
        (100, "mv", *_at(0, 2)), (300, "mv", *_at(0, 4)),
        (500, "rc", *_at(0, 4)), (560, "rr", *_at(0, 4)),
        (800, "mv", *_at(0, 3)),
        (900, "lc", *_at(0, 3)), (910, "rc", *_at(0, 3)),
        (980, "lr", *_at(0, 3)), (990, "rr", *_at(0, 3)),
        (1150, "mv", *_at(1, 1)),
        (1200, "lc", *_at(1, 1)), (1250, "lr", *_at(1, 1)),
        (1290, "mv", *_at(2, 3)),
        (1300, "rc", *_at(2, 3)), (1310, "lc", *_at(2, 3)),
        (1350, "rr", *_at(2, 3)), (1360, "lr", *_at(2, 3)),
        (1450, "mv", *_at(2, 4)),
        (1500, "lc", *_at(2, 4)), (1600, "lr", *_at(2, 4)),
    ),
    bbbv=3,
)  # fmt: skip
"""An opening, a flag, a chord, a wasted left click, a wasted chord and the winning click."""


def _u(value: int, size: int) -> bytes:
    return value.to_bytes(size, "big")


def _rmv(film: Film, kind: int) -> bytes:
    numbers = "".join(("\nLEVEL:custom#SCORE:1.6", f"#3BV:{film.bbbv}", "#NF:0#\n"))
    result = numbers.encode()
    version = b"Vienna Minesweeper - Release 4.0.0 Copyright"
    player = _u(1, 2) + bytes([len(film.player)]) + film.player
    pairs = bytes(part for row, column in film.mines for part in (column, row))
    board = _u(1_600_000_000, 4) + bytes([film.columns, film.rows]) + _u(len(film.mines), 2) + pairs
    properties = bytes([film.questions, 0, 0, 3])
    if kind == 2:
        properties += bytes([film.bbbv % 256, film.bbbv // 256, 16])
    parts = [version, player, board, _u(0, 2), properties, *[_u(0, 2)] * (kind == 2)]
    video = _rmv_events(film, kind) + bytes([16 if film.is_won else 15]) + _u(film.end, 3)
    video += b"\0" + _u(film.end, 4)  # what real files have after the end
    sizes = b"".join(_u(len(part), 2) for part in ([result, *parts] if kind == 1 else parts))
    tail = sizes + _u(len(video), 4) + _u(4, 2)
    tail += b"".join([result] * (kind == 1) + parts) + video + b"good"
    head = b"*rmv" + _u(kind, 2) + (bytes([1, 5]) if kind == 2 else b"")
    return head + _u(len(head) + 4 + len(tail), 4) + tail


def _rmv_events(film: Film, kind: int) -> bytes:
    made = b"\0" + _u(1, 4) if kind == 1 else b""
    for time, name, x, y in film.events[1:]:  # the press that begins the game is not recorded
        place = struct.pack(">HH", x + 12, y + 56) if kind == 1 else struct.pack(">hh", x, y)
        made += bytes([_CODES[name]]) + _u(time, 3) + b"\0" + place
        if kind == 2:
            made += bytes([28, 0, 0x1F]) + bytes([28, 0, 0xF1])  # right and up, and back
    shown = (bytes([18, column, row]) for row, column in film.safe)
    return made + b"".join(shown)


def _avf(film: Film) -> bytes:
    head = bytes([52, 9, 9, 9, 9, 6, film.columns - 1, film.rows - 1]) + _u(len(film.mines), 2)
    head += bytes(part + 1 for mine in film.mines for part in mine)
    marks = 0x11 if film.questions else 0x7F
    size = f"W{film.columns}H{film.rows}M{len(film.mines)}"
    stamp = (
        f"[3|{size}|5.6.2021.11:10:39:6659|5.11:10:40:7728|B{film.bbbv}T{film.end / 1000 + 1:.2f}]"
    )
    made = head + b"\x08\x0b\x5b\x0a" + bytes([marks, 61]) + stamp.encode() + b"\x04\x04\x06"
    for time, name, x, y in film.events:
        seconds, rest = divmod(time, 1000)
        seconds += 1
        parts = (x // 256, seconds % 256, x % 256, rest // 10, y // 256, seconds // 256, y % 256)
        made += bytes([_AVF_CODES[name], *parts])
    made += bytes(8) + b"\rcs=" + bytes(range(100, 117)) + b"\rRealTime: 1.60\rSkin: 3.1\r"
    return made + film.player + b"\rMinesweeper Arbiter 0.52.3. Copyright"


def _evf(film: Film, version: int) -> bytes:
    summary = 0x80 if film.is_won else 0
    made = bytes([version, summary]) + (bytes([0x80 * film.questions]) if version > 2 else b"")
    made += bytes([film.rows, film.columns]) + _u(len(film.mines), 2) + b"\x10"
    made += _u(0, 2) + _u(film.bbbv, 2) + _u(film.end, 4 if version == 4 else 3)
    if version == 4:
        made += b"XX" + _u(1_600_000_000_000_000, 8) * 2
        made += b"3.2\0" + film.player + b"\0\0\0" + _u(3, 2) + b"dev"
    else:
        date = b"1600000000000000\0"
        made += b"3.1\0" + film.player + b"\0\0\0" + date * 2 + b"XX\0" + b"dev\0" * (version > 1)
    bits = "".join(
        "1" if (row, column) in film.mines else "0"
        for row in range(film.rows)
        for column in range(film.columns)
    )
    bits += "0" * (-len(bits) % 8)
    made += bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))
    return made + (_evf4_events(film) if version == 4 else _evf_events(film) + b"\0" + bytes(32))


def _evf_events(film: Film) -> bytes:
    return b"".join(
        bytes([_CODES[name]]) + _u(time, 3) + _u(x, 2) + _u(y, 2)
        for time, name, x, y in film.events
    )


def _evf4_events(film: Film) -> bytes:
    made, before = _u(0, 2), (0, 0, 0)
    for time, name, x, y in film.events:
        wait = time - before[0]
        if wait > 100:
            made += b"\xff" + _u(wait - 100, 2)
            wait = 100
        made += bytes([_CODES[name], wait]) + struct.pack(">hh", x - before[1], y - before[2])
        before = time, x, y
    return made + bytes([82 if film.is_won else 83, 0, 0]) + _u(2, 2) + b"ok"


def _states(film: Film) -> Iterator[tuple[int, int, int, tuple[bool, bool, bool]]]:
    """Yield time, place and which of left, right and middle are down, after every event."""
    down = {"l": False, "r": False, "m": False}
    for time, name, x, y in film.events:
        if name != "mv":
            down[name[0]] = name[1] == "c"
        yield time, x, y, (down["l"], down["r"], down["m"])


def _mvf(film: Film, year: str) -> bytes:
    is_new = year in ("6", "7")
    head = bytearray(74 * b"\x11")
    head[:2], head[27] = b"\x11M", ord(year)
    if is_new:
        head[53:71] = b"\x0e" + b"2006 release 1" + bytes(3)
        del head[71:]
    made = bytes(head) + bytes([6, 5]) + _u(2008, 2) + bytes([11, 10, 39, 4, 1])
    if is_new:
        made += _u(film.end, 3)
    else:
        made += _u(film.end // 1000, 2) + bytes([film.end % 1000 // 10]) + _u(film.bbbv, 2)
        made += bytes(8)
    pairs = bytes(part + 1 for row, column in film.mines for part in (column, row))
    made += bytes([film.questions, film.columns, film.rows]) + _u(len(film.mines), 2) + pairs
    made += bytes([len(film.player)]) + film.player
    seed, states = 4321, list(_states(film))
    made += _u(seed, 2) + _u(len(states), 3)
    places = _places(seed, 6 if is_new else 5)
    return made + b"".join(_permuted(state, places, is_new) for state in states) + bytes(32)


def _places(seed: int, size: int) -> list[int]:
    """Return where every bit goes: by the digits of some cosines, in the order of the digits."""
    a, b = math.sqrt(seed), math.sqrt(seed + 1000)
    c, d = math.sqrt(a + 1000), math.sqrt(b + 1000)
    figures = [math.cos(c + 1000), math.sin(math.sqrt(b)), math.cos(c)]
    figures += [math.sin(math.sqrt(a) + 1000), math.cos(d), math.sin(d)]
    digits = "".join(f"{abs(figure) * 10**8:08.0f}" for figure in figures[:size])
    return [j for digit in "0123456789" for j in range(8 * size) if digits[j] == digit]


def _permuted(
    state: tuple[int, int, int, tuple[bool, bool, bool]], places: list[int], is_new: bool
) -> bytes:
    time, x, y, (left, right, middle) = state
    value = right | middle << 1 | left << 2
    if is_new:
        value |= (y + 32) << 3 | (x + 32) << 14 | time << 25
    else:
        value |= y << 3 | x << 12 | time % 1000 // 10 << 21 | time // 1000 << 28
    made = bytearray(len(places) // 8)
    for number, place in enumerate(places):
        made[place // 8] |= (value >> number & 1) << place % 8
    return bytes(made)


WRITERS: Final[dict[str, Callable[[Film], bytes]]] = {
    "rmv1": lambda film: _rmv(film, 1),
    "rmv2": lambda film: _rmv(film, 2),
    "avf": _avf,
    **{f"evf{n}": (lambda film, n=n: _evf(film, n)) for n in range(5)},  # type: ignore[misc]
    "mvf-0.97": lambda film: _mvf(film, "5"),
    "mvf-funny": lambda film: _mvf(film, "8"),
    "mvf-2006": lambda film: _mvf(film, "6"),
    "mvf-2007": lambda film: _mvf(film, "7"),
}
"""How to write every kind of file; RAWVF has a writer in the library."""
