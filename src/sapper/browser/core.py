"""The core in a browser: `sapper._core` over its build as WebAssembly (`native/door`).

The page sets `sapperCore`, with the exports of the core and a view of its memory, before Python
imports this module. Names, values and exceptions are those of the native module. What needs NumPy
or threads (batches, environments) or that the page does not ask (best play of a whole board) is
left out.
"""

from __future__ import annotations

import enum
import marshal
import math
from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any, Final
from weakref import finalize

from js import sapperCore  # type: ignore[import-not-found]

_door: Final = sapperCore.exports
_SHAPES: Final = ("grid", "torus", "hex")
_FORMAT: Final = 2  # of marshal: the one that native/door/marshal.hpp reads and writes


class BudgetSpent(Exception):  # noqa: N818
    """The work ended after (states, milliseconds) at a limit: states, time or width."""

    def __init__(self, states: int, milliseconds: float, limit: int) -> None:
        super().__init__(states, milliseconds, ("states", "time", "width")[limit])


Outcome = enum.Enum("Outcome", "POSSIBLE NUMBERS_CLASH MINE_COUNT_CLASHES", start=0)
"""Whether any layout fits, and if not, what clashes."""


_ERRORS: Final = {
    each.__name__: each for each in (BudgetSpent, ValueError, MemoryError, RuntimeError)
}


def _call(name: str, *arguments: Any) -> Any:
    """Return the result of a function of the door; raise its error."""
    plain = [each.at if isinstance(each, _Held) else each for each in arguments]
    asked = marshal.dumps(name, _FORMAT) + marshal.dumps(plain, _FORMAT)
    sapperCore.view(_door.door_input(len(asked)), len(asked)).assign(asked)
    size = _door.door_call()
    error, found = marshal.loads(sapperCore.view(_door.door_output(), size).to_bytes())
    if error is not None:
        raise _ERRORS[error](*found)
    return found


def _function(
    name: str, make: Callable[..., Any] | None = None, *defaults: Any
) -> Callable[..., Any]:
    """Return a function of the door; `make` makes a value of the parts that it gives.

    The defaults of its last arguments always follow: the door reads no more than it needs.
    """

    def ask(*arguments: Any) -> Any:
        found = _call(name, *arguments, *defaults)
        return found if make is None or found is None else make(*found)

    return ask


class _Held:
    """What the core keeps for as long as it is used here."""

    def _hold(self, at: int) -> None:
        self.at = at
        finalize(self, _door.door_drop, at)


# What needs nothing of its own here, or only other names and types, under the door's names.
globals().update({name: _function(name) for name in _call("names")})
DEFAULT_STATES, MOST_OPEN_NUMBERS, NORMAL_95, CLEARLY_BEHIND, FACES = _call("constants")


# Positions


class Graph(_Held):
    """Cells and their neighbours."""

    def __init__(self, rows: int, columns: int, neighbours: Sequence[Sequence[int]]) -> None:
        self._hold(_call("graph", rows, columns, [list(around) for around in neighbours]))

    @classmethod
    def of_shape(cls, shape: str, rows: int, columns: int) -> Graph:
        """Return a grid, torus or board of hexagons."""
        if shape not in _SHAPES:
            raise ValueError(f"expected the shape grid, torus or hex, got {shape}")
        graph = cls.__new__(cls)
        graph._hold(_call("shape", _SHAPES.index(shape), rows, columns))
        return graph

    def neighbour_lists(self) -> tuple[tuple[int, ...], ...]:
        """Return the indices of every cell's neighbours."""
        return tuple(map(tuple, _call("neighbour_lists", self)))


Answer = namedtuple(
    "Answer", "outcome chances verdicts clash untouched untouched_chance ways_log10"
)
"""The chances and certain cells of a position."""


def _answer(outcome: int, chances: bytes, *rest: Any) -> Answer:
    return Answer(Outcome(outcome), memoryview(chances).cast("d"), *rest)


def _exact(known: int, untouched: int, parts: list[Any]) -> tuple[int, int, list[Any]]:
    return known, untouched, [(low, _integers(ways, size)) for low, size, ways in parts]


def _integers(data: bytes, size: int) -> list[int]:
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]


