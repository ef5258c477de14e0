"""A game: it knows the mines and shows a player only what the player may see.

The rules, where programs differ:

- Opening a mine loses, whatever else is open. All safe cells open wins.
- A 0 opens its neighbours by itself. A flagged cell is never opened by a 0 or a chord; a
  questioned one is.
- A chord is allowed on a number that has as many flags around it as it says and at least one
  other covered neighbour; it opens those neighbours all at once, and loses if one is a mine.
- Opening an open or a flagged cell, marking an open cell, setting a mark that is already there
  and a chord that is not allowed raise `CellError` and change nothing, as does a cell outside
  the board. A move after the end raises `InputError`.
- Under the rules safe and open the layout is dealt by the first open; marks may come before it.

In guess mode a guess never kills. The mines stay where they are, except when a move opens cells
that are not certain:

- If nothing was certainly safe, the move is a guess. Where it would hit a mine, the mines are
  drawn again, uniformly from all layouts that fit the position and have none in these cells.
- If a cell was certainly safe, also one that the same chord opens, there was a proof. Where the
  move would hit no mine, they are drawn from the layouts that fit and have one there: it loses.
- A certain mine kills, as does a chord whose cells no layout spares together.

What is drawn depends on the seed of the mode, the number of moves before and the position only.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from sapper.analysis.core_query import CoreQuery
from sapper.board.cell import (
    FLAG,
    HIDDEN,
    MINE,
    QUESTION,
    Cell,
    CellLike,
    cell_of,
    is_covered,
    is_number,
)
from sapper.board.geometry import Geometry
from sapper.board.layout import check_layout, layout_text, numbers_of, parse_layout
from sapper.board.notebook_value import NotebookValue, View, shorten
from sapper.board.number_checks import check_number, check_seed
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import BudgetExceeded, CellError, InputError
from sapper.games.dealing import deal
from sapper.games.game_line import GameLine, parse_number, parse_timed, write_timed
from sapper.language import N_, _
from sapper.players.decision import Move

if TYPE_CHECKING:
    from sapper.games.metrics import GameMetrics

__all__ = ["Game", "Status", "cells_to_open"]

_LONGEST_TIME: Final = 1e9  # seconds
_MOST_DRAWN: Final = 1000  # cells of which the core draws layouts


class Status(StrEnum):
    """The state of a game."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"

    @property
    def label(self) -> str:
        """Its name in the language in use."""
        return _(_LABELS[self])


_LABELS: Final = {
    Status.PLAYING: N_("playing"),
    Status.WON: N_("won"),
    Status.LOST: N_("lost"),
}


class _MadeMove(NamedTuple):
    """A move, its time, and before it: the cells that it changed, with their faces; the layout."""

    move: Move
    time: float | None
    changed: list[tuple[int, int]]
    layout: bytes | None


