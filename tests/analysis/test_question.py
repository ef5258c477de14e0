"""The named parts of an answer: predicates, masks and counts agree with full enumeration."""

from __future__ import annotations

import random

import numpy as np
import pytest

from sapper import Budget, BudgetExceeded, InputError, Position, analyse
from sapper.analysis.budget import Allowance
from sapper.analysis.core_query import CoreQuery
from tests.support.brute_force import truth
from tests.support.random_positions import random_position


@pytest.mark.parametrize("seed", range(5))
def test_predicates_agree_with_all_layouts(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(30):
        position = random_position(rng)
        if rng.random() < 0.3:
            position = position.with_mines(None)
        answer = CoreQuery.about(position).solve()
        expected, without_count = truth(position), truth(position.with_mines(None))
        for index, cell in enumerate(position.geometry.cells()):
            where = f"{position} {cell}"
            assert answer.is_covered(index) == position.is_covered(cell), where
            assert answer.is_safe(index) == (cell in expected.safe), where
            assert answer.is_mine(index) == (cell in expected.mines), where
            certain = cell in expected.safe | expected.mines
            assert answer.is_certain(index) == certain, where
            open_without = cell not in without_count.safe | without_count.mines
            assert answer.needs_mine_count(index) == (certain and open_without), where


def test_a_density_changes_chances_but_no_certain_cell() -> None:
    position = Position.parse("1x5/?:_1__0")
    answers = [CoreQuery.about(position, density=density).solve() for density in (None, 0.1, 0.9)]
    assert len({answer.verdicts for answer in answers}) == 1
    assert answers[1].chances[3] == 0


def test_all_questions_share_an_allowance(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("sapper.analysis.budget.time.monotonic", lambda: now)
    question = CoreQuery.about(Position.parse("1x3/1:_1_"))
    allowance = Allowance(Budget(milliseconds=60_000))
    now = 59.0
    assert allowance.remaining == Budget(milliseconds=1000)
    assert question.solve(allowance).is_possible
    now = 60.0
    for ask in (lambda: question.solve(allowance), allowance.check, lambda: allowance.remaining):
        with pytest.raises(BudgetExceeded):
            ask()


def test_an_analysis_is_an_array_where_one_is_asked_for() -> None:
    analysis = analyse("1x5/2:_1___")
    array = np.asarray(analysis)
    assert np.array_equal(array, analysis.chances, equal_nan=True)
    assert array.shape == (1, 5)
    assert not analysis.chances.flags.writeable
    with pytest.raises(TypeError, match="not iterable"):
        list(analysis)  # type: ignore[call-overload]
    with pytest.raises(InputError, match=r"give its \.position"):
        analyse(analysis)  # type: ignore[arg-type]
