"""Write a replay or a game as RAWVF, which `read_replay` and other programs read.

A click is written as its button going down and up in the middle of the cell; a chord as both
buttons. The moves of a game become the right clicks that have the same effect: where question
marks are on, a flag takes two of them to vanish.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sapper.board.cell import FLAG, HIDDEN, QUESTION, Cell
from sapper.board.layout import Layout
from sapper.errors import InputError
from sapper.games.game import Game, Status
from sapper.games.replays.byte_reader import clean_text
from sapper.games.replays.mouse import Click, ClickKind
from sapper.games.replays.recording import MOST_CELLS, level_of
from sapper.games.replays.replay import Replay

__all__ = ["write_rawvf"]

_SIZE = 16  # pixels of a cell
_BUTTONS: Final[dict[ClickKind, tuple[str, ...]]] = {
    "left": ("lc", "lr"),
    "right": ("rc", "rr"),
    "chord": ("lc", "rc", "lr", "rr"),
}
_ENDS = {Status.WON: "won", Status.LOST: "boom"}
_FACES: Final = {"flag": FLAG, "question": QUESTION, "unmark": HIDDEN}


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
        clicks: Sequence[Click] = source.clicks_made
        return _write(facts, source.layout, clicks, source.has_questions, source.status)
    has_questions = any(move.kind == "question" for move in source.moves)
    layout, clicks = _layout_of(source), list(_clicks_of(source, has_questions))
    end = clicks[-1].time if clicks and source.is_over else None
    facts = [("Program", "sapper"), ("Time", "" if end is None else f"{end:.3f}")]
    return _write(facts, layout, clicks, has_questions, source.status)


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


def _write(
    facts: list[tuple[str, str]],
    layout: Layout,
    clicks: Sequence[Click],
    has_questions: bool,
    status: Status,
) -> str:
    spec = layout.spec
    board = [
        ("Level", level_of(layout)),
        ("Width", str(spec.columns)),
        ("Height", str(spec.rows)),
        ("Mines", str(spec.mines)),
        ("Marks", "on" if has_questions else "off"),
        ("BBBV", str(layout.metrics.bbbv)),
        ("SquareSize", str(_SIZE)),
    ]
    known = [(key, clean_text(value)) for key, value in facts]
    head = [f"{key}: {value}" for key, value in [*known, *board] if value]
    signs = "".join("*" if is_mine else "0" for is_mine in layout.cells)
    rows = [signs[i : i + spec.columns] for i in range(0, len(signs), spec.columns)]
    lines = ["RawVF_Version: Rev6", *head, "Board:", *rows, "Events:", *_events(clicks)]
    if status in _ENDS:
        lines.append(f"{clicks[-1].time if clicks else 0:.3f} {_ENDS[status]}")
    return "\n".join(lines) + "\n"


def _events(clicks: Sequence[Click]) -> Iterator[str]:
    for click in clicks:
        column, row = (0, 0) if click.cell is None else (click.cell.column + 1, click.cell.row + 1)
        x, y = column * _SIZE - _SIZE // 2, row * _SIZE - _SIZE // 2
        for button in _BUTTONS[click.kind]:
            yield f"{click.time:.3f} {button} {column} {row} ({x} {y})"
