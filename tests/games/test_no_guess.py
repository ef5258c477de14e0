"""Whether a board needs a guess, and how hard it is: the core against every layout."""

from __future__ import annotations

import random

import pytest

from sapper import BoardSpec, Geometry, Layout, _core
from sapper.board.spec import StartRule
from sapper.games.dealing import deal
from sapper.games.grades import grade_of
from tests.support.slow_grades import clear_slowly

_RING = [[(i - 1) % 12, (i + 1) % 12, (i + 6) % 12] for i in range(12)]
_GEOMETRIES = [
    Geometry.of_shape("grid", 3, 4),
    Geometry.of_shape("grid", 4, 4),
    Geometry.of_shape("grid", 2, 6),
    Geometry.of_shape("torus", 3, 4),
    Geometry.of_shape("hex", 4, 3),
    Geometry.graph(_RING),
]


def _layouts(geometry: Geometry, count: int) -> list[tuple[Layout, int]]:
    """Return layouts with a first cell that is no mine."""
    chance, made = random.Random(geometry.size), []
    for _ in range(count):
        mines = chance.randint(1, geometry.size // 2)
        cells = [1] * mines + [0] * (geometry.size - mines)
        chance.shuffle(cells)
        layout = Layout(geometry, bytes(cells))
        made.append((layout, chance.choice([i for i, mine in enumerate(cells) if not mine])))
    return made


def _check(geometry: Geometry, count: int) -> None:
    for layout, first in _layouts(geometry, count):
        for most in range(1, 5):
            solved, level, left, rounds = _core.clear_board(
                geometry.native, layout.cells, layout.spec.mines, first, most
            )
            truth = clear_slowly(layout, first, most)
            assert (solved, left) == (truth[0], truth[2]), (layout, first, most)
            if solved:  # where the reasoning is stuck, the slow one may have found mines in vain
                assert level == truth[1], (layout, first, most)
            assert level == max((i for i, n in enumerate(rounds) if n), default=0)


@pytest.mark.parametrize("geometry", _GEOMETRIES, ids=repr)
def test_every_level_agrees_with_brute_force(geometry: Geometry) -> None:
    _check(geometry, 60)


@pytest.mark.slow
@pytest.mark.parametrize("geometry", _GEOMETRIES, ids=repr)
def test_every_level_agrees_with_brute_force_on_many_boards(geometry: Geometry) -> None:
    _check(geometry, 1500)


@pytest.mark.parametrize("start", ["raw", "safe", "open"])
@pytest.mark.parametrize("board", ["5x5/6", "torus-5x5/5", "hex-5x5/7", "6x8/12"])
def test_the_search_accepts_just_what_the_reasoning_clears(board: str, start: str) -> None:
    """A board with a twin is refused before the reasoning: never one that it would clear."""
    spec, rule = BoardSpec.parse(board), StartRule.parse(start)
    first, most, tries = (2, 2), 4, 400
    index, graph = spec.geometry.index(first), spec.geometry.native
    expected = []
    for game in range(tries):
        cells = deal(spec, rule, first, seed=5, game=game)
        solved, level, _, _ = _core.clear_board(graph, cells, spec.mines, index, most)
        if solved:
            expected.append((game, level))
    found, begin = [], 0
    while begin < tries:
        task = (0, begin, tries)
        ((attempt, level, _, cells),) = _core.find_boards(
            graph, spec.mines, start, index, 5, [task], 0, most, 1
        )
        if attempt < tries:
            found.append((attempt, level))
        begin = attempt + 1
    assert found == expected
    assert expected or start == "raw"


def test_a_large_board_is_reasoned_through_too() -> None:
    """More than 1000 unknown cells, and components that are too large to be cached."""
    spec = BoardSpec.parse("60x60/500")
    for game in range(12):
        cells = deal(spec, StartRule.OPEN, (30, 30), seed=1, game=game)
        index = spec.geometry.index((30, 30))
        solved, *_ = _core.clear_board(spec.geometry.native, cells, spec.mines, index, 4)
        won, guesses = _outcome(spec, game)
        assert solved == (won and guesses == 0), game


def _outcome(spec: BoardSpec, game: int) -> tuple[bool, int]:
    native = spec.geometry.native
    index = spec.geometry.index((30, 30))
    table = _core.simulate(native, spec.mines, "open", index, 1, game, 1, "fast", 1)
    return bool(table.won[0]), int(table.guesses[0])


def test_a_board_by_the_exact_player() -> None:
    """The player `fast` guesses just where the reasoning is stuck."""
    spec = BoardSpec.parse("expert")
    index, native = spec.geometry.index((8, 15)), spec.geometry.native
    table = _core.simulate(native, spec.mines, "open", index, 9, 0, 300, "fast", 1)
    for game in range(300):
        cells = deal(spec, StartRule.OPEN, (8, 15), seed=9, game=game)
        solved, *_ = _core.clear_board(native, cells, spec.mines, index, 4)
        assert solved == (table.guesses[game] == 0), game


@pytest.mark.parametrize("board", ["4x4/4", "8x8/14", "torus-7x7/12", "hex-8x8/14"])
def test_the_levels_are_the_grades(board: str) -> None:
    """The grades reason in plain Python."""
    spec, levels = BoardSpec.parse(board), set[int]()
    for game in range(60):
        cells = deal(spec, StartRule.OPEN, (2, 2), seed=5, game=game)
        index = spec.geometry.index((2, 2))
        solved, level, *_ = _core.clear_board(spec.geometry.native, cells, spec.mines, index, 4)
        grade = grade_of(Layout(spec.geometry, cells), (2, 2)).grade
        assert solved == (grade is not None), game
        # a last cell may be opened by a click where the grades see a single number
        assert grade is None or max(level, 1) == max(grade.rank, 1), game
        levels |= {level} if solved else set()
    assert max(levels) == 4
