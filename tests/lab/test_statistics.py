"""Statistics against published tables, and by simulation where there are none."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binomtest

from sapper.lab.statistics import (
    Estimate,
    calibration,
    luck_free,
    mcnemar,
    mean_error,
    normal,
    paired_difference,
    unpaired_difference,
    wilson,
)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # Newcombe 1998, Statistics in Medicine 17, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(wins: int, games: int, low: float, high: float) -> None:
    interval = wilson(wins, games)
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)
    assert interval.value == wins / games


@pytest.mark.parametrize(("wins", "games"), [(0, 7), (3, 7), (7, 7), (411, 1000)])
def test_wilson_agrees_with_scipy(wins: int, games: int) -> None:
    theirs = binomtest(wins, games).proportion_ci(method="wilson")
    ours = wilson(wins, games)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_wilson_without_games_is_0_to_1() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    assert math.isnan(wilson(0, 0).value)


def test_mcnemar_as_published() -> None:
    # Fagerland, Lydersen, Laake 2013, table 1 (airway hyper-responsiveness): 1 and 7 discordant.
    exact, mid = mcnemar(1, 7)
    assert exact == pytest.approx(0.0703, abs=5e-5)
    assert mid == pytest.approx(0.0391, abs=5e-5)


@pytest.mark.parametrize(("a", "b"), [(0, 0), (5, 5), (0, 9), (150, 86), (86, 150)])
def test_mcnemar_is_the_binomial_test_of_the_discordant(a: int, b: int) -> None:
    exact, mid = mcnemar(a, b)
    wanted = binomtest(a, a + b).pvalue if a + b else 1.0
    assert exact == pytest.approx(wanted)
    assert mid <= exact
    assert mcnemar(b, a) == (exact, mid)


def test_paired_difference_covers_the_truth() -> None:
    random = np.random.default_rng(1)
    a, b, games = 0.07, 0.05, 400
    draws = random.multinomial(games, [a, b, 1 - a - b], size=4000)
    found = [paired_difference(int(x), int(y), games) for x, y, _ in draws]
    covered = np.mean([e.low <= a - b <= e.high for e in found])
    assert 0.935 <= covered <= 0.97


def test_paired_difference_by_hand() -> None:
    # Bonett and Price 2012 for 1 and 7 of 21: (2 - 8) / 23 -+ 1.96 sqrt((10/23 - (6/23)^2) / 23)
    found = paired_difference(1, 7, 21)
    half = 1.959964 * math.sqrt((10 / 23 - (6 / 23) ** 2) / 23)
    assert (found.low, found.high) == pytest.approx((-6 / 23 - half, -6 / 23 + half), abs=1e-6)
    assert found.value == pytest.approx(-6 / 21)


def games_of_chance(seed: int, games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Return won, survived - expected and variance of games of three guesses each."""
    random = np.random.default_rng(seed)
    safeties = random.uniform(0.5, 1, size=(games, 3))
    survived = random.random((games, 3)) < safeties
    made = np.cumprod(np.column_stack([np.ones(games, bool), survived[:, :2]]), axis=1) > 0
    luck = ((survived - safeties) * made).sum(axis=1)
    variance = (safeties * (1 - safeties) * made).sum(axis=1)
    return np.all(survived, axis=1), luck, variance, int(made.sum())


def test_unpaired_difference_as_published() -> None:
    # Newcombe 1998, table II, method 10, examples a and b.
    for first, second, low, high in (
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
    ):
        found = unpaired_difference(wilson(*first), wilson(*second))
        assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)
        assert found.direction == "higher"
        assert unpaired_difference(wilson(*second), wilson(*first)).direction == "lower"


def test_unpaired_difference_to_an_exact_share() -> None:
    rate = wilson(50, 100)
    found = unpaired_difference(rate, Estimate(0.45, 0.45, 0.45))
    assert (found.low, found.high) == pytest.approx((rate.low - 0.45, rate.high - 0.45))
    assert found.direction == "no difference shown"


def test_calibration_of_fair_guesses_is_0_within_its_error() -> None:
    deviations = []
    for seed in range(200):
        _, luck, variance, guesses = games_of_chance(seed, 200)
        deviations.append(calibration(luck, np.zeros(200), variance, guesses).deviations)
    assert abs(np.mean(deviations)) < 0.25
    assert 0.85 < np.std(deviations) < 1.15


def test_calibration_detects_a_wrong_prediction() -> None:
    won, luck, variance, guesses = games_of_chance(3, 20_000)
    assert abs(calibration(luck, np.zeros(len(won)), variance, guesses).deviations) < 4
    assert calibration(luck, np.full(len(won), 0.05), variance, guesses).deviations < -8


def test_the_error_of_a_mean_is_half_its_normal_interval() -> None:
    values = np.random.default_rng(1).normal(size=100)
    mean = normal(100, float(values.sum()), float((values**2).sum()))
    assert mean is not None
    assert mean_error(values) == pytest.approx((mean.high - mean.low) / 2)
    assert mean_error(values, 0.99) > mean_error(values)


def test_luck_free_is_unbiased_narrower_and_covers() -> None:
    truth = 0.75**3
    covered, values, worth = 0, [], []
    for seed in range(400):
        won, luck, _, _ = games_of_chance(1000 + seed, 300)
        found = luck_free(won.astype(float), luck[:, np.newaxis])
        assert found is not None
        covered += found.low <= truth <= found.high
        values.append(found.value)
        worth.append(found.worth)
    assert 0.92 <= covered / 400 <= 0.98
    assert np.mean(values) == pytest.approx(truth, abs=0.004)
    assert np.mean(worth) > 2


def test_luck_free_needs_games_and_known_luck() -> None:
    assert luck_free(np.ones(10), np.zeros((10, 1))) is None
    assert luck_free(np.ones(100), np.full((100, 1), np.nan)) is None
    assert luck_free(np.ones(100), np.zeros((100, 1))) is None
