"""RAWVF, revisions 1 to 6: replays as text, which other programs convert to and from.

Lines `Key: value`, then the board, then one line for every event. Blank lines may stand between
all of them, and the line `Events:` may be missing.

A replay is written with all that the mouse did, timed from the start of the clock. A move of a game
is its button going down and up in the middle of the cell; a chord is both buttons. Marks become the
right clicks that have the same effect: where question marks are on, a flag takes two to vanish.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, get_args

from sapper.board.cell import FLAG, HIDDEN, QUESTION, Cell
from sapper.board.layout import Layout
from sapper.errors import InputError, ReplayError
from sapper.games.game import Game, Status
from sapper.games.replays.byte_reader import clean_text, decode_player, decode_text
from sapper.games.replays.mouse import Click, ClickKind
from sapper.games.replays.recording import (
    MOST_CELLS,
    Button,
    MouseEvent,
    Outcome,
    Recording,
    Squares,
    check_size,
    level_of,
    make_layout,
)
from sapper.games.replays.replay import Replay
from sapper.language import _

__all__ = ["is_rawvf", "read_rawvf", "write_rawvf"]

_HEAD = re.compile(r"([A-Za-z][A-Za-z0-9_ -]{0,40}):(.*)")
_TIMED = re.compile(
    r"(-?[0-9]{1,7})(?:\.([0-9]{1,3})[0-9]{0,6})?\s+([a-z]+)"
    r"(?:\s+([0-9]{1,5})\s+([0-9]{1,5}))?(?:\s*\(\s*(-?[0-9]{1,6})\s+(-?[0-9]{1,6})\s*\))?"
    r"(?:\s*\([^()]{0,20}\))?"
)
_OTHER = re.compile(
    r"(number[0-8]|flag|closed|pressed|questionmark|pressedqm|blast|nonstandard)\b.*"
)
_SIZES = {
    "beginner": (8, 8, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99),
}  # fmt: skip
_MOVES = ("mv", "sx", "sy", "mt")
_ENDS: Final[dict[str, Outcome | None]] = {
    "won": "won", "boom": "lost", "lost": "lost", "nonstandard": None, "start": None,
}  # fmt: skip
_BUTTONS: Final[tuple[Button, ...]] = get_args(Button)
_BUTTONS_OF: Final[dict[ClickKind, tuple[Button, ...]]] = {
    "left": ("lc", "lr"),
    "right": ("rc", "rr"),
    "chord": ("lc", "rc", "lr", "rr"),
}
_WRITTEN_ENDS: Final = {Status.WON: "won", Status.LOST: "boom"}
_FACES: Final = {"flag": FLAG, "question": QUESTION, "unmark": HIDDEN}


def is_rawvf(data: bytes) -> bool:
    """Return whether the bytes are text with the lines that a RAWVF replay has."""
    return data[:13].lower() == b"rawvf_version" or bool(
        re.search(rb"(?im)^board:\s*$", data) and re.search(rb"(?im)^(width|level):", data)
    )


def read_rawvf(data: bytes) -> Recording:
    """Return what a RAWVF replay says; raise `ReplayError` for a damaged one."""
    text = data.decode("utf-8-sig", errors="surrogateescape")
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    keys, at = _read_keys(lines)
    rows, columns, count = _read_size(keys)
    mines, at = _read_board(lines, at, rows, columns)
    size = _whole(keys.get("squaresize", "16"), "SquareSize")
    film = _Film(Squares(rows, columns, size or 16))
    for number, line in lines[at:]:
        film.read(number, line)
    player, notes = decode_player(_bytes(keys.get("player", "")))
    return Recording(
        format="rawvf",
        layout=make_layout(rows, columns, mines, count),
        events=tuple(film.events),
        cell_size=film.squares.size,
        has_questions=keys.get("marks", "").lower() == "on",
        player=player,
        program=_name(keys, "program"),
        version=_name(keys, "version"),
        date=_name(keys, "timestamp"),
        mode=_name(keys, "mode").lower(),
        time=_decimal(keys.get("time", "")),
        stated_bbbv=_whole(keys["bbbv"], "BBBV") if keys.get("bbbv") else None,
        outcome=film.outcome,
        notes=notes,
    )


_Lines = list[tuple[int, str]]


def _read_keys(lines: _Lines) -> tuple[dict[str, str], int]:
    """Return the values before the board by their keys, and where the board begins."""
    keys: dict[str, str] = {}
    for at, (number, line) in enumerate(lines):
        match = _HEAD.fullmatch(line)
        if match is None:
            raise _refuse(
                number, _("expected 'Key: value', got {excerpt}").format(excerpt=_excerpt(line))
            )
        key = match[1].strip().lower()
        if key == "board":
            return keys, at + 1
        keys[key] = match[2].strip()
    raise ReplayError(_("the RAWVF replay is cut off: it has no line 'Board:'"))


def _read_size(keys: dict[str, str]) -> tuple[int, int, int]:
    """Return rows, columns and mines, which the level gives where they are missing."""
    sizes = _SIZES.get(keys.get("level", "").lower())
    names = ("height", "width", "mines")
    if not all(name in keys for name in names):
        if sizes is None:
            missing = next(name for name in names if name not in keys)
            raise ReplayError(
                _("the RAWVF replay is damaged: it has no line '{title}:'").format(
                    title=missing.title()
                )
            )
        return sizes
    rows, columns, mines = (_whole(keys[name], name.title()) for name in names)
    check_size(rows, columns)
    return rows, columns, mines


def _read_board(
    lines: _Lines, at: int, rows: int, columns: int
) -> tuple[list[tuple[int, int]], int]:
    """Return the mines, and where the events begin."""
    mines = []
    found = lines[at : at + rows]
    if len(found) < rows:
        raise ReplayError(
            _("the RAWVF replay is cut off: expected {rows} rows of the board, got {count}").format(
                rows=rows, count=len(found)
            )
        )
    for row, (number, line) in enumerate(found):
        if len(line) != columns or not set(line) <= set("*0"):
            raise _refuse(
                number,
                _("expected {columns} signs * or 0, got {excerpt}").format(
                    columns=columns, excerpt=_excerpt(line)
                ),
            )
        mines += [(row, column) for column, sign in enumerate(line) if sign == "*"]
    at += rows
    if at < len(lines) and lines[at][1].lower() == "events:":
        at += 1
    return mines, at


@dataclass
class _Film:
    """The events, one after the other."""

    squares: Squares
    events: list[MouseEvent] = field(default_factory=list)
    outcome: Outcome | None = None
    _last: int | None = None

    def read(self, number: int, line: str) -> None:
        """Read one line."""
        if line in _ENDS:
            self.outcome = _ENDS[line] or self.outcome
            return
        timed = _TIMED.fullmatch(line)
        if timed is not None:
            self._read_timed(timed, number)
        elif not _OTHER.fullmatch(line):
            raise _refuse(
                number,
                _("expected an event such as '0.500 lr (32 0)', got {line!r}").format(
                    line=line[:40]
                ),
            )

    def _read_timed(self, match: re.Match[str], number: int) -> None:
        kind = match[3]
        time = _milliseconds(match[1], match[2])
        if self._last is not None and time < self._last:
            raise _refuse(
                number,
                _("its time runs backwards, from {last} to {time} ms").format(
                    last=self._last, time=time
                ),
            )
        self._last = time
        if kind in _ENDS:
            self.outcome = _ENDS[kind] or self.outcome
        elif kind in _BUTTONS:
            self.events.append(self._event(time, _button(kind), match, number))
        elif kind in _MOVES:
            if match[6] is not None:
                self.events.append(self._event(time, "mv", match, number))
        elif not _OTHER.fullmatch(kind):
            raise _refuse(number, _("no event is called {kind!r}").format(kind=kind[:20]))

    def _event(self, time: int, button: Button, match: re.Match[str], number: int) -> MouseEvent:
        """Return an event at its pixels, or at column and row if it has only these."""
        if match[6] is not None:
            return self.squares.event(time, button, int(match[6]), int(match[7]))
        if match[4] is None:
            raise _refuse(number, _("the event has no place"))
        return self.squares.event_in(time, button, int(match[5]) - 1, int(match[4]) - 1)


def _button(kind: str) -> Button:
    return next(button for button in _BUTTONS if button == kind)


def _milliseconds(seconds: str, digits: str | None) -> int:
    """Return a time such as `-0.250` in milliseconds."""
    size = abs(int(seconds)) * 1000 + int((digits or "0").ljust(3, "0"))
    return -size if seconds.startswith("-") else size


def _whole(text: str, name: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", text):
        raise ReplayError(
            _("the RAWVF replay is damaged: expected a number for {name}, got {excerpt}").format(
                name=name, excerpt=_excerpt(text)
            )
        )
    return int(text)


def _decimal(text: str) -> float | None:
    match = re.fullmatch(r"([0-9]{1,7})(?:[.,]([0-9]{1,6}))?", text)
    return round(float(f"{match[1]}.{match[2] or 0}"), 3) if match else None


def _name(keys: dict[str, str], key: str) -> str:
    return decode_text(_bytes(keys.get(key, "")))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", errors="surrogateescape")


def _excerpt(text: str) -> str:
    return repr(clean_text(text[:40]))


def _refuse(number: int, problem: str) -> ReplayError:
    return ReplayError(
        _("the RAWVF replay is damaged in line {number}: {problem}").format(
            number=number, problem=problem
        ),
        line=number,
    )


def write_rawvf(source: Replay | Game) -> str:
    """Return the text of a RAWVF replay; raise `InputError` for a game that it cannot hold.

    That is one whose mines are not dealt yet, or on a board that is no grid of squares.
    """
    if isinstance(source, Replay):
        facts = [
            ("Program", source.program),
            ("Version", source.version),
            ("Player", source.player),
            ("Timestamp", source.date),
            ("Mode", source.mode),
            ("Time", "" if source.time is None else f"{source.time:.3f}"),
        ]
        shifted = (e._replace(time=e.time - source.clock_start) for e in source.events)
        end = source.clicks_made[-1].time if source.clicks_made else 0.0
        return _write(facts, source, shifted, end, source.status)
    has_questions = any(move.kind == "question" for move in source.moves)
    layout, clicks = _layout_of(source), list(_clicks_of(source, has_questions))
    end = clicks[-1].time if clicks else 0.0
    facts = [("Program", "sapper"), ("Time", f"{end:.3f}" if clicks and source.is_over else "")]
    presses = tuple(_presses(clicks, Squares(layout.spec.rows, layout.spec.columns)))
    played = Recording("rawvf", layout, presses, has_questions=has_questions)
    return _write(facts, played, played.events, end, source.status)


def _layout_of(game: Game) -> Layout:
    if game.geometry.shape != "grid":
        raise InputError(f"RAWVF has boards of squares only, not {game.spec}")
    if game.geometry.size > MOST_CELLS:
        raise InputError(f"RAWVF is written for up to {MOST_CELLS:,} cells, not for {game.spec}")
    if game.layout is None:
        raise InputError("the game has no mines yet: they are dealt when the first cell is opened")
    return Layout(game.geometry, game.layout)


def _clicks_of(game: Game, has_questions: bool) -> Iterator[Click]:
    """Yield clicks that have the effect of the moves; one without a time has that before it."""
    faces: dict[Cell, int] = {}
    cycle = [HIDDEN, FLAG, QUESTION] if has_questions else [HIDDEN, FLAG]
    last = 0.0
    for move, time in zip(game.moves, game.times, strict=True):
        last = last if time is None else time
        if move.kind in _FACES:
            before, after = faces.get(move.cell, HIDDEN), _FACES[move.kind]
            faces[move.cell] = after
            count = (cycle.index(after) - cycle.index(before)) % len(cycle)
            yield from (Click(last, "right", move.cell, move) for _ in range(count))
        else:
            yield Click(last, "left" if move.kind == "open" else "chord", move.cell, move)


def _presses(clicks: Iterable[Click], squares: Squares) -> Iterator[MouseEvent]:
    """Yield the buttons of clicks that were made on cells."""
    for click in clicks:
        assert click.cell is not None, "moves are made on cells"
        for button in _BUTTONS_OF[click.kind]:
            yield squares.event_in(round(1000 * click.time), button, *click.cell)


def _write(
    facts: list[tuple[str, str]],
    source: Recording,
    events: Iterable[MouseEvent],
    end: float,
    status: Status,
) -> str:
    spec, size = source.layout.spec, source.cell_size
    board = [
        ("Level", level_of(source.layout)),
        ("Width", str(spec.columns)),
        ("Height", str(spec.rows)),
        ("Mines", str(spec.mines)),
        ("Marks", "on" if source.has_questions else "off"),
        ("BBBV", str(source.layout.metrics.bbbv)),
        ("SquareSize", str(size)),
    ]
    known = [(key, clean_text(value)) for key, value in facts]
    head = [f"{key}: {value}" for key, value in [*known, *board] if value]
    signs = "".join("*" if is_mine else "0" for is_mine in source.layout.cells)
    rows = [signs[i : i + spec.columns] for i in range(0, len(signs), spec.columns)]
    lines = ["RawVF_Version: Rev6", *head, "Board:", *rows, "Events:"]
    lines += (
        f"{time / 1000:.3f} {button} {x // size + 1} {y // size + 1} ({x} {y})"
        for time, x, y, button, _cell in events
    )
    if status in _WRITTEN_ENDS:
        lines.append(f"{end:.3f} {_WRITTEN_ENDS[status]}")
    return "\n".join(lines) + "\n"
