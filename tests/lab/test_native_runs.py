"""Native players in the laboratory: one call per chunk, the same columns."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.games.table import COLUMNS
from sapper.lab.playing.games import play_games
from sapper.lab.runs.run import Run
from sapper.players import player_specs

NATIVE = [s.name for s in player_specs() if getattr(s, "native", None) is not None]

SCORED = ("champion", "patient", "deep")

pytestmark = pytest.mark.skipif(not NATIVE, reason="no native player is registered")


@pytest.mark.parametrize("name", ["deep:layouts=8" if name == "deep" else name for name in NATIVE])
@pytest.mark.parametrize("start", ["raw", "safe", "open"])
@pytest.mark.parametrize(
    ("board", "first", "count"),
    [("9x9/14", "4,4", 25), ("9x9/14", "random", 25), ("16x16/51", "middle", 10)],
)
def test_core_and_python_fill_the_same_columns(
    name: str, start: str, board: str, first: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run.of(name, board, start=start, first=first, seed=31)
    inside = play_games(run, 0, count)[0]
    monkeypatch.setattr(Run, "native", None)
    outside = play_games(run, 0, count)[0]
    for column in COLUMNS:
        if column not in ("seconds", "slowest", "score"):
            ours, theirs = getattr(inside, column), getattr(outside, column)
            assert ours.dtype == theirs.dtype, column
            assert ours.tolist() == pytest.approx(theirs.tolist(), abs=1e-9), column
    assert inside.safeties is not None
    assert outside.safeties is not None
    assert inside.safeties.tolist() == pytest.approx(outside.safeties.tolist(), abs=1e-9)
    assert len(inside.safeties) >= 10
    assert np.isfinite(inside.score).all() == (name.partition(":")[0] in SCORED)
    assert np.isnan(outside.score).all()  # only the core has scores
