"""
The native core of sapper. Private: use the functions of the package instead.
"""

from collections.abc import Callable, Sequence
import enum
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


class BudgetSpent(Exception):
    """
    The work ended after (states, milliseconds) at a limit: states, time or width.
    """

DEFAULT_STATES: int = 20000000

MOST_OPEN_NUMBERS: int = 128

FACES: bytes = ...

class Graph:
    """Cells and their neighbours."""

    def __init__(self, rows: int, columns: int, neighbours: Sequence[Sequence[int]]) -> None: ...

    @staticmethod
    def of_shape(shape: str, rows: int, columns: int) -> Graph:
        """Return a grid, torus or board of hexagons."""

    def neighbour_lists(self) -> tuple[tuple[int, ...], ...]:
        """Return the indices of every cell's neighbours."""

class Outcome(enum.Enum):
    """Whether any layout fits, and if not, what clashes."""

    POSSIBLE = 0

    NUMBERS_CLASH = 1

    MINE_COUNT_CLASHES = 2

class Answer:
    """The chances and certain cells of a position."""

    @property
    def outcome(self) -> Outcome: ...

    @property
    def chances(self, /) -> memoryview: ...

    @property
    def verdicts(self) -> bytes: ...

    @property
    def clash(self) -> list[int]: ...

    @property
    def untouched(self) -> int: ...

    @property
    def untouched_chance(self) -> float: ...

    @property
    def ways_log10(self) -> float: ...

def solve(graph: Graph, faces: bytes, mines: int, density: float, trust_flags: bool, states: int, milliseconds: float) -> Answer:
    """
    Return the chances and certain cells of a position (mines -1: unknown).
    """

def numbers(graph: Graph, faces: bytes, mines: int, density: float, trust_flags: bool, cell: int, states: int, milliseconds: float) -> list[float]:
    """
    Return the chance of each number behind a cell, given that the cell is safe.
    """

def components(graph: Graph, faces: bytes, trust_flags: bool, states: int, milliseconds: float) -> list[tuple[list[int], list[int], int, int]]:
    """Return (cells, numbers, fewest mines, most mines) of each component."""

def meet(parts: Sequence[tuple[int, Sequence[float]]], untouched: int, mines_left: int, by_saddle: bool) -> tuple[list[list[float]], float] | None:
    """
    Return each part's chances by its mines and an untouched cell's chance, for tests; None if the saddle declines or no total is possible.
    """

def exact(graph: Graph, faces: bytes, trust_flags: bool, states: int, milliseconds: float) -> tuple[int, int, list[tuple[int, list[int]]]] | None:
    """
    Return known mines, untouched cells and (low, ways) per component, or None on a clash.
    """

def solve_many(graphs: tuple[Graph, ...], faces: tuple[bytes, ...], mines: tuple[int, ...], density: float, trust_flags: bool, states: int, milliseconds: float, workers: int) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint8], NDArray[numpy.uint8]]:
    """
    Return the chances and verdicts of all cells of all boards, one after another, and an outcome per board: 0 possible, 1 contradiction, 2 out of budget.
    """

def solve_stack(graph: Graph, faces: bytes, mines: Sequence[int], density: float, trust_flags: bool, states: int, milliseconds: float, workers: int) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint8], NDArray[numpy.uint8]]:
    """
    Return the same as `solve_many` for boards of one graph, whose faces stand one after another.
    """

def read_matrix(matrix: object) -> tuple[int, int, bytes] | None:
    """
    Return rows, columns and faces of lists of plain integers, or None for anything else.
    """

def read_matrices(matrices: list[object]) -> tuple[int, int, bytes] | None:
    """
    Return the same of matrices of one size, whose faces stand one after another.
    """

@overload
def read_codes(codes: NDArray[numpy.int8]) -> bytes | None: ...

@overload
def read_codes(codes: NDArray[numpy.int16]) -> bytes | None: ...

@overload
def read_codes(codes: NDArray[numpy.int32]) -> bytes | None: ...

@overload
def read_codes(codes: NDArray[numpy.int64]) -> bytes | None:
    """
    Return the faces of an array of codes of any shape, or None if one is unknown.
    """

def deal(cells: int, mines: int, excluded: Sequence[int], seed: int, game: int) -> bytes:
    """Return the layout of one game, one byte per cell, 1 for a mine."""

def game_key(seed: int, game: int) -> int:
    """Return the 64-bit key of one game of a seed."""

def board_counts(graph: Graph, mines: bytes) -> tuple[int, int, int, list[int]]:
    """Return 3BV, openings, islands, and how many cells show 0, 1, 2 ..."""

def solved_bbbv(graph: Graph, mines: bytes, faces: bytes) -> int:
    """
    Return how much of the 3BV is open: lone cells, and openings with their whole edge.
    """