class Game(NotebookValue):
    """One game of (board, start rule, seed, game number).

    Mutable; `text` is the line that replays it. Its document has the mines only once it is over,
    and the neighbours only of a board that is a graph. With a `guess_seed` it is in guess mode.
    """

    document_as = (
        ("game", "text"), ("board", "line.board"), "start", ("seed", "line.seed"),
        ("number", "line.game"), "guess_seed", ("moves", "line.moves"), "status", "position",
        "mines_left", "safe_left", ("mines", "revealed_mines"), "neighbours",
    )  # fmt: skip

    start: StartRule
    status: Status

    def __init__(
        self,
        board: BoardSpec | str,
        start: StartRule | str = StartRule.SAFE,
        *,
        seed: int = 0,
        game: int = 0,
        layout: bytes | None = None,
        guess_seed: int | None = None,
    ) -> None:
        spec = BoardSpec.of(board)
        self.spec, self.start = spec, StartRule.parse(start)
        self.seed, self.game = check_seed(seed), check_number(game)
        self.guess_seed = None if guess_seed is None else check_seed(guess_seed)
        self.geometry = spec.geometry
        if guess_seed is not None and spec.geometry.size > _MOST_DRAWN:
            text = _("guess mode is not available on {board}: it takes up to {most} cells")
            raise InputError(text.format(board=spec, most=_MOST_DRAWN))
        self.status = Status.PLAYING
        self._around = self.geometry.neighbour_lists
        self._faces, self._safe_left = bytearray([HIDDEN]) * spec.geometry.size, spec.safe_cells
        self._made: list[_MadeMove] = []
        self._position: Position | None = None
        self._given = layout
        self._layout: bytes | None = None
        self._numbers: bytes = b""
        if layout is not None:
            check_layout(layout, self.geometry.size, spec.mines)
            self._set_layout(bytes(layout))

    @property
    def position(self) -> Position:
        """The position that the player sees."""
        if self._position is None:
            self._position = Position._trusted(self.geometry, self.spec.mines, bytes(self._faces))
        return self._position

    @property
    def safe_left(self) -> int:
        """The number of safe cells that are still covered."""
        return self._safe_left

    @property
    def mines_left(self) -> int:
        """The number of mines minus the number of flags."""
        return self.spec.mines - self._faces.count(FLAG)

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.status is not Status.PLAYING

    def is_open(self, cell: tuple[int, int]) -> bool:
        """Return whether a cell shows a number; faster than building the position."""
        return is_number(self._faces[self.geometry.index(cell)])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far, without undone ones."""
        return tuple(made.move for made in self._made)

    @property
    def times(self) -> tuple[float | None, ...]:
        """The time of every move in seconds since the start of the game; None if not known."""
        return tuple(made.time for made in self._made)

    @property
    def first_opened(self) -> Cell | None:
        """The cell that was opened first; None if none was."""
        return next((made.move.cell for made in self._made if made.move.kind == "open"), None)

    @property
    def layout(self) -> bytes | None:
        """The mines, one byte per cell; None before they are dealt. Not for players."""
        return self._layout

    @property
    def revealed_mines(self) -> list[Cell] | None:
        """The cells with a mine once the game is over, before that None."""
        if not self.is_over or self._layout is None:
            return None
        return [self.geometry.cell(i) for i, is_mine in enumerate(self._layout) if is_mine]

    @property
    def neighbours(self) -> list[list[int]] | None:
        """The neighbours of every cell if the board is a graph, else None."""
        graph = self.spec.graph
        return None if graph is None else [list(around) for around in graph.neighbour_lists]

    def changes(self) -> Iterator[tuple[Move, dict[int, int]]]:
        """Yield every move with the cells that it changed, by index, and what they show then."""
        for made in self._made:
            mark = _FACE_OF_MARK.get(made.move.kind)
            cells = sorted(index for index, _face in made.changed)
            yield made.move, {i: self._numbers[i] if mark is None else mark for i in cells}

    def positions(self) -> Iterator[Position]:
        """Yield the position before every move."""
        faces = bytearray([HIDDEN]) * self.geometry.size
        for _move, changed in self.changes():
            yield Position._trusted(self.geometry, self.spec.mines, bytes(faces))
            for index, face in changed.items():
                faces[index] = face

    def copy(self) -> Game:
        """Return another game with the same moves, which can be continued by itself."""
        twin = copy.copy(self)
        twin._faces, twin._made = self._faces[:], self._made[:]
        return twin

    def open(self, cell: CellLike) -> Status:
        """Open a covered, unflagged cell."""
        return self.make(Move("open", cell_of(cell)))

    def flag(self, cell: CellLike) -> Status:
        """Mark a covered cell with a flag."""
        return self.make(Move("flag", cell_of(cell)))

    def question(self, cell: CellLike) -> Status:
        """Mark a covered cell with a question mark."""
        return self.make(Move("question", cell_of(cell)))

    def unmark(self, cell: CellLike) -> Status:
        """Remove the flag or question mark from a cell."""
        return self.make(Move("unmark", cell_of(cell)))

    def chord(self, cell: CellLike) -> Status:
        """Open all unflagged neighbours of a number that has its flags."""
        return self.make(Move("chord", cell_of(cell)))

    def make(self, move: Move | str, *, time: float | None = None) -> Status:
        """Make one move, also one written like `o3,4`, and return the new status.

        `time` is kept to the millisecond: seconds since the start, no less than the time before.
        """
        move, time = Move.of(move), self._check_time(time)
        if self.status is not Status.PLAYING:
            raise InputError(
                _("cannot make {move}: the game is {status}").format(
                    move=move, status=_(self.status.value)
                )
            )
        index = self.geometry.index(move.cell)
        changed: list[tuple[int, int]] = []
        layout = self._layout
        if move.kind == "open":
            self._prepare_open(index)
            self._open([index], changed)
        elif move.kind == "chord":
            self._open(self._cells_of_chord(index), changed)
        else:
            self._mark(index, _FACE_OF_MARK[move.kind], changed)
        self._made.append(_MadeMove(move, time, changed, layout))
        self._position = None
        return self.status

    def undo(self) -> Move:
        """Undo the last move, even one that ended the game, and return it."""
        if not self._made:
            raise InputError(_("there is no move to undo"))
        move, _time, changed, layout = self._made.pop()
        for index, face in changed:
            self._safe_left += is_number(self._faces[index])
            self._faces[index] = face
        self._set_layout(layout)
        self.status, self._position = Status.PLAYING, None
        return move

    @property
    def line(self) -> GameLine:
        """The whole game in one line: board, start rule, seed, game number, moves.

        If the mines were given and not dealt, `=HEX` stands in place of the seed.
        """
        seed = str(self.seed) if self._given is None else "=" + layout_text(self._given)
        words = tuple(write_timed(made.move, made.time) for made in self._made)
        board, start = str(self.spec), self.start.value
        guess = None if self.guess_seed is None else str(self.guess_seed)
        return GameLine(board, start, seed, str(self.game), words, self.spec.graph, guess)

    @property
    def text(self) -> str:
        """The line as text, which `parse` reads back."""
        return str(self.line)

    @property
    def metrics(self) -> GameMetrics:
        """Clicks, 3BV/s, efficiency, luck and other figures of the moves so far."""
        from sapper.games.metrics import game_metrics

        return game_metrics(self)

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board, at the end with the mines."""
        from sapper.games import picture

        return picture.game_svg(self, cell_size=cell_size)

    def view(self) -> View:
        """Return what a notebook shows: the board and the figures."""
        from sapper.games import picture

        return picture.game_view(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.line == other.line

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"<Game {shorten(self.text, 100)}: {self.status}, {self.safe_left} safe cells left>"

    @classmethod
    def parse(cls, text: str | GameLine, *, geometry: Geometry | None = None) -> Game:
        """Return the game of a line or of a record in JSON, with its moves made.

        The line of a game on a graph needs the `geometry`; a record in JSON contains it.
        Raise `InputError` if it is invalid.
        """
        line = text if isinstance(text, GameLine) else GameLine.parse(text)
        spec, start = line.spec(geometry), StartRule.parse(line.start)
        layout = None if line.layout is None else parse_layout(line.layout, spec.geometry.size)
        seed = parse_number(line.seed) if layout is None else 0
        guess = None if line.guess is None else parse_number(line.guess)
        game = cls(
            spec, start, seed=seed, game=parse_number(line.game), layout=layout, guess_seed=guess
        )
        for number, word in enumerate(line.moves):
            try:
                move, time = parse_timed(word)
                game.make(move, time=time)
            except InputError as error:
                text = _("move {number}: {error}").format(number=number + 1, error=error)
                raise InputError(text, **error.where, move=number) from error
        return game

    def _check_time(self, time: float | None) -> float | None:
        """Return a time to the millisecond; raise `InputError` for one before the last."""
        if time is None:
            return None
        if isinstance(time, bool) or not isinstance(time, int | float) or not math.isfinite(time):
            raise InputError(f"expected a time in seconds, got {time!r}")
        last = next((made.time for made in reversed(self._made) if made.time is not None), 0.0)
        time = round(float(time), 3)
        if not last <= time < _LONGEST_TIME:
            raise InputError(
                _("expected a time from {last} s on, got {time} s").format(last=last, time=time)
            )
        return time

    def _prepare_open(self, index: int) -> None:
        """Check the cell; deal before the first open."""
        face = self._faces[index]
        if face not in (HIDDEN, QUESTION):
            text = _("expected a covered cell without flag at {cell}, got {found}")
            raise self._illegal(index, text, found=_name_of(face))
        if self._layout is None:
            cell = self.geometry.cell(index)
            self._set_layout(deal(self.spec, self.start, cell, seed=self.seed, game=self.game))

    def _open(self, cells: list[int], changed: list[tuple[int, int]]) -> None:
        """Open cells, and the neighbours of every 0 among them; `cells` is the work list."""
        if self.guess_seed is not None:
            self._draw_again(cells, self.guess_seed)
        faces, numbers, around = self._faces, self._numbers, self._around
        for index in cells:
            face = faces[index]
            if face != HIDDEN and face != QUESTION:  # noqa: PLR1714 (faster so)
                continue
            changed.append((index, face))
            number = faces[index] = numbers[index]
            if number == 0:
                cells.extend(around[index])
            elif number == MINE:
                self.status = Status.LOST
                self._safe_left += 1
        self._safe_left -= len(changed)
        if self._safe_left == 0 and self.status is Status.PLAYING:
            self.status = Status.WON

    def _cells_of_chord(self, index: int) -> list[int]:
        number, around = self._faces[index], self._around[index]
        if not is_number(number):
            text = _("a chord needs an open number, but {cell} is {found}")
            raise self._illegal(index, text, found=_name_of(number))
        cells = [i for i in around if self._faces[i] in (HIDDEN, QUESTION)]
        if not cells:
            raise self._illegal(index, _("a chord on {cell} has nothing to open"))
        flags = sum(self._faces[i] == FLAG for i in around)
        if number != flags:
            text = _("a chord on the {number} at {cell} needs as many flags around it, not {flags}")
            raise self._illegal(index, text, number=number, flags=flags)
        return cells

    def _mark(self, index: int, mark: int, changed: list[tuple[int, int]]) -> None:
        face = self._faces[index]
        if not is_covered(face) or face == mark:
            text = _("expected a covered cell that is not yet {mark} at {cell}, got {found}")
            raise self._illegal(index, text, mark=_name_of(mark), found=_name_of(face))
        changed.append((index, face))
        self._faces[index] = mark

    def _illegal(self, index: int, text: str, **words: object) -> CellError:
        """Return the error for a move that the rules do not allow."""
        cell = self.geometry.cell(index)
        return CellError(text.format(cell=cell, **words), row=cell.row, column=cell.column)

    def _draw_again(self, cells: list[int], seed: int) -> None:
        """Set the layout in which a move of guess mode opens these cells."""
        assert self._layout is not None
        query, number = CoreQuery.about(self.position), len(self._made)
        try:
            self._set_layout(query.guess_layout(cells, self._layout, seed, number))
        except BudgetExceeded:
            text = _("guess mode is not available here: too many numbers hang together")
            raise InputError(text) from None

    def _set_layout(self, layout: bytes | None) -> None:
        """Store the layout, and the number that every cell shows once it is open."""
        if layout != self._layout:
            self._layout = layout
            self._numbers = b"" if layout is None else numbers_of(layout, self.geometry)


_FACE_OF_MARK = {"flag": FLAG, "question": QUESTION, "unmark": HIDDEN}
_NAMES: Final = {
    HIDDEN: N_("a hidden cell"),
    FLAG: N_("a flag"),
    QUESTION: N_("a question mark"),
    MINE: N_("a mine"),
}


def _name_of(face: int) -> str:
    """Return what a cell shows, in words."""
    return _(_NAMES[face]) if face in _NAMES else _("an open {number}").format(number=face)


def cells_to_open(position: Position, move: Move) -> tuple[int, ...]:
    """Return the indices that a move opens by itself, before any 0 opens more.

    Of an open this is its cell, of a chord every covered neighbour without a flag, else nothing.
    """
    index = position.geometry.index(move.cell)
    if move.kind == "open":
        return (index,)
    if move.kind != "chord":
        return ()
    around, faces = position.geometry.neighbour_lists[index], position.faces
    return tuple(i for i in around if is_covered(faces[i]) and faces[i] != FLAG)
