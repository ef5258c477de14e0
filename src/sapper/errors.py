"""Everything that sapper raises on purpose.

    SapperError
    ├── InputError (also a ValueError)      what was given cannot be used
    │   ├── GeometryError                   no such board shape
    │   ├── CellError (also an IndexError)  no such cell
    │   │   └── IllegalMove                 a player's move that the rules do not allow
    │   └── ParseError                      a text that is not a position
    │       └── ReplayError                 a file that is not a replay, or a damaged one
    ├── ContradictionError                  a position that no layout of mines fits
    ├── PlayerError                         a player of yours failed
    │   ├── TooManyMoves                    it does not end its game
    │   └── EngineError                     an engine (another program) failed
    ├── BudgetExceeded                      the work was stopped by its budget
    ├── Refused                             a question that a door does not answer
    │   └── TooLarge                        because it asks for more than the door allows
    └── OutputError                         a file that could not be written, as on a full disk

A message says what was expected, what was given and where; `where` has the place as data.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

if TYPE_CHECKING:
    from sapper.board.cell import Cell

__all__ = [
    "BudgetExceeded",
    "CellError",
    "ContradictionError",
    "EngineError",
    "EngineProblem",
    "GeometryError",
    "IllegalMove",
    "InputError",
    "Limit",
    "OutputError",
    "ParseError",
    "PlayerError",
    "Refused",
    "ReplayError",
    "SapperError",
    "TooLarge",
    "TooManyMoves",
    "Where",
]


Limit = Literal["states", "time", "tries", "width", "layouts"]
"""What ended the work of a call: see `BudgetExceeded`."""

EngineProblem = Literal["silent", "died", "garbage", "endless", "error"]
"""How an engine failed: see `EngineError`."""


Where: TypeAlias = Mapping[str, int | str]
"""A place in what was given, as far as it is known.

`row` and `column` name a cell (or a row of cells) and `move` a move of a game, zero-based; `line`
and `column` a place in a text, counted from 1; `field` a part of a request; `board` a board of a
batch, zero-based.
"""


class SapperError(Exception):
    """The root of the tree: catch this to catch all of ours.

    `kind` is `input` (it cannot be understood), `contradiction` (no layout fits), `work` (stopped
    by its budget), `run` (a run could not finish), `output` (it could not be written), `player` (a
    player of yours failed) or, from a server only, `body`, `board`, `answer`, `busy`, `origin`,
    `host`, `address` and `server`. `where` is the place of the mistake, or null if it has none.
    `limit` says what ended the work (a larger budget helps against `states`, `time` and `tries`
    only), null for every other kind.
    """

    kind: ClassVar[str] = "error"
    where: Where = MappingProxyType({})
    limit: Limit | None = None

    document_as = (("error", "message"), "kind", ("where", "place"), "limit")

    @property
    def message(self) -> str:
        """What is wrong, with the notes that were added on the way."""
        return "; ".join([str(self), *getattr(self, "__notes__", [])])

    @property
    def place(self) -> dict[str, int | str] | None:
        """Where the mistake is, if it has a place."""
        return dict(self.where) or None


class InputError(SapperError, ValueError):
    """Something given by the caller cannot be used; `where` is the place, if there is one."""

    kind = "input"

    def __init__(self, message: str = "", **where: int | str) -> None:
        super().__init__(message)
        self.where = where


class GeometryError(InputError):
    """A board of this shape cannot exist."""


class CellError(InputError, IndexError):
    """A cell lies outside the board or is not of the expected kind."""


class IllegalMove(CellError):  # noqa: N818 (a CellError by its base)
    """A player's move that the rules of the game do not allow."""


class ParseError(InputError):
    """A text that should be a position is not one."""


class ReplayError(ParseError):
    """A file that should be a replay is not one, or is damaged."""


class ContradictionError(SapperError):
    """No layout of mines fits the position.

    `cells` are the numbers that clash. `is_mine_count` means that the numbers alone are
    possible and only the total mine count clashes with them.
    """

    kind = "contradiction"

    def __init__(self, message: str, *, cells: frozenset[Cell], is_mine_count: bool) -> None:
        super().__init__(message)
        self.cells = cells
        self.is_mine_count = is_mine_count

    def __reduce__(self) -> tuple[object, ...]:
        rebuild = partial(type(self), cells=self.cells, is_mine_count=self.is_mine_count)
        return rebuild, self.args, self.__dict__


class PlayerError(SapperError):
    """A player of yours failed or returned no move; the message names the line of its code."""

    kind = "player"


class TooManyMoves(PlayerError):  # noqa: N818 (a PlayerError by its base)
    """A player that does not end its game: it has made more moves than it may."""


class EngineError(PlayerError):
    """An engine failed: another program that plays through the engine protocol.

    `problem` is `silent` (no answer in time), `died` (its process ended or cannot be started),
    `garbage` (an answer that is none), `endless` (output without an answer) or `error` (it said
    itself that it cannot decide).
    """

    def __init__(self, message: str, *, problem: EngineProblem) -> None:
        super().__init__(message)
        self.problem = problem

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), problem=self.problem), self.args, self.__dict__


class BudgetExceeded(SapperError):  # noqa: N818 - a limit, not a fault
    """The work was stopped after `states` and `milliseconds`, at a `limit`.

    A larger budget helps against `states`, `time` and `tries` (boards, of which `states` then says
    how many). The others are fixed: `width` (more numbers
    open at once than a count can hold) and `layouts` (more than can be listed).
    """

    kind = "work"
    limit: Limit

    def __init__(
        self, message: str, *, states: int, milliseconds: float, limit: Limit = "states"
    ) -> None:
        super().__init__(message)
        self.states = states
        self.milliseconds = milliseconds
        self.limit = limit

    def __reduce__(self) -> tuple[object, ...]:
        rebuild = partial(
            type(self), states=self.states, milliseconds=self.milliseconds, limit=self.limit
        )
        return rebuild, self.args, self.__dict__


class Refused(SapperError):  # noqa: N818 (it may be asked again, or elsewhere)
    """A question that a door does not answer; `kind` says why."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind  # type: ignore[misc]  # of one error, where others have one of their class

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.kind)


class TooLarge(Refused):
    """A question that asks for more than a door allows; `kind` is board, work, body or answer."""


class OutputError(SapperError):
    """What was computed could not be written: the disk is full or the device failed."""

    kind = "output"