def zini(graph: Graph, mines: bytes, orders: Sequence[int], is_human: bool = False) -> list[tuple[int, int]]:
    """
    Return the clicks of greedy (or human) ZiNi and the work, for every scanning order.
    """

def shipped_weights() -> bytes:
    """Return the weights of the value that ships with sapper."""

def is_scored(player: str, graph: Graph) -> bool:
    """
    Return whether games have a score: the player's learned value supports the board.
    """

class FoundInPicture(enum.Enum):
    BOARD = 0

    NO_BOARD = 1

    SEVERAL_BOARDS = 2

    TOO_MANY_CELLS = 3

class PictureReading:
    @property
    def found(self) -> FoundInPicture: ...

    @property
    def box(self) -> tuple[float, float, float, float]: ...

    @property
    def rows(self) -> int: ...

    @property
    def columns(self) -> int: ...

    @property
    def signs(self) -> bytes: ...

    @property
    def confidences(self) -> list[float]: ...

    @property
    def changed(self) -> list[int]: ...

    @property
    def clashing(self) -> list[int]: ...

    @property
    def ring(self) -> int: ...

    @property
    def ends(self) -> int: ...

    @property
    def is_doubtful(self) -> bool: ...

def read_picture(pixels: bytes, width: int, height: int) -> PictureReading:
    """
    Return the position in a picture: rows of pixels, four bytes each (red to opacity).
    """

MOST_PIXELS: int = 24000000

SURE_READING: float = 0.949999988079071

class Candidate:
    """A cell that was compared; None means not computed."""

    @property
    def cell(self) -> int: ...

    @property
    def safety(self) -> float: ...

    @property
    def progress(self) -> float | None: ...

    @property
    def score(self) -> float | None: ...

    @property
    def estimate(self) -> float | None: ...

class Choice:
    """The next move: certain cells, or else a guess."""

    @property
    def basis(self) -> str: ...

    @property
    def certain(self) -> list[int]: ...

    @property
    def cell(self) -> int: ...

    @property
    def safety(self) -> float: ...

    @property
    def win(self) -> float | None: ...

    @property
    def candidates(self) -> list[Candidate]: ...

class EndgameGuess:
    """A guess searched to the end of the game."""

    @property
    def cell(self) -> int: ...

    @property
    def safe_layouts(self) -> int: ...

    @property
    def wins(self) -> int: ...

class Endgame:
    """The exact end of the game, best guess first."""

    @property
    def layouts(self) -> int: ...

    @property
    def wins(self) -> int: ...

    @property
    def guesses(self) -> list[EndgameGuess]: ...

class Wins:
    """The number of layouts that the best play wins."""

    @property
    def wins(self) -> int: ...

    @property
    def layouts(self) -> int: ...

class PlannedClick:
    """A certain move, or a guess, and the clicks left."""

    @property
    def cell(self) -> int: ...

    @property
    def is_chord(self) -> bool: ...

    @property
    def clicks(self) -> float | None: ...

    @property
    def layouts(self) -> int: ...

    @property
    def flags(self) -> list[int]: ...

    @property
    def opens(self) -> list[int]: ...

def plan_clicks(graph: Graph, faces: bytes, mines: int, moves: Sequence[tuple[int, bool]], seed: int, states: int = 20000000, milliseconds: float = 0.0) -> list[PlannedClick]:
    """
    Return the certain moves, or those given, by the fewest clicks to the end; an empty list if no move is certain or no layout can be drawn.
    """

class Adviser:
    """A native player that decides on any position."""

    def __init__(self, player: str) -> None: ...

    def decide(self, graph: Graph, faces: bytes, mines: int, states: int, milliseconds: float, follows_budget: bool = False) -> Choice | None:
        """Return the move and its basis, or None on a clash."""

    def exact_wins(self, graph: Graph, faces: bytes, mines: int, states: int, milliseconds: float, follows_budget: bool = False) -> Wins | None:
        """
        Return the wins of the best play, or None if the search cannot find them.
        """

    def endgame(self, milliseconds: float = 0.0) -> Endgame | None:
        """
        Return all guesses of the last position, each searched to the end, or None.
        """

class SmallBoard:
    """All layouts of a small board, to search for the best play."""

    def __init__(self, graph: Graph, mines: int, is_safe: bytes, symmetries: Sequence[Sequence[int]], most_layouts: int) -> None: ...

    def open_first(self, cell: int, most_nodes: int) -> tuple[int, int, int] | None:
        """
        Return (wins, layouts with the cell safe, layouts) of the best play, or None if `most_nodes` are not enough.
        """

