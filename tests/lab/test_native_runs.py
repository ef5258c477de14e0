"""Native players in the laboratory: one call per chunk, the same columns."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.games.table import COLUMNS
from sapper.lab import simulate
from sapper.lab.playing.games import play_games
from sapper.lab.playing.sums import outcomes_of
from sapper.lab.runs.run import Run
from sapper.players import player_specs

NATIVE = [s.name for s in player_specs() if getattr(s, "native", None) is not None]

pytestmark = pytest.mark.skipif(not NATIVE, reason="no native player is registered")


@pytest.mark.parametrize("name", NATIVE)
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
    assert np.isfinite(inside.score).all() == (name in ("champion", "patient", "deep"))
    assert np.isnan(outside.score).all()  # only the core has scores


@pytest.mark.parametrize("name", NATIVE)
@pytest.mark.parametrize("start", ["raw", "safe", "open"])
def test_calibration(name: str, start: str) -> None:
    result = simulate(name, "9x9/10", start=start, games=500, seed=8)
    assert abs(result.calibration.deviations) < 4
    assert result.win_rate.value > 0.7
    safeties, outcomes = outcomes_of(result.data)
    assert len(safeties) == result.guesses
    for low, high in ((0, 0.6), (0.6, 0.85), (0.85, 1)):
        there = (safeties > low) & (safeties <= high)
        error = np.sqrt((safeties * (1 - safeties))[there].sum())
        assert abs((outcomes - safeties)[there].sum()) < 4 * error
    random = simulate(name, "9x9/10", start=start, first="random", games=50, seed=8)
    assert len(set(random.data.first.tolist())) > 25
