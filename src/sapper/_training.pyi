"""
Self-play and training of the learned winning chance; see experiments/value.
"""

from typing import Annotated

import numpy
from numpy.typing import NDArray

import sapper._core


class Value:
    """A learned winning chance: two small networks."""

    def __init__(self, weights: bytes) -> None: ...

def self_play(graph: sapper._core.Graph, mines: int, start: str, first: int, seed: int, begin: int, end: int, player: str, value: Value | None, exploring: float, trust: float, workers: int) -> tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None, None))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
    """
    Play games for training; return positions before guesses, the cells opened, the numbers shown, the worth of the positions that followed, and the games.
    """

def simulate(value: Value, graph: sapper._core.Graph, mines: int, start: str, first: int, seed: int, begin: int, end: int, player: str, workers: int) -> tuple[Annotated[NDArray[numpy.bool_], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    Play games begin .. end - 1 with this value; return whether each was won, and its score.
    """

def score_guesses(graph: sapper._core.Graph, mines: int, start: str, first: int, seed: int, begin: int, end: int, share: float, close: float, most: int, layouts: int, workers: int) -> tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None, None))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))]]:
    """
    Let the champion play games, and roll out the close candidates of a share of its guesses; return positions and games, then for every candidate its position, its cell, the chance of each number, the winning chance after it, and the score on each layout.
    """

def choices(value: Value | None, graph: sapper._core.Graph, mines: int, positions: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], player: str) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
    """
    Return the cell that a player with this value (None: the one that ships) guesses in each position; -1 if it opens certain cells.
    """

FEATURES: int = 125

def features(graph: sapper._core.Graph, mines: int, positions: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], workers: int) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
    """
    Return the features of each position after the cell shows the number, one row each.
    """

def windows(graph: sapper._core.Graph, mines: int, positions: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
    """Return the windows of all these positions, one row each."""

def winning_chances(value: Value | None, graph: sapper._core.Graph, mines: int, positions: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], workers: int) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
    """
    Return the winning chance by a value (None: the one that ships) of each position after the cell shows the number; NaN if it cannot show it.
    """

class Scenes:
    """The scenes of lessons, stored compactly."""

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    def add(self, graph: sapper._core.Graph, mines: int, positions: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], worth: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], workers: int) -> None:
        """
        Add lessons of one board: positions before guesses, the cells opened, the numbers shown, and the worth of the positions that followed. Skip invalid lessons.
        """

    def worth(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """Return the worth of every lesson."""

    def features(self, lessons: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
        """Return the features of these lessons, one row each."""

    def windows(self, lessons: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], turns: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """
        Return the windows of these lessons, one row each, turned or mirrored (0 to 7), and how many belong to each lesson.
        """
