"""The core in a browser: `sapper._core` over its build as WebAssembly (`native/door`).

The page sets `sapperCore`, with the exports of the core and a view of its memory, before Python
imports this module. Boards are copied into the core, and answers out of it; all other arguments are
numbers. Names, values and exceptions are those of the native module. What needs NumPy or threads
(batches, environments, tables of decisions) is left out.
"""

from __future__ import annotations

import enum
import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from struct import unpack_from
from typing import Any, Final, NamedTuple
from weakref import finalize

from js import sapperCore  # type: ignore[import-not-found]

_door: Final = sapperCore.exports
_MOST_STATES: Final = float(2**62)


class BudgetSpent(Exception):  # noqa: N818
    """The work ended after (states, milliseconds) at a limit: states, time or width."""


class Outcome(enum.Enum):
    """Whether any layout fits, and if not, what clashes."""

    POSSIBLE = 0
    NUMBERS_CLASH = 1
    MINE_COUNT_CLASHES = 2


# Bytes in, numbers and bytes out


class _Out(NamedTuple):
    numbers: memoryview[float]
    raw: bytes

    def integers(self) -> Iterator[int]:
        return map(int, self.numbers)


def _give(data: bytes) -> None:
    sapperCore.view(_door.door_input(len(data)), len(data)).assign(data)


def _give_board(graph: Graph, cells: bytes, more: bytes = b"") -> None:
    if len(cells) != graph.size:
        raise ValueError("expected one face per cell")
    _give(cells + more)


def _take(size: int) -> _Out:
    """Return the answer of a call, by its size; raise its error."""
    data = sapperCore.view(_door.door_output(), size).to_bytes()
    status, count = map(int, unpack_from("2d", data))
    end = 16 + 8 * count
    numbers, raw = memoryview(data)[16:end].cast("d"), data[end:]
    if status == 0:
        return _Out(numbers, raw)
    if status == 1:
        states, milliseconds, limit = numbers
        raise BudgetSpent(int(states), milliseconds, ("states", "time", "width")[int(limit)])
    raise (ValueError, MemoryError, RuntimeError)[status - 2](raw.decode())


def _halves(word: int) -> tuple[int, int]:
    if not 0 <= word < 2**64:
        raise TypeError(f"expected an integer of 64 bits, got {word}")
    return word >> 32, word & 0xFFFFFFFF


def _limits(states: float, milliseconds: float) -> tuple[float, float]:
    return min(float(states), _MOST_STATES), milliseconds


def _chunks(data: Sequence[Any], size: int) -> Iterator[Any]:
    return (data[i : i + size] for i in range(0, len(data), size))


_constants = _take(_door.door_constants())
DEFAULT_STATES = int(_constants.numbers[0])
MOST_OPEN_NUMBERS = int(_constants.numbers[1])
NORMAL_95, CLEARLY_BEHIND = _constants.numbers[2:4]
FACES = bytes(map(int, _constants.numbers[4:8]))
_PLAYERS = _constants.raw.decode().split()
_SHAPES = ("grid", "torus", "hex")
_STARTS = ("raw", "safe", "open")


def _player(name: str, *others: str) -> int:
    known = [*_PLAYERS, *others]
    if name not in known:
        raise ValueError(f"expected one of the players {', '.join(_PLAYERS)}")
    return known.index(name)


def _start(name: str) -> int:
    if name not in _STARTS:
        raise ValueError("expected start rule raw, safe or open")
    return _STARTS.index(name)


def _level(level: int) -> int:
    if not 0 <= level <= 4:
        raise ValueError("expected a level from 0 to 4")
    return level


# Positions


class Graph:
    """Cells and their neighbours."""

    def __init__(self, rows: int, columns: int, neighbours: Sequence[Sequence[int]]) -> None:
        words = array("i", [word for around in neighbours for word in (len(around), *around)])
        _give(words.tobytes())
        self._hold(_door.door_graph(rows, columns), rows * columns)

    @classmethod
    def of_shape(cls, shape: str, rows: int, columns: int) -> Graph:
        """Return a grid, torus or board of hexagons."""
        if shape not in _SHAPES:
            raise ValueError(f"expected the shape grid, torus or hex, got {shape}")
        graph = cls.__new__(cls)
        graph._hold(_door.door_shape(_SHAPES.index(shape), rows, columns), rows * columns)
        return graph

    def neighbour_lists(self) -> tuple[tuple[int, ...], ...]:
        """Return the indices of every cell's neighbours."""
        out = _take(_door.door_neighbours(self.at)).integers()
        return tuple(tuple(_list(out, size)) for size in out)

    def _hold(self, at: int, size: int) -> None:
        self.at, self.size = at, size
        finalize(self, _door.door_drop_graph, at)


