"""Ratings of many players on the same boards: by hand, by simulation, and when refused."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from sapper.lab import RunResult, compare
from sapper.lab.export import figures_document
from sapper.lab.moments import Moments
from sapper.lab.ratings import rate, ratings_of
from sapper.lab.report import report_html


def outcomes(random: np.random.Generator, games: int) -> np.ndarray:
    """Return the outcomes of three players: hard boards are hard for all of them."""
    chances = np.clip(random.normal(0.6, 0.25, games), 0, 1)
    won: np.ndarray = random.random((3, games)) < chances * np.array([[1.0], [0.95], [0.8]])
    return won


@pytest.fixture(scope="module")
def results() -> tuple[RunResult, ...]:
    (contest,) = compare(
        "greedy", "bfs", "fast", board="9x9/16", games=300, seed=6, workers=1
    ).contests
    return contest.results


def test_a_rating_is_a_test_of_won_minus_the_share_of_the_others() -> None:
    won = outcomes(np.random.default_rng(1), 500).astype(float)
    for player in range(3):
        value, estimate, why = rate(Moments.of(*won), player)
        against = won[player] - np.delete(won, player, axis=0).mean(axis=0)
        wanted = ttest_1samp(against, 0).confidence_interval()
        assert why is None
        assert estimate is not None
        assert value == estimate.value == pytest.approx(against.mean())
        assert (estimate.low, estimate.high) == pytest.approx((wanted.low, wanted.high), abs=1e-6)


@pytest.mark.parametrize("games", [100, 1000])
def test_the_interval_of_a_rating_covers(games: int) -> None:
    random = np.random.default_rng(2)
    truth = outcomes(random, 2_000_000).mean(axis=1) @ np.array([1, -0.5, -0.5])
    found = [rate(Moments.of(*outcomes(random, games)), 0)[1] for _ in range(1500)]
    assert all(found)
    assert 0.935 < np.mean([one.low <= truth <= one.high for one in found if one]) < 0.965


def test_ratings_of_real_players(results: tuple[RunResult, ...]) -> None:
    best, *_, last = ratings_of(results)
    assert (best.rank, best.result.run.player, best.verdict) == (1, "fast", "higher")
    assert (last.rank, last.result.run.player, last.verdict) == (3, "greedy", "lower")
    others = [r.win_rate.value for r in results if r.run.player != "fast"]
    assert best.value == pytest.approx(results[2].win_rate.value - np.mean(others))
    moments = Moments.of(*(r.data.won for r in results))
    assert best.estimate is not None
    assert rate(moments, 2)[1] is not None
    assert (best.estimate.low, best.estimate.high) == pytest.approx(
        (rate(moments, 2)[1].low, rate(moments, 2)[1].high)  # type: ignore[union-attr]
    )
    assert [row["player"] for row in figures_document(results)["ratings"]] == [
        "fast", "bfs", "greedy",
    ]  # fmt: skip
    page = report_html(results)
    assert "against the others, points" in page
    assert ratings_of(results[:2]) == []


def test_players_that_hardly_differ_have_no_interval() -> None:
    (contest,) = compare(
        "greedy", "bfs", "fast", board="5x5/3", games=40, seed=6, workers=1
    ).contests
    for rating in contest.ratings:
        assert rating.estimate is None
        assert rating.verdict is None
        assert "fewer than 30" in str(rating.to_dict()["why_no_interval"])
