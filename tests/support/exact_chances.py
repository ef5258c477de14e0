"""Compare the chances of an analysis with its exact fractions."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sapper import Analysis, Cell
from sapper.board.cell import MINE
from tests.support.middle_games import ways


def assert_exact(analysis: Analysis, sample: int, seed: int = 0) -> None:
    """Compare chances and verdicts of some cells with exact fractions."""
    covered = list(analysis.position.covered())
    for cell in random.Random(seed).sample(covered, min(sample, len(covered))):
        assert_exact_at(analysis, cell)


def assert_exact_at(analysis: Analysis, cell: tuple[int, int]) -> None:
    exact = Fraction(ways(analysis.position.with_faces({Cell(*cell): MINE})), analysis.ways)
    assert analysis.chance(cell) == pytest.approx(float(exact), abs=1e-12), str(cell)
    assert (cell in analysis.safe) == (exact == 0), str(cell)
    assert (cell in analysis.mines) == (exact == 1), str(cell)
