"""Budgets: hard positions stop early with an error, and the solver still works afterwards."""

from __future__ import annotations

import pickle
import random
from math import nan

import numpy as np
import pytest

from sapper import (
    Budget,
    BudgetExceeded,
    ContradictionError,
    Geometry,
    InputError,
    Position,
    analyse,
)
from sapper.analysis.core_query import CoreQuery
from tests.support.committed_positions import stress_positions
from tests.support.middle_games import dotted_line, expander, lattice, mid_game, some_board


@pytest.fixture(scope="module")
def hard() -> Position:
    return lattice(60)


@pytest.mark.parametrize("states", [1, 1000, 1_000_000])
def test_states_limit_the_work(hard: Position, states: int) -> None:
    with pytest.raises(BudgetExceeded, match="stopped by the budget") as caught:
        analyse(hard, budget=Budget(states=states))
    assert caught.value.states > states
    assert caught.value.milliseconds != caught.value.milliseconds, "no clock was running"


@pytest.mark.parametrize("milliseconds", [0.001, 1, 50])
@pytest.mark.parametrize("size", [40, 60, 150])
def test_milliseconds_limit_the_work(size: int, milliseconds: float) -> None:
    with pytest.raises(BudgetExceeded) as caught:
        analyse(lattice(size, density=0.25), budget=Budget(milliseconds=milliseconds))
    assert caught.value.milliseconds >= milliseconds


def test_a_state_counts_by_its_length() -> None:
    """A long line has few states, each with a count for every number of mines: all are charged."""
    position = dotted_line(3, 600, 0.5)
    assert not _is_enough(position, 50_000)
    assert _is_enough(position, 5_000_000)


def test_any_budget_returns_the_answer_or_raises() -> None:
    """From too small to large enough: the same answer or an error, never a different answer."""
    boards = [some_board(seed) for seed in range(12)]
    stops = [_count_stops(position) for position in boards]
    assert sum(stops) > 15, "most boards should have been stopped a few times"


def _count_stops(position: Position) -> int:
    expected = analyse(position)
    stops = answered = 0
    for states in [1, 3, 10, 30, 100, 300, 1000, 3000, 10**4, 10**5, 10**6]:
        try:
            analysis = analyse(position, budget=Budget(states=states))
        except BudgetExceeded:
            stops += 1
            assert not answered, "a larger budget must not fail where a smaller one sufficed"
            continue
        answered += 1
        assert np.array_equal(analysis.chances, expected.chances, equal_nan=True)
        assert (analysis.safe, analysis.mines) == (expected.safe, expected.mines)
    assert answered
    return stops


def test_all_questions_obey_the_budget() -> None:
    """What is computed on demand obeys the budget of the analysis."""
    position = lattice(14, density=0.3)
    analysis = analyse(position)
    analysis.budget = Budget(states=2)
    cell = next(c for c in position.covered() if c not in analysis.safe | analysis.mines)
    for question in (
        lambda: analysis.ways,
        lambda: analysis.fraction(cell),
        lambda: analysis.numbers(cell),
        lambda: analysis.components,
    ):
        with pytest.raises(BudgetExceeded):
            question()


def _is_enough(position: Position, states: int) -> bool:
    try:
        analyse(position, budget=Budget(states=states))
    except BudgetExceeded:
        return False
    return True


def test_the_solver_works_after_it_was_stopped(hard: Position) -> None:
    """Working memory is reused between calls: leftovers of a stopped call must not matter."""
    boards = [some_board(seed) for seed in range(10)]
    before = [analyse(position).chances.tobytes() for position in boards]
    for position, expected in zip(boards, before, strict=True):
        with pytest.raises(BudgetExceeded):
            analyse(hard, budget=Budget(states=5000))
        assert analyse(position).chances.tobytes() == expected
        with pytest.raises(ContradictionError):
            analyse(Position.parse("1x2/1:0_"))
        assert analyse(position).chances.tobytes() == expected


def test_stress_needs_few_states() -> None:
    """All within a hundredth of the default budget: a guard against a worse counting order."""
    for name, position in stress_positions().items():
        assert _is_enough(position, Budget().states // 100), name


def test_a_contradiction_found_within_the_budget_is_raised() -> None:
    """A budget that suffices to find a clash with the mine count suffices to report it."""
    position = stress_positions()["lattice2-30x16"]
    budget = next(Budget(states=n) for n in _powers() if _is_enough(position, n))
    with pytest.raises(ContradictionError) as caught:
        analyse(position.with_mines(1), budget=budget)
    assert caught.value.is_mine_count


def _powers() -> list[int]:
    return [round(1.2**n) for n in range(120)]


@pytest.mark.parametrize("milliseconds", [0, -5.0, nan, True, "5", 1j])
def test_impossible_milliseconds(milliseconds: object) -> None:
    with pytest.raises(InputError, match="expected a budget above 0 milliseconds, or None"):
        Budget(milliseconds=milliseconds)  # type: ignore[arg-type]


def test_the_error_says_which_limit(hard: Position) -> None:
    """Only a larger budget of the right kind is advised, and none where none helps."""
    with pytest.raises(BudgetExceeded, match="a larger budget may finish") as caught:
        analyse(hard, budget=Budget(states=1000))
    assert caught.value.limit == "states"
    with pytest.raises(BudgetExceeded, match="more time may finish") as caught:
        analyse(hard, budget=Budget(milliseconds=1))
    assert caught.value.limit == "time"


def test_a_board_too_wide_for_any_budget() -> None:
    wide = expander(400, 500)
    for question in (analyse, lambda position: CoreQuery.about(position).exact_counts()):
        with pytest.raises(BudgetExceeded, match=r"more than 128 .* does not help") as caught:
            question(wide)  # type: ignore[operator]
        assert caught.value.limit == "width"
        assert pickle.loads(pickle.dumps(caught.value)).limit == "width"


@pytest.mark.slow
def test_the_default_budget_stops_hopeless_boards() -> None:
    for size in (60, 100):
        with pytest.raises(BudgetExceeded):
            analyse(lattice(size, density=0.3))


def test_the_clash_of_a_large_board_is_found_in_time() -> None:
    """Minimal if that takes a second or two, otherwise larger than necessary; always a clash."""
    position = mid_game(random.Random(1), Geometry.grid(200, 200), 8000, 0.5).with_mines(20_000)
    with pytest.raises(ContradictionError) as caught:
        analyse(position)
    assert caught.value.is_mine_count
    assert len(str(caught.value)) < 400