solve = _function("solve", _answer)
exact = _function("exact", _exact)


def read_matrix(_matrix: object) -> None:
    """Return None: here Python reads every matrix itself."""


# Players


Candidate = namedtuple("Candidate", "cell safety progress score estimate")
Choice = namedtuple("Choice", "basis certain cell safety win candidates")
EndgameGuess = namedtuple("EndgameGuess", "cell safe_layouts wins")
Endgame = namedtuple("Endgame", "layouts wins guesses")
Wins = namedtuple("Wins", "wins layouts")


class Adviser(_Held):
    """A native player that decides on any position."""

    def __init__(self, player: str) -> None:
        self._hold(_call("player", player))
        self._graph: Graph | None = None  # of the last position: `endgame` continues from there

    def decide(self, graph: Graph, *rest: Any, follows_budget: bool = False) -> Choice | None:
        """Return the move and its basis, or None on a clash."""
        self._graph = graph
        if (found := _call("decide", self, graph, *rest, follows_budget)) is None:
            return None
        choice = Choice(*found)
        return choice._replace(candidates=[Candidate(*each) for each in choice.candidates])

    def exact_wins(self, graph: Graph, *rest: Any, follows_budget: bool = False) -> Wins | None:
        """Return the wins of the best play, or None if the search cannot find them."""
        self._graph = graph
        found = _call("exact_wins", self, graph, *rest, follows_budget)
        return found and Wins(*found)

    def endgame(self, milliseconds: float = 0.0) -> Endgame | None:
        """Return all guesses of the last position, each searched to the end, or None."""
        if (found := _call("endgame", self, milliseconds)) is None:
            return None
        end = Endgame(*found)
        return end._replace(guesses=[EndgameGuess(*each) for each in end.guesses])


Rival = namedtuple("Rival", "candidate games chance low high behind behind_error is_dropped")
Standing = namedtuple("Standing", "basis layouts seconds rivals")


def deep(
    graph: Graph, faces: bytes, mines: int, layouts: int, seconds: float, seed: int, _workers: int,
    *rest: Any,
) -> Standing | None:  # fmt: skip
    """Return the comparison of the candidates by rollouts, or None if there is nothing to guess.

    It plays `layouts` or, if that is 0, for `seconds`; only then is `watch`, the last argument,
    called on the way.
    """
    *limits, watch = rest
    if (at := _call("deep", graph, faces, mines, seed, *limits)) is None:
        return None
    guesses = _Held()
    guesses._hold(at)
    shares = 1 if layouts else max(1, math.ceil(4 * seconds))
    for share in range(shares):
        basis, played, spent, rivals = _call("play_deep", guesses, layouts, seconds / shares)
        compared = [Rival(Candidate(*candidate), *figures) for candidate, *figures in rivals]
        standing = Standing(basis, played, spent * (share + 1), compared)
        if watch and not layouts:
            watch(standing)
    return standing


PlannedClick = namedtuple("PlannedClick", "cell is_chord clicks layouts flags opens")


def plan_clicks(*arguments: Any) -> list[PlannedClick]:
    """Return the certain moves, or those given, by the fewest clicks to the end."""
    limits = (DEFAULT_STATES, 0.0)[len(arguments) - 5 :]
    return [PlannedClick(*each) for each in _call("plan_clicks", *arguments, *limits)]


roll_out = _function("roll_out", None, DEFAULT_STATES, 0.0)
wilson = _function("wilson", None, NORMAL_95)


# Games


GameTable = namedtuple("GameTable", "won steps last")

simulate = _function("simulate", GameTable)
zini = _function("zini", None, False)


# Pictures


MOST_PIXELS, SURE_READING = _call("picture_limits")
FoundInPicture = enum.Enum(
    "FoundInPicture", "BOARD NO_BOARD SEVERAL_BOARDS TOO_MANY_CELLS", start=0
)
PictureReading = namedtuple(
    "PictureReading",
    "found box rows columns signs confidences changed clashing ring ends is_doubtful",
)


def _picture_reading(found: int, *rest: Any) -> PictureReading:
    return PictureReading(FoundInPicture(found), *rest)


read_picture = _function("read_picture", _picture_reading)