class Answer:
    """The chances and certain cells of a position."""

    def __init__(self, out: _Out) -> None:
        outcome, untouched, self.untouched_chance, self.ways_log10, clash = out.numbers[:5]
        self.outcome, self.untouched = Outcome(int(outcome)), int(untouched)
        end = 5 + int(clash)
        self.clash = [int(cell) for cell in out.numbers[5:end]]
        self.chances, self.verdicts = out.numbers[end:], out.raw


def solve(
    graph: Graph, faces: bytes, mines: int, density: float, trust_flags: bool, *limits: float
) -> Answer:
    """Return the chances and certain cells of a position (mines -1: unknown)."""
    _give_board(graph, faces)
    size = _door.door_solve(graph.at, mines, density, trust_flags, *_limits(*limits))
    return Answer(_take(size))


def numbers(
    graph: Graph, faces: bytes, mines: int, density: float, trust_flags: bool, cell: int,
    *limits: float,
) -> list[float]:  # fmt: skip
    """Return the chance of each number behind a cell, given that the cell is safe."""
    _give_board(graph, faces)
    asked = mines, density, trust_flags, cell, *_limits(*limits)
    size = _door.door_numbers(graph.at, *asked)
    return list(_take(size).numbers)


def components(
    graph: Graph, faces: bytes, trust_flags: bool, *limits: float
) -> list[tuple[list[int], list[int], int, int]]:
    """Return (cells, numbers, fewest mines, most mines) of each component."""
    _give_board(graph, faces)
    size = _door.door_components(graph.at, trust_flags, *_limits(*limits))
    out = _take(size).integers()
    return [(_list(out, cells), _list(out, next(out)), next(out), next(out)) for cells in out]


def _list(out: Iterator[int], size: int) -> list[int]:
    return [next(out) for _ in range(size)]


def exact(
    graph: Graph, faces: bytes, trust_flags: bool, *limits: float
) -> tuple[int, int, list[tuple[int, list[int]]]] | None:
    """Return known mines, untouched cells and (low, ways) per component, or None on a clash."""
    _give_board(graph, faces)
    out = _take(_door.door_exact(graph.at, trust_flags, *_limits(*limits)))
    if not out.numbers:
        return None
    known, untouched, *rest = out.integers()
    parts, begin = [], 0
    for low, limbs, words in _chunks(rest, 3):
        raw = out.raw[begin : begin + 8 * words]
        begin += 8 * words
        parts.append((low, [int.from_bytes(each, "little") for each in _chunks(raw, 8 * limbs)]))
    return known, untouched, parts


def sample(graph: Graph, faces: bytes, mines: int, count: int, seed: int) -> list[bytes]:
    """Return layouts that fit, drawn uniformly, one byte per cell; an empty list if none can."""
    _give_board(graph, faces)
    layouts = _take(_door.door_sample(graph.at, mines, count, *_halves(seed))).raw
    return list(_chunks(layouts, graph.size))


def read_matrix(matrix: object) -> None:
    """Return None: here Python reads every matrix itself."""


# Players


class Candidate(NamedTuple):
    """A cell that was compared; None means not computed."""

    cell: int
    safety: float
    progress: float | None
    score: float | None
    estimate: float | None


class Choice(NamedTuple):
    """The next move: certain cells, or else a guess."""

    basis: str
    certain: list[int]
    cell: int
    safety: float
    win: float | None
    candidates: list[Candidate]


class EndgameGuess(NamedTuple):
    """A guess searched to the end of the game."""

    cell: int
    safe_layouts: int
    wins: int


class Endgame(NamedTuple):
    """The exact end of the game, best guess first."""

    layouts: int
    wins: int
    guesses: list[EndgameGuess]


class Wins(NamedTuple):
    """The number of layouts that the best play wins."""

    wins: int
    layouts: int


def _candidate(out: Sequence[float]) -> Candidate:
    cell, safety, progress, value, is_weighed = out
    estimate = value if is_weighed else None
    if not is_weighed and progress < 0:
        return Candidate(int(cell), safety, None, None, None)
    return Candidate(int(cell), safety, progress, None if is_weighed else value, estimate)


