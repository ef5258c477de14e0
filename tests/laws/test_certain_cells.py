"""Certain cells stay certain, whatever is revealed later."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Analysis, Position, analyse
from sapper.analysis.core_query import CoreQuery
from sapper.analysis.exact import mine_range
from sapper.board.cell import MINE
from tests.support.middle_games import law, some_board, ways

SEEDS = st.integers(0, 2**32)


def check_kept(before: Analysis, position: Position) -> None:
    """Check that what was certain still is, for all cells that are still covered."""
    after = analyse(position)
    covered = set(position.covered())
    assert before.safe & covered <= after.safe, f"{before.position} then {position}"
    assert before.mines & covered <= after.mines, f"{before.position} then {position}"


@law
@given(SEEDS)
def test_marking_a_certain_mine_changes_nothing(seed: int) -> None:
    position = some_board(seed)
    before = analyse(position)
    for cell in sorted(before.mines)[:5]:
        after = analyse(position.with_faces({cell: MINE}))
        assert after.ways == before.ways
        assert after.mines == before.mines - {cell}
        assert after.safe == before.safe


@law
@given(SEEDS)
def test_opening_a_certain_safe_cell_keeps_the_rest(seed: int) -> None:
    position = some_board(seed)
    before = analyse(position)
    rng = random.Random(seed)
    for cell in rng.sample(sorted(before.safe), min(3, len(before.safe))):
        numbers = before.numbers(cell)
        possible = [n for n, chance in enumerate(numbers) if chance > 0]
        assert possible
        opened = [position.with_faces({cell: n}) for n in possible]
        for after in opened:
            check_kept(before, after)
        assert before.ways == sum(analyse(after).ways for after in opened)


@law
@given(SEEDS)
def test_any_possible_fact_keeps_the_certain_cells(seed: int) -> None:
    position = some_board(seed)
    before = analyse(position)
    rng = random.Random(seed)
    covered = list(position.covered())
    for cell in rng.sample(covered, min(4, len(covered))):
        if cell not in before.safe:
            check_kept(before, position.with_faces({cell: MINE}))
        for n, chance in enumerate(before.numbers(cell)):
            if chance > 0:
                check_kept(before, position.with_faces({cell: n}))


@law
@given(SEEDS)
def test_fewer_facts_never_make_a_cell_certain(seed: int) -> None:
    """Without the mine count only the cells in `by_mine_count` stop being certain."""
    position = some_board(seed)
    known, unknown = analyse(position), analyse(position.with_mines(None), density=0.2)
    assert known.safe - known.by_mine_count == unknown.safe
    assert known.mines - known.by_mine_count == unknown.mines
    assert not unknown.by_mine_count


@pytest.mark.parametrize("seed", range(30))
def test_certain_means_the_other_case_is_impossible(seed: int) -> None:
    """Tight mine counts on boards of many components: every cell against its exact fraction."""
    rng = random.Random(seed)
    position = some_board(seed)
    counts = CoreQuery.about(position).exact_counts()
    assert counts is not None
    fewest, most = mine_range(counts)
    for total in (fewest, fewest + 1, most - 1, most):
        if not fewest <= total <= most:
            continue
        tight = position.with_mines(total)
        if ways(tight) == 0:  # a component may leave a gap between its fewest and most mines
            continue
        analysis = analyse(tight)
        covered = list(tight.covered())
        for cell in rng.sample(covered, min(12, len(covered))):
            exact = Fraction(ways(tight.with_faces({cell: MINE})), analysis.ways)
            assert (exact == 0) == (cell in analysis.safe), f"{tight} {cell}"
            assert (exact == 1) == (cell in analysis.mines), f"{tight} {cell}"
            assert analysis.chance(cell) == pytest.approx(float(exact), abs=1e-12)
