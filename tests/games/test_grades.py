"""Grades: equal to brute force, independent of the order of moves, and laws that need no data."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.analysis import analyse
from sapper.board.geometry import Geometry
from sapper.board.layout import Layout
from sapper.errors import CellError, InputError
from sapper.games.grades import Grade, Grading, grade_of
from sapper.games.grades.grading import difficulty_of, nearest_first
from sapper.games.grades.knowledge import Knowledge
from sapper.games.grades.levels import easiest_round
from tests.support.slow_grades import conclusions_of, dealt, flags_of, random_layout, slow_grade


@cache
def dealt_grading(board: str, game: int) -> Grading:
    layout, first = dealt(board, game)
    return grade_of(layout, layout.geometry.cell(first))


def check_against_brute_force(seed: int, cells: int) -> None:
    layout, first = random_layout(random.Random(seed), cells)
    found = grade_of(layout, layout.geometry.cell(first), start="safe")
    assert found.grade == slow_grade(layout, first), layout


@pytest.mark.parametrize("part", range(5))
def test_grades_of_small_boards_equal_brute_force(part: int) -> None:
    for seed in range(80 * part, 80 * (part + 1)):
        check_against_brute_force(seed, 14)


@pytest.mark.slow
def test_grades_of_many_small_boards_equal_brute_force() -> None:
    for seed in range(10_000, 12_500):
        check_against_brute_force(seed, 16)


HARD_STAGES = [("8x8/14", 35), ("torus-7x7/12", 178), ("hex-8x8/16", 199), ("10x10/22", 484)]


@pytest.mark.parametrize(("board", "game"), HARD_STAGES)
def test_a_chain_is_all_that_the_numbers_say_where_pairs_say_nothing(board: str, game: int) -> None:
    layout, first = dealt(board, game)
    knowledge = Knowledge(layout)
    knowledge.open([first])
    while (found := easiest_round(knowledge)) and found.grade != Grade.CHAIN:
        knowledge.learn(found.conclusions)
    assert found is not None
    index = layout.geometry.index
    shown = {index(cell) for cell, _ in knowledge.position.numbers()}
    flags = set(map(index, flags_of(knowledge.position)))
    assert conclusions_of(layout, shown, flags, 2, False) == (set(), set())
    safe, mines = conclusions_of(layout, shown, flags, None, False)
    assert found.cells == safe | mines
    assert safe == {cell for each in found.conclusions for cell in each.safe}


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_single_steps_does_not_matter(seed: int) -> None:
    layout, first = dealt("12x12/28", seed)
    rng = random.Random(seed)
    knowledge, hardest = Knowledge(layout), Grade.CLICK
    knowledge.open([first])
    while not knowledge.is_cleared:
        found = easiest_round(knowledge)
        if found is None:
            break
        hardest = max(hardest, found.grade, key=lambda grade: grade.rank)
        chosen = list(found.conclusions)
        rng.shuffle(chosen)
        if found.grade is not Grade.SINGLE:  # unused single numbers would not be asked again
            chosen = chosen[:1]
        for each in chosen:
            knowledge.learn([each])
    grading = dealt_grading("12x12/28", seed)
    assert grading.grade == (hardest if knowledge.is_cleared else None)
    assert knowledge.is_cleared or knowledge.position == grading.guess_at


@pytest.mark.parametrize("game", range(12))
def test_a_turned_board_is_as_hard(game: int) -> None:
    layout, first = dealt("9x14/24", game)
    rows, columns = layout.geometry.rows, layout.geometry.columns
    turned = bytes(layout.cells[r * columns + c] for c in range(columns) for r in range(rows))
    row, column = divmod(first, columns)
    other = grade_of(Layout(Geometry.grid(columns, rows), turned), (column, row))
    grading = dealt_grading("9x14/24", game)
    assert (grading.grade, grading.steps_by_grade) == (other.grade, other.steps_by_grade)
    assert grading.difficulty == pytest.approx(other.difficulty)


@pytest.mark.parametrize("board", ["9x9/10", "16x16/40", "torus-9x9/12", "hex-10x10/22"])
def test_where_a_guess_is_needed_nothing_is_certain(board: str) -> None:
    guesses = [grading.guess_at for game in range(40) if (grading := dealt_grading(board, game))]
    assert any(guesses)
    for position in filter(None, guesses):
        analysis = analyse(position, trust_flags=True)
        assert not analysis.safe
        assert analysis.mines == flags_of(position)


def test_every_grade_but_the_easiest_is_found_on_dealt_boards() -> None:
    found = {dealt_grading("torus-7x7/12", game).grade for game in range(60)}
    assert found == {None, Grade.SINGLE, Grade.PAIR, Grade.CHAIN, Grade.COUNT}


BY_HAND = [
    ("1x4/1=8", (0, 2), "click", {}, 0.0),
    # `_ _ 1 0`: a single number has the mine; only the count settles the last cell.
    ("1x4/1=4", (0, 3), "count", {"single": 1, "count": 1}, 1 / 1 + 1 / 1),
    # `1 1 1` below three covered cells: the ends are safe, each by two numbers.
    ("3x3/1=080", (2, 0), "pair", {"pair": 1}, 2 / 2),
    ("3x3/2=180", (2, 0), "single", {"single": 2}, 1 / 2 + 1 / 1),
    # A 2 whose two mines two 1s claim: its only other cell is safe, by all three.
    ("3x3/2=101", (0, 2), "chain", {"chain": 1}, 3 / 1),
    ("1x5/2=14", (0, 4), None, {"single": 1}, 1 / 1),
]


@pytest.mark.parametrize(("board", "first", "grade", "steps", "difficulty"), BY_HAND)
def test_boards_by_hand(
    board: str,
    first: tuple[int, int],
    grade: str | None,
    steps: dict[str, int],
    difficulty: float,
) -> None:
    grading = grade_of(Layout.parse(board), first)
    assert grading.grade == grade
    assert grading.steps_by_grade == steps
    assert grading.difficulty == pytest.approx(difficulty)
    assert grading.hard_steps == sum(n for name, n in steps.items() if name != "single")
    assert (grading.guess_at is None) == (grade is not None)


ROUNDS = st.lists(st.tuples(st.integers(1, 9), st.integers(1, 30)), max_size=8)


@given(ROUNDS, st.integers(1, 9), st.integers(1, 30))
def test_difficulty_grows_with_rounds_and_numbers_and_falls_with_choices(
    rounds: list[tuple[int, int]], numbers: int, cells: int
) -> None:
    base = difficulty_of([*rounds, (numbers, cells)])
    assert base > difficulty_of(rounds)
    assert difficulty_of([*rounds, (numbers + 1, cells)]) > base
    assert difficulty_of([*rounds, (numbers, cells + 1)]) < base


def test_grades_are_in_order() -> None:
    assert list(Grade) == ["click", "single", "pair", "chain", "count"]
    assert [Grade.of_numbers(n) for n in range(6)] == [*list(Grade)[:4], "chain", "chain"]


def test_a_first_cell_must_fit_the_start_rule() -> None:
    layout = Layout.parse("3x3/1=100")
    with pytest.raises(InputError, match="the first cell r0c0 is a mine"):
        grade_of(layout, (0, 0), start="raw")
    with pytest.raises(InputError, match="'open' does not hold at r1c1: its neighbour r0c0"):
        grade_of(layout, "r1c1")
    with pytest.raises(InputError, match="expected start rule"):
        grade_of(layout, (2, 2), start="any")
    with pytest.raises(CellError):
        grade_of(layout, (3, 3))
    assert grade_of(layout, (1, 1), start="safe").grade is None


def distances_from(layout: Layout, index: int) -> dict[int, int]:
    steps, edge = {index: 0}, [index]
    while edge:
        edge = [j for i in edge for j in layout.geometry.neighbour_lists[i] if j not in steps]
        steps |= dict.fromkeys(edge, max(steps.values()) + 1)
    return steps


def grade_from(layout: Layout, index: int) -> Grade | None:
    try:
        return grade_of(layout, layout.geometry.cell(index), start="safe").grade
    except InputError:
        return None


def test_the_nearest_first_cell_without_a_guess_is_found() -> None:
    found_some = found_none = 0
    for seed in range(60):
        layout, first = random_layout(random.Random(seed), 20)
        steps = distances_from(layout, first)
        good = [index for index in steps if grade_from(layout, index) is not None]
        cell = nearest_first(layout, layout.geometry.cell(first), start="safe")
        if cell is None:
            found_none += 1
            assert not good
        else:
            found_some += 1
            index = layout.geometry.index(cell)
            assert index in good
            assert steps[index] == min(steps[other] for other in good)
    assert found_some > 10
    assert found_none > 2