class Adviser:
    """A native player that decides on any position."""

    def __init__(self, player: str) -> None:
        self._at = _door.door_player(_player(player))
        finalize(self, _door.door_drop_player, self._at)
        self._graph: Graph | None = None  # of the last position: `endgame` continues from there

    def decide(
        self, graph: Graph, faces: bytes, mines: int, *limits: float, follows_budget: bool = False
    ) -> Choice | None:
        """Return the move and its basis, or None on a clash."""
        limits = *_limits(*limits), follows_budget
        out = self._ask(_door.door_decide, graph, faces, mines, *limits)
        if not out.numbers:
            return None
        cell, safety, win, count = out.numbers[:4]
        end = 4 + int(count)
        certain = [int(each) for each in out.numbers[4:end]]
        candidates = [_candidate(each) for each in _chunks(out.numbers[end:], 5)]
        known = win if win >= 0 else None
        return Choice(out.raw.decode(), certain, int(cell), safety, known, candidates)

    def exact_wins(
        self, graph: Graph, faces: bytes, mines: int, *limits: float, follows_budget: bool = False
    ) -> Wins | None:
        """Return the wins of the best play, or None if the search cannot find them."""
        limits = *_limits(*limits), follows_budget
        out = self._ask(_door.door_exact_wins, graph, faces, mines, *limits)
        return Wins(*out.integers()) if out.numbers else None

    def _ask(self, ask: Any, graph: Graph, faces: bytes, mines: int, *limits: float) -> _Out:
        _give_board(graph, faces)
        self._graph = graph
        return _take(ask(self._at, graph.at, mines, *limits))

    def endgame(self, milliseconds: float = 0.0) -> Endgame | None:
        """Return all guesses of the last position, each searched to the end, or None."""
        out = [*_take(_door.door_endgame(self._at, milliseconds)).integers()]
        if not out:
            return None
        layouts, wins, *guesses = out
        return Endgame(layouts, wins, [EndgameGuess(*each) for each in _chunks(guesses, 3)])


class SmallBoard:
    """All layouts of a small board, to search for the best play."""

    def __init__(
        self, graph: Graph, mines: int, is_safe: bytes, symmetries: Sequence[Sequence[int]],
        most_layouts: int,
    ) -> None:  # fmt: skip
        maps = array("i", [cell for each in symmetries for cell in each])
        _give(maps.tobytes() + is_safe)
        self._at = _door.door_small_board(graph.at, mines, len(symmetries), most_layouts)
        if not self._at:
            raise ValueError("the board has too many layouts to list")
        finalize(self, _door.door_drop_small_board, self._at)

    def open_first(self, cell: int, most_nodes: int) -> tuple[int, ...] | None:
        """Return (wins, layouts with the cell safe, layouts) of the best play, or None."""
        return tuple(_take(_door.door_open_first(self._at, cell, most_nodes)).integers()) or None


class Rival(NamedTuple):
    """A candidate, and the results of its rollouts."""

    candidate: Candidate
    games: int
    chance: float
    low: float
    high: float
    behind: float
    behind_error: float
    is_dropped: bool


class Standing(NamedTuple):
    """The results of all candidates so far, best first."""

    basis: str
    layouts: int
    seconds: float
    rivals: list[Rival]


def deep(
    graph: Graph, faces: bytes, mines: int, layouts: int, seconds: float, seed: int, _workers: int,
    states: int, milliseconds: float, watch: Callable[[Standing], object] | None,
) -> Standing | None:  # fmt: skip
    """Return the comparison of the candidates by rollouts, or None if there is nothing to guess.

    It plays `layouts` or, if that is 0, for `seconds`; only then is `watch` called on the way.
    """
    _give_board(graph, faces)
    at = _door.door_deep(graph.at, mines, *_halves(seed))
    try:
        if not _take(_door.door_prepare_deep(at, *_limits(states, milliseconds))).numbers[0]:
            return None
        standing = None
        shares = 1 if layouts else math.ceil(4 * seconds)
        for share in range(max(1, shares)):
            standing = _standing(_take(_door.door_play_deep(at, layouts, seconds / shares)))
            standing = standing._replace(seconds=standing.seconds * (share + 1))
            if watch and not layouts:
                watch(standing)
        return standing
    finally:
        _door.door_drop_deep(at)


def _standing(out: _Out) -> Standing:
    layouts, seconds = out.numbers[:2]
    rivals = []
    for each in _chunks(out.numbers[2:], 12):
        games, chance, low, high, behind, error, is_dropped = each[5:]
        figures = chance, low, high, behind, error, bool(is_dropped)
        rivals.append(Rival(_candidate(each[:5]), int(games), *figures))
    return Standing(out.raw.decode(), int(layouts), seconds, rivals)


def roll_out(
    graph: Graph, faces: bytes, mines: int, first: int, games: int, seed: int, player: str,
    states: int = DEFAULT_STATES, milliseconds: float = 0.0,
) -> tuple[int, int]:  # fmt: skip
    """Play drawn layouts from a position while time is left; return (games, wins)."""
    _give_board(graph, faces)
    rest = *_halves(seed), _player(player), *_limits(states, milliseconds)
    played, wins = _take(_door.door_roll_out(graph.at, mines, first, games, *rest)).integers()
    return played, wins


