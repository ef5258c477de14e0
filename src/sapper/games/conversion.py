"""Convert layouts, positions and games between all formats, and say what a format cannot keep.

A format of layouts (`mbf`, `link` ...) holds all mines, a format of positions what is seen. So a
layout becomes a position with every cell open, and a position becomes a layout only if it shows
all mines; a text that could be either is read as the target wants it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from sapper.board.cell import FLAG, HIDDEN, QUESTION
from sapper.board.formats.emoji import format_emoji
from sapper.board.formats.layouts import LAYOUT_FORMATS, write_layout
from sapper.board.formats.matrix import matrix_of
from sapper.board.layout import Layout
from sapper.board.position import Position
from sapper.board.spec import StartRule
from sapper.errors import InputError
from sapper.games.game import Game
from sapper.games.read_anything import Source, read_source
from sapper.games.replays import read_replay, write_rawvf
from sapper.language import _

__all__ = ["TARGETS", "Converted", "convert", "convert_source"]

_OF_LAYOUTS: Final = ("layout", "game", "mbf", "link", "rawvf")
_OF_POSITIONS: Final = ("line", "pretty", "matrix", "emoji", "json", "svg")
TARGETS: Final[tuple[str, ...]] = (*_OF_LAYOUTS, *_OF_POSITIONS)
"""What can be written."""

_WITHOUT_COUNT: Final = ("matrix", "emoji")


@dataclass(frozen=True)
class Converted:
    """A converted board: the data, the formats, notes on the reading, and what was lost.

    `kind` is layout, position or game; `lost` is what the format cannot keep. A binary file is
    `hex` in a document, as digits, everything else `text`.
    """

    data: bytes | str
    source: str
    target: str
    kind: str
    board: str
    notes: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    document_as = ("source", "target", "kind", "board", "text", "hex", "notes", "lost")

    @property
    def text(self) -> str | None:
        """The data if they are text."""
        return self.data if isinstance(self.data, str) else None

    @property
    def hex(self) -> str | None:
        """The data in hexadecimal digits if they are bytes."""
        return self.data.hex() if isinstance(self.data, bytes) else None

    def __repr__(self) -> str:
        return f"<Converted {self.kind} {self.board}: {self.source} to {self.target}>"


def convert(
    data: bytes | str | Game,
    to: str | None = None,
    *,
    mines: int | None = None,
    name: str = "",
) -> Converted:
    """Return a layout, position or game in the format `to`, by default our own line of its kind.

    `mines` is the mine count of a position that does not say it; `name` that of the file, whose
    ending tells a damaged replay.
    Raise `ParseError` for data in no known format and `InputError` for a format that cannot hold
    it.
    """
    if to is not None and to not in TARGETS:
        raise InputError(f"expected one of {', '.join(TARGETS)}, got {to!r}")
    if isinstance(data, Game):
        return convert_source(Source("game", game=data), to)
    wants_layout = to in _OF_LAYOUTS
    found = read_source(data, wants_layout=wants_layout, mines=mines, name=name)
    return convert_source(found, to)


def convert_source(source: Source, to: str | None = None) -> Converted:
    """Return what was read already in the format `to`, as `convert` does."""
    if source.game is not None:
        return _convert_game(source, source.game, to or "game")
    if source.layout is not None:
        return _convert_layout(source, source.layout, to or "layout")
    assert source.position is not None
    return _convert_position(source, source.position, to or "line")


def _convert_game(source: Source, game: Game, to: str) -> Converted:
    spec = str(game.spec)
    if to == "game":
        return _converted(source, "game", spec, game.text, to)
    times = [_("the times of the moves")] if any(t is not None for t in game.times) else []
    start_rule = _("the start rule {start}").format(start=game.start)
    mode = [] if game.guess_seed is None else [_("the mode in which a guess never kills")]
    if to in _OF_POSITIONS:
        shown = _convert_position(source, game.position, to)
        lost = [_("the moves of the game"), _("the mines"), *times, start_rule, *mode, *shown.lost]
        return replace(shown, kind="game", lost=tuple(lost))
    if game.layout is None:
        raise InputError(f"the game has no mines yet: they are dealt by its first open, not {to}")
    if to == "rawvf":
        text = write_rawvf(source.replay or game)
        is_same = read_replay(text.encode()).start is game.start
        return _converted(source, "game", spec, text, to, mode if is_same else [start_rule, *mode])
    layout = Layout(game.geometry, game.layout)
    first = next((move.cell for move in game.moves if move.kind == "open"), None)
    lost = [start_rule, *mode, *times]
    if first is not None:
        lost.append(_("the first cell {first}").format(first=first))
    if any(move.cell != first for move in game.moves):
        lost.append(_("the moves of the game"))
    return _converted(source, "game", spec, _write_layout(layout, to), to, lost)


def _convert_layout(source: Source, layout: Layout, to: str) -> Converted:
    spec = str(layout.spec)
    if to == "rawvf":
        game = Game(layout.spec, StartRule.RAW, layout=layout.cells)
        return _converted(source, "layout", spec, write_rawvf(game), to)
    if to == "svg":
        return replace(_convert_position(source, layout.position, to), kind="layout")
    lost = _lost_shape(layout.position, to)
    return _converted(source, "layout", spec, _write_layout(layout, to), to, lost)


def _write_layout(layout: Layout, to: str) -> bytes | str:
    return write_layout(layout, next(form for form in LAYOUT_FORMATS if form == to))


def _convert_position(source: Source, position: Position, to: str) -> Converted:
    lost = [*_lost_of_position(position, to), *_lost_shape(position, to)]
    board = f"{position.rows}x{position.columns}"
    return _converted(source, "position", board, _POSITION_WRITERS[to](position), to, lost)


def _converted(
    source: Source, kind: str, board: str, data: bytes | str, to: str, lost: list[str] | None = None
) -> Converted:
    return Converted(data, source.format, to, kind, board, source.notes, tuple(lost or ()))


_POSITION_WRITERS: Final[dict[str, Callable[[Position], str]]] = {
    "line": str,
    "pretty": Position.pretty,
    "matrix": lambda position: str(matrix_of(position).tolist()),
    "emoji": format_emoji,
    "json": Position.to_json,
    "svg": lambda position: position.svg(),
}


def _lost_of_position(position: Position, to: str) -> list[str]:
    if to in _WITHOUT_COUNT and position.mines is not None and _is_covered(position):
        return [_("the mine count {mines}").format(mines=position.mines)]
    return []


def _is_covered(position: Position) -> bool:
    return any(face in position.faces for face in (HIDDEN, FLAG, QUESTION))


def _lost_shape(position: Position, to: str) -> list[str]:
    shape = position.geometry.shape
    if shape == "graph" and to not in ("json", "svg"):
        return [_("the neighbours of the graph")]
    is_lost = shape not in ("grid", "graph") and to in _WITHOUT_COUNT
    return [_("that the board is a {shape}").format(shape=shape)] if is_lost else []
