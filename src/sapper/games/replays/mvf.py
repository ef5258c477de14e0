"""MVF, the replays of Minesweeper Clone, in all its kinds from 0.75 to 2007.

No description is published; this one comes from reading files. The events are states of the
buttons, from which presses and releases follow. Since 0.97 the bits of an event are permuted: the
seed in the file says how. Files of 0.75 to 0.96 have no header, plain events, and the score near
the end; what follows the score says the version.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, sin, sqrt
from typing import Final, NamedTuple

from sapper.games.replays.byte_reader import ByteReader, decode_player, decode_text
from sapper.games.replays.recording import Button, ButtonEvent, Recording, Squares, make_layout
from sapper.language import _

__all__ = ["is_mvf", "places_of_bits", "read_mvf"]

_MAGIC, _HACK = b"\x11M", b"\0\0"
_YEAR = 27  # where the last digit of the year stands
_MODES = {1: "classic", 2: "density", 3: "upk", 4: "cheat"}
_DIGITS = 10**8  # eight of every figure decide where the bits are
_MARGIN = 32  # pixels around the board, in 2006 and 2007
_BUTTONS: Final[tuple[tuple[Button, Button], ...]] = (("lc", "lr"), ("rc", "rr"), ("mc", "mr"))
_OLD_EVENT = 8  # bytes
_LEFT, _MIDDLE, _RIGHT = 1, 2, 4
_SCORE, _NAME, _KEY, _OLD_CHECK = 3, 100, 10, 22  # bytes at the end


def is_mvf(data: bytes) -> bool:
    """Return whether the bytes are an MVF replay: with its header, or an older one without."""
    return data.startswith((_MAGIC, _HACK)) or _is_old(data)


def read_mvf(data: bytes) -> Recording:
    """Return what an MVF replay says; raise `ReplayError` for a damaged one."""
    reader = ByteReader(data, "MVF")
    if data.startswith(_HACK):
        return _read_permuted(reader, 7, "0.97 hack", _BITS_097)
    if not data.startswith(_MAGIC):
        return _read_old(reader)
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
    order = places_of_bits(reader.number(2), bits.size)
    total = reader.number(3)
    raw = reader.take(bits.size * total)
    states = (_state(raw[i : i + bits.size], order, bits) for i in range(0, len(raw), bits.size))
    events, mouse_events = _events_of_states(states, Squares(rows, columns), reader)
    return Recording(
        format="mvf",
        layout=make_layout(rows, columns, mines, count),
        events=tuple(events),
        mouse_events=mouse_events,
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


def places_of_bits(seed: int, size: int) -> list[int]:
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


class _Board(NamedTuple):
    rows: int
    columns: int
    mines: list[tuple[int, int]]


def _is_old(data: bytes) -> bool:
    """Return whether the bytes begin with a board whose mines all lie on it."""
    reader = ByteReader(data, "MVF")
    try:
        rows, columns, mines = _read_old_board(reader)
        reader.take(2 + _OLD_EVENT + _SCORE + _KEY)
    except ValueError:
        return False
    on_board = {(row, column) for row, column in mines if row < rows and column < columns}
    return 0 < len(on_board) == len(mines) < rows * columns


def _read_old(reader: ByteReader) -> Recording:
    """Return what a replay without a header says; raise `ReplayError` for a damaged one."""
    rows, columns, mines = _read_old_board(reader)
    has_questions, _other = reader.number(1), reader.number(1)
    version, at = _version_and_score(reader)
    score = ByteReader(reader.data, "MVF", at)
    end = 1000 * score.number(2) + 10 * score.number(1)
    player, notes = decode_player(score.take(_NAME) if version != "0.75" else b"")
    states = list(_old_states(ByteReader(reader.data[:at], "MVF", reader.at), end))
    events, mouse_events = _events_of_states(states, Squares(rows, columns), reader)
    return Recording(
        format="mvf",
        layout=make_layout(rows, columns, mines, len(mines)),
        events=tuple(events),
        mouse_events=mouse_events,
        has_questions=bool(has_questions),
        player=player,
        program="Minesweeper Clone",
        version=version,
        time=end / 1000,
        notes=notes,
    )


def _read_old_board(reader: ByteReader) -> _Board:
    columns, rows, count = (reader.number(size) for size in (1, 1, 2))
    if count >= rows * columns:
        raise reader.refuse(
            _("a board of {rows} x {columns} cells with {count} mines").format(
                rows=rows, columns=columns, count=count
            )
        )
    pairs = reader.take(2 * count)
    return _Board(rows, columns, list(zip(pairs[1::2], pairs[::2], strict=True)))


def _version_and_score(reader: ByteReader) -> tuple[str, int]:
    """Return the version, and where the score stands."""
    data, size = reader.data, len(reader.data)
    version, at = "0.96", size - _SCORE - _NAME - _OLD_CHECK
    if data[-_KEY:].isdigit():
        name = data[-_NAME - _KEY : -_KEY]
        is_name = len(name) == _NAME and b"\0" not in name  # events have many zeros
        version = "0.76" if is_name else "0.75"
        at = size - _SCORE - _KEY - (_NAME if is_name else 0)
    if at < reader.at:
        raise reader.refuse(_("its end is missing"))
    return version, at


def _old_states(reader: ByteReader, end: int) -> Iterator[_MouseState]:
    """Yield the states until the time runs back or passes the score: what follows is no event."""
    last = 0
    while reader.left >= _OLD_EVENT:
        seconds, hundredths, buttons, x, y, _ = map(reader.number, (1, 1, 1, 2, 2, 1))
        time = 1000 * seconds + 10 * hundredths
        if time < last or time > end:
            return
        last = time
        down = (bool(buttons & _LEFT), bool(buttons & _RIGHT), bool(buttons & _MIDDLE))
        yield _MouseState(time, x, y, down)


class _MouseState(NamedTuple):
    """Where the mouse is, and which buttons are down: left, right, middle."""

    time: int
    x: int
    y: int
    down: tuple[bool, bool, bool]


def _events_of_states(
    states: Iterable[_MouseState], squares: Squares, reader: ByteReader
) -> tuple[list[ButtonEvent], int]:
    """Return presses and releases, and how many events there are with those of movement."""
    events: list[ButtonEvent] = []
    moves, last = 0, _MouseState(0, -1, -1, (False, False, False))
    for number, state in enumerate(states):
        reader.check_time(last.time, state.time)
        moves += number > 0 and (state.x, state.y) != (last.x, last.y)
        cell = squares.cell_at(state.x, state.y)
        events += (ButtonEvent(state.time, button, cell) for button in _changes(last, state))
        last = state
    return events, moves + len(events)


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
