"""The line of a game: `BOARD START SEED GAME MOVES...`, such as `9x9/10 safe 5 0 o4,4 f0,1`.

A move may carry its time in seconds since the start of the game, to the millisecond: `o4,4@1.25`.
A game in guess mode has the seed of its redraws before the moves: `9x9/10 safe 5 0 guess=5 o4,4`.

All reading and writing of such lines happens here, also from records in JSON. The words stay text,
so that the size of a board can be checked before the board is built; `Game.parse` interprets them.
"""

from __future__ import annotations

import json
import re
import reprlib
from dataclasses import dataclass, replace

from sapper.board.formats.document import graph_of
from sapper.board.formats.header import Header, split_header
from sapper.board.geometry import Geometry
from sapper.board.spec import BoardSpec
from sapper.errors import InputError
from sapper.language import _
from sapper.players.decision import Move

__all__ = ["GameLine", "parse_number", "parse_timed", "write_timed"]

_GUESS = "guess="


@dataclass(frozen=True, slots=True)
class GameLine:
    """The words of a game line; `seed` is `=HEX` if the mines were given and not dealt.

    `guess` is the seed of the redraws in guess mode, else None.
    """

    board: str
    start: str
    seed: str
    game: str
    moves: tuple[str, ...] = ()
    graph: Geometry | None = None
    """The neighbours of a board that is a graph, if they are known: no part of the text."""
    guess: str | None = None

    document_as = str

    @classmethod
    def parse(cls, text: str) -> GameLine:
        """Return the line, also of a record in JSON, split into words.

        Raise `InputError` if there are fewer than four words.
        """
        if not isinstance(text, str):
            raise InputError(
                f"expected a game, a record or its line as a text, got {reprlib.repr(text)}"
            )
        if text.lstrip().startswith("{"):
            return _line_of_record(text)
        words = text.split()
        if len(words) < 4:
            raise InputError(
                _("expected 'BOARD START SEED GAME MOVES...', got {text!r}").format(text=text)
            )
        board, start, seed, game, *moves = words
        is_guess_mode = bool(moves) and moves[0].startswith(_GUESS)
        guess = moves.pop(0).removeprefix(_GUESS) if is_guess_mode else None
        return cls(board, start, seed, game, tuple(moves), guess=guess)

    def __str__(self) -> str:
        mode = () if self.guess is None else (_GUESS + self.guess,)
        return " ".join((self.board, self.start, self.seed, self.game, *mode, *self.moves))

    def spec(self, geometry: Geometry | None = None) -> BoardSpec:
        """Return the board; a graph needs its geometry. Raise `InputError` if they disagree."""
        return BoardSpec.parse(self.board, geometry=geometry or self.graph)

    @property
    def opening(self) -> GameLine:
        """The line of the same game before its first move."""
        return replace(self, moves=())

    @property
    def layout(self) -> str | None:
        """The given mines as hexadecimal digits; None if they are dealt from the seed."""
        return self.seed[1:] if self.seed.startswith("=") else None


def _line_of_record(text: str) -> GameLine:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(_("the record is not valid JSON: {error}").format(error=error)) from None
    line = data.get("game") if isinstance(data, dict) else None
    if not isinstance(line, str):
        raise InputError(_("a record in JSON needs the line of its game under 'game'"))
    found = GameLine.parse(line)
    if data.get("neighbours") is None:
        return found
    rows, columns, _other, shape = split_header(found.board)
    return replace(found, graph=graph_of(data["neighbours"], Header(rows, columns, None, shape)))


def parse_number(text: str) -> int:
    """Return a seed or game number; raise `InputError` for other text."""
    if not re.fullmatch("[0-9]{1,20}", text):
        raise InputError(_("expected a seed and a game number, got {text!r}").format(text=text))
    return int(text)


def write_timed(move: Move, time: float | None) -> str:
    """Return a move as text, with its time if it is known: `o4,4@1.25`."""
    return str(move) if time is None else f"{move}@{time:.3f}".rstrip("0").rstrip(".")


def parse_timed(text: str) -> tuple[Move, float | None]:
    """Return the move and the time of a text; raise `InputError` for any other text."""
    move, at, time = text.partition("@")
    if not at:
        return Move.parse(move), None
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,3})?", time):
        raise InputError(
            _("expected a time in seconds such as 1.25 after @, got {text!r}").format(text=text)
        )
    return Move.parse(move), float(time)
