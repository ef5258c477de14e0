"""Compare the boards of a batch with the analysis of one."""

from __future__ import annotations

import numpy as np

from sapper import ContradictionError, Outcome, Verdict, analyse
from sapper.analysis.batch import BatchBoard

__all__ = ["assert_same"]


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
