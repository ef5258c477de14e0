"""MVF, the replays of Minesweeper Clone 0.97, 2006 and 2007.

No description is published; this one comes from reading files. The events are states of the
buttons, from which presses and releases follow. The bits of an event are permuted: the seed in the
file says how. Files of versions before 0.97 are others, and not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, sin, sqrt
from typing import Final, NamedTuple

from sapper.games.replays.byte_reader import ByteReader, decode_player, decode_text
from sapper.games.replays.recording import Button, MouseEvent, Recording, Squares, make_layout
from sapper.language import _

__all__ = ["is_mvf", "read_mvf"]

_MAGIC = b"\x11M"
_YEAR = 27  # where the last digit of the year stands
_MODES = {1: "classic", 2: "density", 3: "upk", 4: "cheat"}
_DIGITS = 10**8  # eight of every figure decide where the bits are
_MARGIN = 32  # pixels around the board, in 2006 and 2007
_BUTTONS: Final[tuple[tuple[Button, Button], ...]] = (("lc", "lr"), ("rc", "rr"), ("mc", "mr"))


def is_mvf(data: bytes) -> bool:
    """Return whether the bytes begin as an MVF replay does."""
    return data.startswith(_MAGIC)


def read_mvf(data: bytes) -> Recording:
    """Return what an MVF replay says; raise `ReplayError` for a damaged one."""
    reader = ByteReader(data, "MVF")
    if not is_mvf(data):
        raise reader.refuse(_("it does not begin as those of version 0.97 and later do"))
    year = reader.take(_YEAR + 1)[_YEAR : _YEAR + 1]
    if year == b"5":
        return _read_permuted(reader, 74, "0.97", _BITS_097)
    if year == b"8":
        return _read_permuted(reader, 74, "0.97 Funny", _BITS_097)
    if year in (b"6", b"7"):
        reader.at = 53
        version = decode_text(reader.prefixed())
        return _read_permuted(reader, 71, version, _BITS_2006)
    raise reader.refuse(_("no version is of the year 200{digit}").format(digit=decode_text(year)))


class _Bits(NamedTuple):
    """Where the parts of an event are: first bit and number of bits."""

    size: int
    y: tuple[int, int]
    x: tuple[int, int]
    fraction: tuple[int, int]
    seconds: tuple[int, int] | None
    margin: int


_BITS_097 = _Bits(5, (3, 9), (12, 9), (21, 7), (28, 10), 0)
_BITS_2006 = _Bits(6, (3, 11), (14, 11), (25, 22), None, _MARGIN)


@dataclass(frozen=True)
class _Facts:
    date: str
    mode: str
    milliseconds: int
    bbbv: int | None
    has_questions: bool


def _read_permuted(reader: ByteReader, at: int, version: str, bits: _Bits) -> Recording:
    reader.at = at
    facts = _read_facts(reader, bits is _BITS_097)
    columns, rows, count = (reader.number(size) for size in (1, 1, 2))
    pairs = reader.take(2 * count)
    mines = [(row - 1, column - 1) for column, row in zip(pairs[::2], pairs[1::2], strict=True)]
    player, notes = decode_player(reader.prefixed())
    order = _places_of_bits(reader.number(2), bits.size)
    total = reader.number(3)
    raw = reader.take(bits.size * total)
    states = (_state(raw[i : i + bits.size], order, bits) for i in range(0, len(raw), bits.size))
    events = tuple(_events_of_states(states, Squares(rows, columns), reader))
    return Recording(
        format="mvf",
        layout=make_layout(rows, columns, mines, count),
        events=events,
        has_questions=facts.has_questions,
        player=player,
        program="Minesweeper Clone",
        version=version,
        date=facts.date,
        mode=facts.mode,
        time=facts.milliseconds / 1000,
        stated_bbbv=facts.bbbv,
        notes=notes,
    )


def _read_facts(reader: ByteReader, is_097: bool) -> _Facts:
    month, day, year, hour, minute, second = map(reader.number, (1, 1, 2, 1, 1, 1))
    _, mode = reader.number(1), reader.number(1)
    bbbv = None
    if is_097:
        milliseconds = 1000 * reader.number(2) + 10 * reader.number(1)
        bbbv = reader.number(2)
        reader.take(8)  # solved 3BV; left, double and right clicks
    else:
        milliseconds = reader.number(3)
    has_questions = bool(reader.number(1))
    date = f"{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"
    return _Facts(date, _MODES.get(mode, f"mode {mode}"), milliseconds, bbbv, has_questions)


def _places_of_bits(seed: int, size: int) -> list[int]:
    """Return for every bit of an event of `size` bytes where it is written."""
    a, b = sqrt(seed), sqrt(seed + 1000)
    c, d = sqrt(a + 1000), sqrt(b + 1000)
    shares = [cos(c + 1000), sin(sqrt(b)), cos(c), sin(sqrt(a) + 1000), cos(d), sin(d)]
    digits = "".join(f"{round(abs(share) * _DIGITS):08}"[:8] for share in shares[:size])
    return sorted(range(8 * size), key=lambda place: digits[place])  # stable: places stay in order


def _state(raw: bytes, order: list[int], bits: _Bits) -> _MouseState:
    """Return the state that the bytes of one event hold."""

    def value(first: int, count: int) -> int:
        places = order[first : first + count]
        return sum((raw[p // 8] >> (p % 8) & 1) << n for n, p in enumerate(places))

    time = value(*bits.fraction)
    if bits.seconds is not None:
        time = 1000 * value(*bits.seconds) + 10 * time
    right, middle, left = (bool(value(n, 1)) for n in range(3))
    x, y = value(*bits.x) - bits.margin, value(*bits.y) - bits.margin
    return _MouseState(time, x, y, (left, right, middle))


class _MouseState(NamedTuple):
    """Where the mouse is, and which buttons are down: left, right, middle."""

    time: int
    x: int
    y: int
    down: tuple[bool, bool, bool]


def _events_of_states(
    states: Iterable[_MouseState], squares: Squares, reader: ByteReader
) -> Iterator[MouseEvent]:
    """Yield a movement where the mouse has moved, then presses and releases."""
    last = _MouseState(0, -1, -1, (False, False, False))
    for number, state in enumerate(states):
        reader.check_time(last.time, state.time)
        has_moved = number > 0 and (state.x, state.y) != (last.x, last.y)
        if has_moved:
            yield squares.event(state.time, "mv", state.x, state.y)
        for button in _changes(last, state):
            yield squares.event(state.time, button, state.x, state.y)
        last = state


def _changes(before: _MouseState, after: _MouseState) -> Iterator[Button]:
    """Yield the buttons that went down, then those that went up."""
    if before.down == after.down:
        return
    for (press, _release), was, is_down in zip(_BUTTONS, before.down, after.down, strict=True):
        if is_down and not was:
            yield press
    for (_press, release), was, is_down in zip(_BUTTONS, before.down, after.down, strict=True):
        if was and not is_down:
            yield release