def is_scored(player: str, graph: Graph) -> bool:
    """Return whether games have a score: the player's learned value supports the board."""
    return player != "clairvoyant" and bool(_door.door_is_scored(_player(player), graph.at))


def wilson(wins: float, games: float, normal: float = NORMAL_95) -> tuple[float, float]:
    """Return the bounds of a share of games won: its Wilson score interval."""
    low, high = _take(_door.door_wilson(wins, games, normal)).numbers
    return low, high


# Games


def deal(cells: int, mines: int, excluded: Sequence[int], seed: int, game: int) -> bytes:
    """Return the layout of one game, one byte per cell, 1 for a mine."""
    _give(array("i", excluded).tobytes())
    words = *_halves(seed), *_halves(game)
    return _take(_door.door_deal(cells, mines, len(excluded), *words)).raw


class GameTable(NamedTuple):
    """The results of many games, column by column."""

    won: list[int]
    steps: list[int]
    last: list[int]


def simulate(
    graph: Graph, mines: int, start: str, first: int, seed: int, begin: int, games: int,
    player: str, _workers: int,
) -> GameTable:  # fmt: skip
    """Play games begin .. begin + games - 1; the player 'clairvoyant' knows the mines."""
    rest = *_halves(seed), *_halves(begin), games, _player(player, "clairvoyant")
    size = _door.door_simulate(graph.at, mines, _start(start), first, *rest)
    out = [*_take(size).integers()]
    return GameTable(out[::3], out[1::3], out[2::3])


def find_boards(
    graph: Graph, mines: int, start: str, first: int, seed: int,
    tasks: Sequence[tuple[int, int, int]], least: int, most: int, _workers: int,
) -> list[tuple[int, int, tuple[int, ...], bytes]]:  # fmt: skip
    """Return the first accepted try of every task (puzzle, begin, end), and its layout."""
    _give(array("d", [word for task in tasks for word in task]).tobytes())
    rest = first, *_halves(seed), len(tasks), _level(least), _level(most)
    out = _take(_door.door_find_boards(graph.at, mines, _start(start), *rest))
    found, begin = [], 0
    for attempt, size, level, *rounds in _chunks([*out.integers()], 8):
        found.append((attempt, level, tuple(rounds), out.raw[begin : begin + size]))
        begin += size
    return found


def repair_boards(
    graph: Graph, mines: int, start: str, first: int, seed: int, puzzles: Sequence[int],
    least: int, most: int, boards: int, milliseconds: float, _workers: int,
) -> list[tuple[bytes, int, tuple[int, ...], int, int, int]]:  # fmt: skip
    """Return a repaired layout of every puzzle, and what it took."""
    _give(array("d", puzzles).tobytes())
    rest = first, *_halves(seed), len(puzzles), _level(least), _level(most), boards, milliseconds
    out = _take(_door.door_repair_boards(graph.at, mines, _start(start), *rest))
    repaired, begin = [], 0
    for tried, deals, left, size, level, *rounds in _chunks([*out.integers()], 10):
        layout = out.raw[begin : begin + size]
        repaired.append((layout, level, tuple(rounds), tried, deals, left))
        begin += size
    return repaired


# Metrics


def board_counts(graph: Graph, mines: bytes) -> tuple[int, int, int, list[int]]:
    """Return 3BV, openings, islands, and how many cells show 0, 1, 2 ..."""
    _give_board(graph, mines)
    bbbv, openings, islands, *shown = _take(_door.door_board_counts(graph.at)).integers()
    return bbbv, openings, islands, shown


def solved_bbbv(graph: Graph, mines: bytes, faces: bytes) -> int:
    """Return how much of the 3BV is open: lone cells, and openings with their whole edge."""
    _give_board(graph, mines, faces)
    return next(_take(_door.door_solved_bbbv(graph.at)).integers())


def zini(
    graph: Graph, mines: bytes, orders: Sequence[int], is_human: bool = False
) -> list[tuple[int, int]]:
    """Return the clicks of greedy (or human) ZiNi and the work, for every scanning order."""
    if not all(0 <= order < 8 for order in orders):
        raise ValueError("expected scanning orders 0 to 7")
    _give_board(graph, mines, bytes(orders))
    out = [*_take(_door.door_zini(graph.at, len(orders), is_human)).integers()]
    return [(clicks, work) for clicks, work in _chunks(out, 2)]
