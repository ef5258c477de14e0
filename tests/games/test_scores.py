"""Scores: unbiased, with less variance than outcomes, and none without a learned value."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.board.spec import BoardSpec, StartRule
from sapper.games.core_games import is_scored, play_games
from sapper.games.table import GameTable


def games_of(board: str, count: int, player: str = "champion", start: str = "safe") -> GameTable:
    spec = BoardSpec.parse(board)
    first = (spec.rows // 2, spec.columns // 2)
    return play_games(spec, StartRule(start), first, 12, 0, count, player, 2)


def deviations(values: np.ndarray) -> float:
    """Return how many standard errors a mean is away from 0."""
    return float(values.mean() / (values.std(ddof=1) / np.sqrt(len(values))))


@pytest.mark.many_games
@pytest.mark.parametrize("start", ["raw", "safe", "open"])
@pytest.mark.parametrize(
    ("board", "count"),
    [("4x5/4", 3000), ("9x9/10", 6000), ("6x20/24", 2500), ("16x16/40", 3000), ("16x30/99", 1500)],
)
def test_the_mean_score_is_the_win_rate(board: str, count: int, start: str) -> None:
    table = games_of(board, count, start=start)
    assert is_scored(BoardSpec.parse(board), "champion")
    assert np.array_equal(table.correction, table.won - table.score)
    assert abs(deviations(table.correction)) < 4
    assert np.var(table.won) / np.var(table.score) > (1.2 if start == "raw" else 1.7)


@pytest.mark.many_games
@pytest.mark.slow
def test_the_second_step_keeps_scores_unbiased() -> None:
    """A small board with many close guesses: enough to show a bias."""
    table = games_of("8x8/12", 4000, "patient")
    assert abs(deviations(table.correction)) < 3
    assert np.var(table.won) / np.var(table.score) > 1.7


@pytest.mark.many_games
def test_scores_vary_less_than_outcomes_but_vary() -> None:
    """The luck of the last guess is subtracted; other differences between games stay."""
    table = games_of("9x9/10", 6000)
    wins, losses = table.score[table.won], table.score[~table.won]
    assert len(losses) > 100
    assert losses.std() > 0.01  # not all equal, and not 0
    assert abs(wins.mean() - losses.mean()) < 0.5


def test_guesses_without_a_learned_chance_keep_their_luck() -> None:
    """Most positions of this board are too large for the learned chance."""
    table = games_of("40x40/250", 150)
    assert np.isfinite(table.score).all()
    assert table.guesses.sum() > 150
    assert abs(deviations(table.correction)) < 4
