"""What does not change the question does not change the answer: turns, shifts, names, marks."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Analysis, Geometry, Position, analyse
from sapper.board.cell import FLAG, HIDDEN, QUESTION
from tests.support.middle_games import law, marked, mid_game, near_points, scattered, some_board

SEEDS = st.integers(0, 2**32)

TURNS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "mirror": np.fliplr,
    "flip": np.flipud,
    "half turn": lambda board: np.rot90(board, 2),
    "turn": np.rot90,
    "turn back": lambda board: np.rot90(board, 3),
    "transpose": np.transpose,
    "transpose the other way": lambda board: np.rot90(np.transpose(board), 2),
}


def check_moved(
    position: Position,
    geometry: Geometry,
    move: Callable[[np.ndarray], np.ndarray],
) -> None:
    """Check that moving the cells and analysing commute."""
    faces = np.frombuffer(position.faces, np.uint8).reshape(position.rows, position.columns)
    before, after = (
        analyse(position),
        analyse(Position(geometry, position.mines, move(faces).tobytes())),
    )
    assert after.ways == before.ways
    np.testing.assert_allclose(after.chances, move(before.chances), rtol=0, atol=1e-12)
    for kind in ("safe", "mines", "by_mine_count"):
        here, there = (_mask(analysis, kind) for analysis in (before, after))
        assert np.array_equal(there, move(here)), f"{kind} of {position}"


def _mask(analysis: Analysis, kind: str) -> np.ndarray:
    position = analysis.position
    mask = np.zeros((position.rows, position.columns), bool)
    for cell in getattr(analysis, kind):
        mask[cell] = True
    return mask


@pytest.mark.parametrize("name", TURNS)
@pytest.mark.parametrize("seed", range(6))
def test_turned_grids(seed: int, name: str) -> None:
    rng = random.Random(seed)
    make = rng.choice([mid_game, scattered])
    position = make(rng, Geometry.grid(11, 17), 35, rng.choice([0.2, 0.4, 0.7]))
    turn = TURNS[name]
    rows, columns = turn(np.zeros((11, 17))).shape
    check_moved(position, Geometry.grid(rows, columns), turn)


@pytest.mark.parametrize("name", TURNS)
def test_turned_large_grid(name: str) -> None:
    position = mid_game(random.Random(5), Geometry.grid(60, 90), 1100, 0.55)
    turn = TURNS[name]
    rows, columns = turn(np.zeros((60, 90))).shape
    check_moved(position, Geometry.grid(rows, columns), turn)


@pytest.mark.parametrize("seed", range(10))
def test_mirrored_hexagons(seed: int) -> None:
    """With an odd number of rows, the shifted rows stay in place when the board is upside down."""
    rng = random.Random(seed)
    geometry = Geometry.hex(11, 12)
    position = mid_game(rng, geometry, 25, 0.4)
    check_moved(position, geometry, np.flipud)


@law
@given(SEEDS, st.integers(0, 8), st.integers(0, 9))
def test_shifted_torus(seed: int, down: int, right: int) -> None:
    rng = random.Random(seed)
    geometry = Geometry.torus(9, 10)
    position = mid_game(rng, geometry, 17, rng.choice([0.2, 0.5, 0.8]))
    check_moved(position, geometry, lambda board: np.roll(board, (down, right), (0, 1)))


@law
@given(SEEDS)
def test_renumbered_graphs(seed: int) -> None:
    rng = random.Random(seed)
    geometry = near_points(rng, 80, rng.choice([0.12, 0.18, 0.25]))
    make = rng.choice([mid_game, scattered])
    position = make(rng, geometry, 18, rng.choice([0.3, 0.6]))
    order = list(range(geometry.size))
    rng.shuffle(order)  # the cell that was order[i] is now i
    place = {old: new for new, old in enumerate(order)}
    lists = [[place[j] for j in geometry.neighbour_lists[old]] for old in order]
    check_moved(position, Geometry.graph(lists), lambda board: board[:, order])


@law
@given(SEEDS, st.sampled_from([2, 4, 5, 8, 10]))
def test_a_grid_given_as_a_graph(seed: int, rows: int) -> None:
    """The same neighbours arranged in other rows: only the shape of the answer changes."""
    rng = random.Random(seed)
    grid = Geometry.grid(8, 10)
    position = mid_game(rng, grid, 15, 0.4)
    graph = Geometry.graph(grid.neighbour_lists, rows=rows, columns=80 // rows)
    check_moved(position, graph, lambda board: board.reshape(rows, -1))


@law
@given(SEEDS)
def test_marks_mean_nothing(seed: int) -> None:
    position = some_board(seed)
    scribbled = marked(random.Random(seed), position)
    before, after = analyse(position), analyse(scribbled)
    assert np.array_equal(before.chances, after.chances, equal_nan=True)
    assert (before.ways, before.safe, before.mines) == (after.ways, after.safe, after.mines)
    assert before.by_mine_count == after.by_mine_count
    assert before.components == after.components


@law
@given(SEEDS)
def test_trusted_flags_are_shown_mines(seed: int) -> None:
    """A trusted, correct flag is the same as a shown mine."""
    rng = random.Random(seed)
    position = some_board(seed)
    certain = sorted(analyse(position).mines)
    if not certain:
        return
    flags = rng.sample(certain, rng.randint(1, len(certain)))
    flagged = position.with_faces(dict.fromkeys(flags, FLAG))
    trusting = analyse(flagged, trust_flags=True)
    plain = analyse(position)
    assert trusting.ways == plain.ways
    assert trusting.mines == plain.mines
    assert trusting.safe == plain.safe
    np.testing.assert_allclose(trusting.chances, plain.chances, rtol=0, atol=1e-12)


def test_the_marks_of_these_tests_are_marks() -> None:
    scribbled = marked(random.Random(1), Position.hidden(Geometry.grid(9, 9), 10))
    assert {HIDDEN, FLAG, QUESTION} == set(scribbled.faces)
