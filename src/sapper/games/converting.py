"""Convert layouts, positions and games between all formats, and say what a format cannot keep.

A format of layouts (`mbf`, `link` ...) holds all mines, a format of positions what is seen. So a
layout becomes a position with every cell open, and a position becomes a layout only if it shows
all mines; a text that could be either is read as the target wants it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypedDict

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION
from sapper.board.formats.analysis_link import format_analysis
from sapper.board.formats.click_path import Click
from sapper.board.formats.emoji import format_emoji
from sapper.board.formats.game_words import start_rule_of
from sapper.board.formats.layouts import LAYOUT_FORMATS, write_layout
from sapper.board.formats.mine_file import format_mine
from sapper.board.formats.spreadsheet import format_csv
from sapper.board.formats.toollib import format_toollib
from sapper.board.layout import Layout
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.games.board_sources import Source, read_source
from sapper.games.click_games import clicks_of_game, game_of_clicks
from sapper.games.game import Game
from sapper.games.replays import read_replay, write_rawvf
from sapper.language import _

__all__ = ["TARGETS", "Converted", "ConvertedDocument", "convert"]

_OF_LAYOUTS: Final = ("layout", "game", "mbf", "link", "game-id", "rawvf")
_OF_POSITIONS: Final = (
    "line", "pretty", "matrix", "toollib", "csv", "emoji", "json", "mine", "analysis", "svg",
)  # fmt: skip
TARGETS: Final[tuple[str, ...]] = (*_OF_LAYOUTS, *_OF_POSITIONS)
"""What can be written."""

_WITHOUT_COUNT: Final = ("matrix", "toollib", "csv", "emoji")
_WITHOUT_QUESTIONS: Final = ("toollib", "mine", "analysis")
_WITH_FIRST: Final = ("game", "game-id", "link", "rawvf")


class ConvertedDocument(TypedDict):
    """What was read and written: as text, or as hexadecimal digits of a binary file.

    `kind` is layout, position or game; `lost` is what the format cannot keep.
    """

    source: str
    target: str
    kind: str
    board: str
    text: str | None
    hex: str | None
    notes: list[str]
    lost: list[str]


@dataclass(frozen=True)
class Converted:
    """A converted board: the data, the formats, notes on the reading, and what was lost."""

    data: bytes | str
    source: str
    target: str
    kind: str
    board: str
    notes: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Converted {self.kind} {self.board}: {self.source} to {self.target}>"

    def to_dict(self) -> ConvertedDocument:
        """Return plain data for JSON."""
        data = self.data
        return ConvertedDocument(
            source=self.source,
            target=self.target,
            kind=self.kind,
            board=self.board,
            text=data if isinstance(data, str) else None,
            hex=data.hex() if isinstance(data, bytes) else None,
            notes=list(self.notes),
            lost=list(self.lost),
        )


def convert(
    data: bytes | str,
    to: str | None = None,
    *,
    form: str | None = None,
    mines: int | None = None,
    name: str = "",
) -> Converted:
    """Return a layout, position or game in the format `to`, by default our own line of its kind.

    `form` is the format of the data, where it could be several; `mines` the mine count of a
    position that does not say it; `name` that of the file, whose ending tells a damaged replay.
    Raise `ParseError` for data in no known format and `InputError` for a format that cannot hold
    it.
    """
    if to is not None and to not in TARGETS:
        raise InputError(f"expected one of {', '.join(TARGETS)}, got {to!r}")
    source = read_source(data, wants_layout=to in _OF_LAYOUTS, form=form, mines=mines, name=name)
    if source.game is not None:
        return _convert_game(source, source.game, to or "game")
    if source.layout is not None:
        return _convert_layout(source, source.layout, to or "layout")
    assert source.position is not None
    return _convert_position(source, source.position, to or "line")


def _convert_game(source: Source, game: Game, to: str) -> Converted:
    if to == "game":
        return _converted(source, "game", str(game.spec), game.text, to)
    times = [_("the times of the moves")] if any(t is not None for t in game.times) else []
    if to in _OF_POSITIONS:
        lost = [
            _("the moves of the game"),
            _("the mines"),
            *times,
            _("the start rule {start}").format(start=game.start),
        ]
        shown = _convert_position(source, game.position, to)
        return replace(shown, kind="game", lost=(*lost, *shown.lost))
    if game.layout is None:
        raise InputError(f"the game has no mines yet: they are dealt by its first open, not {to}")
    layout = Layout(game.geometry, game.layout)
    clicks, questions = clicks_of_game(game)
    first = next((click.cell for click in clicks if click.kind == "left"), None)
    if to == "rawvf":
        text = write_rawvf(source.replay or game)
        is_same = read_replay(text.encode()).start is game.start
        lost = [] if is_same else [_("the start rule {start}").format(start=game.start)]
        return _converted(source, "game", str(game.spec), text, to, lost)
    is_implied = to in _WITH_FIRST and game.start is start_rule_of(layout, first)
    lost = [] if is_implied else [_("the start rule {start}").format(start=game.start)]
    lost += (
        [_("moves with question marks ({questions})").format(questions=questions)]
        if questions and to == "link"
        else []
    )
    lost += times
    known = replace(source, first=first, clicks=clicks)
    return replace(_write_layout(known, layout, to, lost), kind="game")


def _convert_layout(source: Source, layout: Layout, to: str) -> Converted:
    if to == "rawvf" or (to == "game" and source.clicks):
        game, wasted = game_of_clicks(layout, _clicks_of(source))
        lost = [_("clicks that change nothing ({wasted})").format(wasted=wasted)] if wasted else []
        text = game.text if to == "game" else write_rawvf(game)
        return _converted(source, "layout", str(layout.spec), text, to, lost)
    if to in ("svg", "analysis"):
        shown = _convert_position(source, layout.position, to)
        return replace(shown, kind="layout", lost=(*shown.lost, *_lost_start(source, to)))
    return _write_layout(source, layout, to, _lost_shape(layout.position, to))


def _write_layout(source: Source, layout: Layout, to: str, lost: list[str]) -> Converted:
    form = next(each for each in LAYOUT_FORMATS if each == to)
    data = write_layout(layout, form, source.first, _clicks_of(source))
    lost = [*lost, *_lost_start(source, to)]
    return _converted(source, "layout", str(layout.spec), data, to, lost)


def _clicks_of(source: Source) -> tuple[Click, ...]:
    if source.first is not None and not source.clicks:
        return (Click("left", source.first),)
    return source.clicks


def _convert_position(source: Source, position: Position, to: str) -> Converted:
    lost = [*_lost_of_position(position, to), *_lost_shape(position, to)]
    board = f"{position.rows}x{position.columns}"
    if to == "mine" and position.mines is None and not _is_covered(position):
        position = Position(position.geometry, position.faces.count(MINE), position.faces)
    return _converted(source, "position", board, _POSITION_WRITERS[to](position), to, lost)


def _converted(
    source: Source, kind: str, board: str, data: bytes | str, to: str, lost: list[str] | None = None
) -> Converted:
    return Converted(data, source.format, to, kind, board, source.notes, tuple(lost or ()))


_POSITION_WRITERS: Final[dict[str, Callable[[Position], str]]] = {
    "line": str,
    "pretty": Position.pretty,
    "matrix": lambda position: str(position.matrix().tolist()),
    "toollib": format_toollib,
    "csv": format_csv,
    "emoji": format_emoji,
    "json": Position.to_json,
    "mine": format_mine,
    "analysis": format_analysis,
    "svg": lambda position: position.svg(),
}


def _lost_start(source: Source, to: str) -> list[str]:
    """Return what is lost of the first cell and of further clicks."""
    later = [click for click in source.clicks if click.cell != source.first]
    lost = []
    if source.first is not None and to not in _WITH_FIRST:
        lost.append(_("the first cell {first}").format(first=source.first))
    if later and to != "link":
        lost.append(_("the moves of the game") if source.game else _("the click path"))
    return lost


def _lost_of_position(position: Position, to: str) -> list[str]:
    faces, lost = position.faces, []
    if to in _WITHOUT_COUNT and position.mines is not None and _is_covered(position):
        lost.append(_("the mine count {mines}").format(mines=position.mines))
    if to in _WITHOUT_QUESTIONS and QUESTION in faces:
        lost.append(
            _("question marks ({count}), written as covered cells").format(
                count=faces.count(QUESTION)
            )
        )
    if to == "analysis" and MINE in faces:
        lost.append(
            _("shown mines ({count}), written as covered cells").format(count=faces.count(MINE))
        )
    return lost


def _is_covered(position: Position) -> bool:
    return any(face in position.faces for face in (HIDDEN, FLAG, QUESTION))


def _lost_shape(position: Position, to: str) -> list[str]:
    shape = position.geometry.shape
    if shape == "graph" and to not in ("json", "svg"):
        return [_("the neighbours of the graph")]
    is_lost = shape not in ("grid", "graph") and to in _WITHOUT_COUNT
    return [_("that the board is a {shape}").format(shape=shape)] if is_lost else []
