"""MVF of Minesweeper Clone 0.75 to 0.96: no header, plain events, the score near the end.

The version is told by what follows the score: nothing says it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sapper.games.replays.byte_reader import ByteReader, decode_text
from sapper.games.replays.mouse_states import MouseState, events_of_states
from sapper.games.replays.recording import Recording, Squares, make_layout
from sapper.language import _

__all__ = ["is_old_mvf", "read_old_mvf"]

_EVENT = 8  # bytes
_LEFT, _MIDDLE, _RIGHT = 1, 2, 4
_SCORE, _NAME, _DIGITS, _CHECK = 3, 100, 10, 22  # bytes at the end


class _Board(NamedTuple):
    rows: int
    columns: int
    mines: list[tuple[int, int]]


def is_old_mvf(data: bytes) -> bool:
    """Return whether the bytes begin with a board whose mines all lie on it."""
    reader = ByteReader(data, "MVF")
    try:
        rows, columns, mines = _read_board(reader)
        reader.take(2 + _EVENT + _SCORE + _DIGITS)
    except ValueError:
        return False
    on_board = {(row, column) for row, column in mines if row < rows and column < columns}
    return 0 < len(on_board) == len(mines) < rows * columns


def read_old_mvf(reader: ByteReader) -> Recording:
    """Return what a replay without a header says; raise `ReplayError` for a damaged one."""
    rows, columns, mines = _read_board(reader)
    has_questions, _other = reader.number(1), reader.number(1)
    version, at = _version_and_score(reader)
    score = ByteReader(reader.data, "MVF", at)
    end = 1000 * score.number(2) + 10 * score.number(1)
    player, is_utf8 = decode_text(score.take(_NAME) if version != "0.75" else b"")
    states = list(_read_states(ByteReader(reader.data[:at], "MVF", reader.at), end))
    events, mouse_events = events_of_states(states, Squares(rows, columns), reader)
    return Recording(
        format="mvf",
        layout=make_layout(rows, columns, mines, len(mines)),
        events=tuple(events),
        mouse_events=mouse_events,
        has_questions=bool(has_questions),
        player=player,
        program="Minesweeper Clone",
        version=version,
        seconds=end / 1000,
        notes=() if is_utf8 else (_("the player's name is in an unknown code page"),),
    )


def _read_board(reader: ByteReader) -> _Board:
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
    version, at = "0.96", size - _SCORE - _NAME - _CHECK
    if data[-_DIGITS:].isdigit():
        name = data[-_NAME - _DIGITS : -_DIGITS]
        is_name = len(name) == _NAME and b"\0" not in name  # events have many zeros
        version = "0.76" if is_name else "0.75"
        at = size - _SCORE - _DIGITS - (_NAME if is_name else 0)
    if at < reader.at:
        raise reader.refuse(_("its end is missing"))
    return version, at


def _read_states(reader: ByteReader, end: int) -> Iterator[MouseState]:
    """Yield the states until the time runs back or passes the score: what follows is no event."""
    last = 0
    while reader.left >= _EVENT:
        seconds, hundredths, buttons, x, y, _ = map(reader.number, (1, 1, 1, 2, 2, 1))
        time = 1000 * seconds + 10 * hundredths
        if time < last or time > end:
            return
        last = time
        down = (bool(buttons & _LEFT), bool(buttons & _RIGHT), bool(buttons & _MIDDLE))
        yield MouseState(time, x, y, down)
