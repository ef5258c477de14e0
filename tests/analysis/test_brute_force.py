"""The engine against the enumeration of every layout, on thousands of small boards."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from sapper import Budget, BudgetExceeded, Cell, ContradictionError, InputError, Position, analyse
from sapper.analysis.budget import Allowance
from sapper.analysis.core_query import CoreQuery
from sapper.board.cell import is_covered
from tests.support.brute_force import Truth, layouts, truth
from tests.support.random_positions import random_position, spoiled


def check(position: Position, expected: Truth, **how: object) -> None:
    __tracebackhide__ = False
    if expected.ways == 0:
        with pytest.raises(ContradictionError):
            analyse(position, **how)  # type: ignore[arg-type]
        return
    analysis = analyse(position, **how)  # type: ignore[arg-type]
    assert analysis.ways == expected.ways, str(position)
    assert analysis.safe == expected.safe, str(position)
    assert analysis.mines == expected.mines, str(position)
    for cell in expected.mine_weight:
        assert analysis.fraction(cell) == expected.fraction(cell), str(position)
        assert analysis.chance(cell) == pytest.approx(float(expected.fraction(cell)), abs=1e-13), (
            str(position)
        )
    hidden = np.array([is_covered(f) for f in position.faces]).reshape(analysis.chances.shape)
    assert np.array_equal(np.isnan(analysis.chances), ~hidden)


@pytest.mark.parametrize("seed", range(40))
def test_real_positions(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        position = random_position(rng)
        check(position, truth(position))


@pytest.mark.parametrize("seed", range(20))
def test_spoiled_positions(seed: int) -> None:
    rng = random.Random(1000 + seed)
    impossible = 0
    for _ in range(50):
        position = spoiled(rng, random_position(rng))
        expected = truth(position)
        impossible += expected.ways == 0
        check(position, expected)
    assert 5 < impossible < 50, "the spoiled boards should be a mixture"


@pytest.mark.parametrize("seed", range(20))
def test_trusted_flags_right_and_wrong(seed: int) -> None:
    rng = random.Random(2000 + seed)
    for _ in range(50):
        position = random_position(rng)
        check(position, truth(position, trust_flags=True), trust_flags=True)


@pytest.mark.parametrize("seed", range(20))
def test_unknown_mine_count(seed: int) -> None:
    rng = random.Random(3000 + seed)
    for _ in range(30):
        position = random_position(rng).with_mines(None)
        density = Fraction(rng.randint(1, 9), 10)
        check(position, truth(position, density=density), density=density)


@pytest.mark.parametrize("seed", range(20))
def test_numbers_behind_cells(seed: int) -> None:
    rng = random.Random(4000 + seed)
    for _ in range(20):
        position = random_position(rng, covered=9)
        expected = truth(position)
        analysis = analyse(position)
        for cell, shown in expected.shown_weight.items():
            got = analysis.numbers(cell)
            want = [float(shown.get(n, Fraction(0)) / expected.weight) for n in range(len(got))]
            assert got == pytest.approx(want, abs=1e-13), f"{position} {cell}"


@pytest.mark.parametrize("seed", range(20))
def test_which_certain_cells_need_the_mine_count(seed: int) -> None:
    rng = random.Random(5000 + seed)
    for _ in range(30):
        position = random_position(rng)
        analysis = analyse(position)
        without = truth(position.with_mines(None))
        decided = analysis.safe | analysis.mines
        assert analysis.by_mine_count == decided - without.safe - without.mines, str(position)


@pytest.mark.parametrize("seed", range(10))
def test_components_match_all_layouts(seed: int) -> None:
    rng = random.Random(6000 + seed)
    for _ in range(30):
        position = random_position(rng)
        analysis = analyse(position)
        free = truth(position.with_mines(None))
        seen: set[object] = set()
        for component in analysis.components:
            assert component.cells
            assert component.numbers
            assert not seen & set(component.cells)
            seen |= set(component.cells)
            assert component.fewest_mines <= component.most_mines
        touched = {c for n, _ in position.numbers() for c in position.geometry.around(n)}
        settled = free.safe | free.mines
        assert set(free.mine_weight) & touched - settled <= seen, str(position)
        assert analysis.untouched == len(set(free.mine_weight) - touched)


@pytest.mark.parametrize("seed", range(10))
def test_clashing_numbers_are_a_minimal_set(seed: int) -> None:
    """The numbers in the error clash, and if any one of them is dropped a layout fits."""
    rng = random.Random(7000 + seed)
    seen = 0
    for _ in range(40):
        position = spoiled(rng, random_position(rng))
        if truth(position).ways:
            continue
        seen += 1
        with pytest.raises(ContradictionError) as caught:
            analyse(position)
        error = caught.value
        judged = position if error.is_mine_count else position.with_mines(None)
        assert not _fits(judged, error.cells), str(position)
        for cell in error.cells:
            assert _fits(judged, error.cells - {cell}), f"{position} {cell}"
    assert seen > 5


def _fits(position: Position, numbers: frozenset[Cell]) -> bool:
    """Return whether a layout fits these numbers alone; opened cells stay safe."""
    return any(True for _ in layouts(position, numbers=numbers))


@pytest.mark.parametrize("seed", range(10))
def test_every_mine_count(seed: int) -> None:
    """Next to its limits too, where the mine count decides cells."""
    rng = random.Random(f"every {seed}")
    for _ in range(6):
        position = random_position(rng, covered=9)
        for mines in range(position.geometry.size + 1):
            check(position.with_mines(mines), truth(position.with_mines(mines)))


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
