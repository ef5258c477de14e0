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
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, CellLike, cell_of, is_number
from sapper.board.geometry import Geometry
from sapper.board.layout import check_layout, layout_text, numbers_of, parse_layout
from sapper.board.position import Position
from sapper.board.seeds import check_number, check_seed
from sapper.board.shown import Shown, shorten
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError, Where
from sapper.games.dealing import deal
from sapper.games.document import GameDocument, game_document
from sapper.games.game_line import GameLine, parse_number, parse_timed
from sapper.games.history import History, MadeMove
from sapper.games.illegal_moves import (
    no_chord,
    no_mark,
    no_opening,
    nothing_to_open,
    wrong_flags,
)
from sapper.games.status import Status
from sapper.language import _
from sapper.players.decision import Move

if TYPE_CHECKING:
    from sapper.board.views import View
    from sapper.games.metrics import GameMetrics

__all__ = ["Game", "Status"]


class Game(Shown):
    """One game of (board, start rule, seed, game number).

    Mutable; `text` is the line that replays it.
    """

    def __init__(
        self,
        board: BoardSpec | str,
        start: StartRule | str = StartRule.SAFE,
        *,
        seed: int = 0,
        game: int = 0,
        layout: bytes | None = None,
    ) -> None:
        spec = BoardSpec.of(board)
        self.spec, self.start = spec, StartRule.parse(start)
        self.seed, self.game = check_seed(seed), check_number(game)
        self.geometry = spec.geometry
        self.status = Status.PLAYING
        self._around = self.geometry.neighbour_lists
        self._faces, self._safe_left = bytearray([HIDDEN]) * spec.geometry.size, spec.safe_cells
        self._done = History()
        self._position: Position | None = None
        self._given = layout
        self._layout: bytes | None = None
        self._numbers: bytes = b""
        if layout is not None:
            check_layout(layout, self.geometry.size, spec.mines)
            self._set_layout(layout)

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
        return self._done.moves

    @property
    def times(self) -> tuple[float | None, ...]:
        """The time of every move in seconds since the start of the game; None if not known."""
        return self._done.times

    @property
    def layout(self) -> bytes | None:
        """The mines, one byte per cell; None before they are dealt. Not for players."""
        return self._layout

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
        move, time = Move.of(move), self._done.check_time(time)
        if self.status is not Status.PLAYING:
            raise InputError(
                _("cannot make {move}: the game is {status}").format(
                    move=move, status=_(self.status.value)
                )
            )
        index = self.geometry.index(move.cell)
        changed: list[tuple[int, int]] = []
        dealt = False
        if move.kind == "open":
            dealt = self._prepare_open(index)
            self._open([index], changed)
        elif move.kind == "chord":
            self._open(self._cells_of_chord(index), changed)
        else:
            self._mark(index, _FACE_OF_MARK[move.kind], changed)
        self._done.append(MadeMove(move, changed, dealt, time))
        self._position = None
        return self.status

    def undo(self) -> Move:
        """Undo the last move, even one that ended the game, and return it."""
        move, changed, dealt, _ = self._done.pop()
        for index, face in changed:
            self._safe_left += is_number(self._faces[index])
            self._faces[index] = face
        if dealt:
            self._layout, self._numbers = None, b""
        self.status, self._position = Status.PLAYING, None
        return move

    @property
    def line(self) -> GameLine:
        """The whole game in one line: board, start rule, seed, game number, moves.

        If the mines were given and not dealt, `=HEX` stands in place of the seed.
        """
        seed = str(self.seed) if self._given is None else "=" + layout_text(self._given)
        words, graph = self._done.words, self.spec.graph
        return GameLine(str(self.spec), self.start.value, seed, str(self.game), words, graph)

    @property
    def text(self) -> str:
        """The line as text, which `parse` reads back."""
        return str(self.line)

    def to_dict(self) -> GameDocument:
        """Return plain data for JSON, with the mines only once the game is over."""
        return game_document(self)

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
        game = cls(spec, start, seed=seed, game=parse_number(line.game), layout=layout)
        for number, word in enumerate(line.moves):
            try:
                move, time = parse_timed(word)
                game.make(move, time=time)
            except InputError as error:
                where = Where(**error.where, move=number)
                raise InputError(
                    _("move {number}: {error}").format(number=number + 1, error=error), **where
                ) from error
        return game

    def _prepare_open(self, index: int) -> bool:
        """Check the cell; deal before the first open and return whether it was the first."""
        face = self._faces[index]
        if face not in (HIDDEN, QUESTION):
            raise no_opening(self.geometry.cell(index), face)
        if self._layout is not None:
            return False
        cell = self.geometry.cell(index)
        self._set_layout(deal(self.spec, self.start, cell, seed=self.seed, game=self.game))
        return True

    def _open(self, cells: list[int], changed: list[tuple[int, int]]) -> None:
        """Open cells, and the neighbours of every 0 among them; `cells` is the work list."""
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
        faces, number = self._faces, self._faces[index]
        flags = sum(faces[i] == FLAG for i in self._around[index])
        cells = [i for i in self._around[index] if faces[i] in (HIDDEN, QUESTION)]
        cell = self.geometry.cell(index)
        if not is_number(number):
            raise no_chord(cell, number)
        if not cells:
            raise nothing_to_open(cell)
        if number != flags:
            raise wrong_flags(cell, number, flags)
        return cells

    def _mark(self, index: int, mark: int, changed: list[tuple[int, int]]) -> None:
        face = self._faces[index]
        if face not in (HIDDEN, FLAG, QUESTION) or face == mark:
            raise no_mark(self.geometry.cell(index), face, mark)
        changed.append((index, face))
        self._faces[index] = mark

    def _set_layout(self, layout: bytes) -> None:
        """Store the layout, and the number that every cell shows once it is open."""
        self._layout, self._numbers = bytes(layout), numbers_of(layout, self.geometry)


_FACE_OF_MARK = {"flag": FLAG, "question": QUESTION, "unmark": HIDDEN}
