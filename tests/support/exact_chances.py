"""Compare an analysis with its exact fractions, and those of a batch with that of one board."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from sapper import Analysis, Cell, ContradictionError, Outcome, Verdict, analyse
from sapper.analysis.batch import BatchBoard
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


def assert_same(board: BatchBoard, **options: object) -> None:
    """Compare one board of a batch with `analyse`, bit for bit."""
    position = board.position
    assert board.chances.shape == board.verdicts.shape == (position.rows, position.columns)
    try:
        alone = analyse(position, **options)  # type: ignore[arg-type]
    except ContradictionError:
        assert board.outcome is Outcome.CONTRADICTION
        assert np.isnan(board.chances).all()
        assert not (board.verdicts >= Verdict.SAFE).any()
        return
    assert board.outcome is Outcome.POSSIBLE
    assert board.chances.tobytes() == alone.chances.tobytes()
    for verdict, cells in ((Verdict.SAFE, alone.safe), (Verdict.MINE, alone.mines)):
        assert set(zip(*np.nonzero(board.verdicts == verdict), strict=True)) == cells
    covered = {tuple(cell) for cell in position.covered()}
    assert set(zip(*np.nonzero(board.verdicts != Verdict.NOT_COVERED), strict=True)) == covered
