"""Native players in the laboratory: one call per chunk, the same columns."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.board.spec import StartRule
from sapper.games.table import COLUMNS, GameTable
from sapper.lab import simulate
from sapper.lab.playing.games import play_games
from sapper.lab.playing.sums import outcomes_of
from sapper.lab.runs.run import Run
from sapper.players import player_specs

NATIVE = [s.name for s in player_specs() if getattr(s, "native", None) is not None]

pytestmark = pytest.mark.skipif(not NATIVE, reason="no native player is registered")


def lost_or_won(guesses: list[int], won: list[bool]) -> GameTable:
    """Return three games: one won, one lost by its last guess, one lost at the first cell."""
    pairs = zip(guesses, won, strict=True)
    rows = [
        {
            **dict.fromkeys(COLUMNS, 0),
            "won": is_won,
            "steps": 7,
            "guesses": count,
            "survived": count - (not is_won and count > 0),
            "expected": 0.75 * count,
            "variance": 0.1875 * count,
            "score": 0.3,
        }
        for count, is_won in pairs
    ]
    return GameTable.from_rows(0, rows, [0.7, 0.8, 0.9])


@pytest.mark.parametrize("start", ["raw", "safe"])
def test_a_raw_first_cell_is_a_guess(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = lost_or_won([1, 0, 2], [False, False, True])
    monkeypatch.setattr("sapper.games.core_games.play_games", lambda *_: table)
    games = play_games(Run.of(NATIVE[0], "9x9/10", start=start), 0, 3)[0]
    more = 1 if start == StartRule.RAW else 0
    assert games.guesses.tolist() == [1 + more, more, 2 + more]
    assert games.survived.tolist() == [more, 0, 2 + more]
    assert games.expected[2] == pytest.approx(1.5 + more * 71 / 81)
    assert games.steps.tolist() == [7, 7, 7]
    assert games.score.tolist() == [0.3, 0.3, 0.3]
    assert games.safeties is not None
    assert games.safeties.tolist() == (
        [71 / 81, 0.7, 71 / 81, 71 / 81, 0.8, 0.9] if more else [0.7, 0.8, 0.9]
    )


@pytest.mark.parametrize("name", NATIVE)
@pytest.mark.parametrize("start", ["raw", "safe", "open"])
@pytest.mark.parametrize(
    ("board", "first", "count"),
    [("9x9/14", "4,4", 60), ("9x9/14", "random", 60), ("16x16/51", "middle", 10)],
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
    assert np.isfinite(inside.score).all() == (name in ("champion", "patient"))
    assert np.isnan(outside.score).all()  # only the core has scores


@pytest.mark.parametrize("name", NATIVE)
@pytest.mark.parametrize("start", ["raw", "safe", "open"])
def test_calibration(name: str, start: str) -> None:
    result = simulate(name, "9x9/10", start=start, games=1000, seed=8)
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