class GameTable:
    """The results of many games, column by column."""

    @property
    def won(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    @property
    def score(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def steps(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def guesses(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def survived(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def cleared(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def last(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def expected(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def variance(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def seconds(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def slowest(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def safeties(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

def simulate(graph: Graph, mines: int, start: str, first: int, seed: int, begin: int, games: int, player: str, workers: int) -> GameTable:
    """
    Play games begin .. begin + games - 1; the player 'clairvoyant' knows the mines.
    """

def play_game(graph: Graph, mines: int, start: str, first: int, seed: int, game: int, player: str) -> tuple[bool, list[int]]:
    """
    Play one game; return whether it was won and the cells opened, in order.
    """

def roll_out(graph: Graph, faces: bytes, mines: int, first: int, games: int, seed: int, player: str, states: int = 20000000, milliseconds: float = 0.0) -> tuple[int, int]:
    """
    Play drawn layouts from a position while time is left; return (games, wins).
    """

NORMAL_95: float = 1.959963984540054

def wilson(wins: float, games: float, normal: float = 1.959963984540054) -> tuple[float, float]:
    """Return the bounds of a share of games won: its Wilson score interval."""

def score_bounds(games: int, sum: float, squares: float) -> tuple[float, float]:
    """
    Return the bounds of a mean score, from the sums of the scores and of their squares.
    """

def sample(graph: Graph, faces: bytes, mines: int, count: int, seed: int) -> list[bytes]:
    """
    Return layouts that fit, drawn uniformly, one byte per cell; an empty list if none can be drawn.
    """

def guess_layout(graph: Graph, faces: bytes, cells: Sequence[int], layout: bytes, seed: int, number: int) -> bytes:
    """
    Return the layout in which a move of guess mode opens cells: this one, or one drawn anew.
    """

def decisions(graph: Graph, mines: int, start: str, first: int, seed: int, begin: int, games: int, player: str) -> tuple[bytes, NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.uint8], NDArray[numpy.uint8]]:
    """
    Play games; return the faces before every decision, one board after another, for each its game (from 0), the moves before, the chosen cell and whether it was a guess; and for every game whether it was won.
    """

def clear_board(graph: Graph, layout: bytes, mines: int, first: int, most: int) -> tuple[bool, int, int, tuple[int, ...]]:
    """
    Reason from the first cell on, up to a level; return whether that clears the board, the hardest level needed, the safe cells left, and the rounds by level.
    """

def find_boards(graph: Graph, mines: int, start: str, first: int, seed: int, tasks: Sequence[tuple[int, int, int]], least: int, most: int, workers: int) -> list[tuple[int, int, tuple[int, ...], bytes]]:
    """
    For every task (puzzle, begin, end) return the first try that is accepted, or end, with its level, its rounds by level and its layout (empty if there is none).
    """

CLEARLY_BEHIND: float = 2.0

class Rival:
    """A candidate, and the results of its rollouts."""

    @property
    def candidate(self) -> Candidate: ...

    @property
    def games(self) -> int: ...

    @property
    def chance(self) -> float: ...

    @property
    def low(self) -> float: ...

    @property
    def high(self) -> float: ...

    @property
    def behind(self) -> float: ...

    @property
    def behind_error(self) -> float: ...

    @property
    def is_dropped(self) -> bool: ...

class Standing:
    """The results of all candidates so far, best first."""

    @property
    def basis(self) -> str: ...

    @property
    def layouts(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def rivals(self) -> list[Rival]: ...

def deep(graph: Graph, faces: bytes, mines: int, layouts: int, seconds: float, seed: int, workers: int, states: int, milliseconds: float, watch: Callable[[Standing], object] | None) -> Standing | None:
    """
    Play this many drawn layouts, or (0 layouts) for this many seconds, from every candidate; return None if there is nothing to guess or no layout can be drawn. `watch` is called with every new standing.
    """

class Environment:
    """Many games at once, for a learner."""

    def __init__(self, *, graph: Graph, mines: int, start: str, reward: str, invalid: str, autoreset: str, most_steps: int, workers: int, observations: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')], masks: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')], rewards: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], terminations: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], truncations: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], won: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], over: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], games: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], chances: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')] | None, verdicts: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')] | None, win_chances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None, final_observations: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')] | None) -> None:
        """Write to these arrays; every step updates them in place."""

    def choose_games(self, board: int, seed: int, game: int) -> None:
        """
        Let a board play games number `game`, `game` + 1 ... of a seed from its next reset.
        """

    def reset(self, which: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Start the next game of the marked boards."""

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Open one cell on every board."""

    def seed_of(self, board: int) -> int:
        """Return the seed of a board."""

def decision_digest() -> str:
    """
    Return a hash of the sources that this core was built from, learned weights included.
    Comments and messages do not count, and no compiler or folder changes it.
    """
