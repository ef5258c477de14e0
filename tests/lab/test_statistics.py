"""Statistics against published tables and exact sums, by simulation, and as measured."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import numpy as np
import pytest

from experiments.coverage import run, sprt, table
from experiments.coverage.populations import Pairing, Population, simulated
from sapper.lab.statistics.intervals import (
    QUANTILE,
    _score,
    calibration,
    mcnemar,
    paired_difference,
    score_p_value,
    unpaired_difference,
    wilson,
)
from sapper.lab.statistics.moments import Moments, luck_free, mean_error


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


@pytest.mark.parametrize(("wins", "games"), [(3, 7), (411, 1000), (10**8, 10**9)])
def test_the_bounds_of_wilson_are_those_of_the_score_test(wins: int, games: int) -> None:
    found = wilson(wins, games)
    for bound in (found.low, found.high):
        error = math.sqrt(bound * (1 - bound) / games)
        assert abs(wins / games - bound) / error == pytest.approx(1.959963984540054, rel=1e-9)


def test_mcnemar_as_published() -> None:
    # Fagerland, Lydersen, Laake 2013, table 1 (airway hyper-responsiveness): 1 and 7 discordant.
    assert mcnemar(1, 7) == pytest.approx((0.0703, 0.0391), abs=5e-5)


def test_mcnemar_of_no_discordant_board_and_of_many_more() -> None:
    assert mcnemar(0, 0) == (1, 1)
    assert mcnemar(0, 5000) == (0, 0)
    exact_sum = 0.05819735311019374  # of 2 * C(100000, k) / 2^100000 for k up to 49,700
    assert mcnemar(49_700, 50_300)[0] == pytest.approx(exact_sum, rel=1e-14)


@pytest.mark.parametrize("discordant", [1, 2, 9, 40, 236, 1499, 1500, 1501, 2999])
def test_mcnemar_is_the_exact_sum_of_binomial_chances(discordant: int) -> None:
    """Fagerland and others, supplement: mid-p is 1 - f / 2 if both numbers are equal."""
    for fewer in {0, discordant // 3, *(max(0, discordant // 2 - n) for n in (0, 1, 5, 40))}:
        point = Fraction(math.comb(discordant, fewer), 2**discordant)
        tail = Fraction(sum(math.comb(discordant, k) for k in range(fewer + 1)), 2**discordant)
        wanted = (2 * tail, 2 * tail - point)
        if 2 * fewer == discordant:
            wanted = (Fraction(1), 1 - point / 2)
        found = mcnemar(fewer, discordant - fewer)
        assert found == pytest.approx(tuple(map(float, wanted)), rel=1e-12)
        assert mcnemar(discordant - fewer, fewer) == found


def test_paired_difference_covers_the_truth() -> None:
    random = np.random.default_rng(1)
    a, b, games = 0.07, 0.05, 400
    draws = random.multinomial(games, [a, b, 1 - a - b], size=1500)
    found = [paired_difference(int(x), int(y), games) for x, y, _ in draws]
    covered = np.mean([e.low <= a - b <= e.high for e in found])
    assert 0.93 <= covered <= 0.975


@pytest.mark.parametrize("difference", [-0.5172, -0.026, 0.0, 0.1])
def test_the_error_of_the_score_test_is_that_of_the_most_likely_shares(difference: float) -> None:
    a, b, games = 1, 7, 21

    def likelihood(second: float) -> float:
        first = second + difference
        shares = (first, second, 1 - first - second)
        return sum(k * math.log(p) for k, p in zip((a, b, games - a - b), shares, strict=True))

    low, high = max(0, -difference) + 1e-9, (1 - difference) / 2 - 1e-9
    for _ in range(100):
        left, right = (2 * low + high) / 3, (low + 2 * high) / 3
        low, high = (left, high) if likelihood(left) < likelihood(right) else (low, right)
    error = math.sqrt(games * (2 * low + difference - difference**2))
    wanted = (a - b - games * difference) / error
    assert _score(a, b, games, difference) == pytest.approx(wanted, rel=1e-4)
    found = paired_difference(a, b, games)
    assert (found.low, found.high) == pytest.approx((-0.5172, -0.0260), abs=5e-5)
    assert found.value == pytest.approx(-6 / 21)


@pytest.mark.parametrize(
    ("a", "b", "games"), [(3, 2, 100), (0, 0, 50), (0, 9, 9), (9, 0, 9), (40, 9, 10**9), (1, 0, 1)]
)
def test_the_bounds_of_a_paired_difference_are_those_of_the_score_test(
    a: int, b: int, games: int
) -> None:
    found = paired_difference(a, b, games)
    assert -1 <= found.low <= found.value <= found.high <= 1
    mirrored = paired_difference(b, a, games)
    assert (mirrored.low, mirrored.high) == pytest.approx((-found.high, -found.low))
    for bound, quantile in ((found.low, QUANTILE), (found.high, -QUANTILE)):
        if abs(bound) < 1:
            assert _score(a, b, games, bound) == pytest.approx(quantile, rel=1e-4)


@pytest.mark.parametrize("games", [60, 1000, 10**6])
def test_a_verdict_and_its_p_value_say_the_same(games: int) -> None:
    """With the exact test a verdict of `higher` could stand beside a p-value of 0.0574."""
    assert mcnemar(11, 3)[0] == pytest.approx(0.0574, abs=1e-4)
    for a in range(30):
        for b in range(30):
            shown = paired_difference(a, b, games).direction != "no difference shown"
            assert shown == (score_p_value(a, b) < 0.05), (a, b)


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


def test_calibration_of_fair_guesses_is_0_within_its_error() -> None:
    deviations = []
    for seed in range(200):
        _, luck, variance, guesses = games_of_chance(seed, 200)
        deviations.append(calibration(luck.sum(), variance.sum(), guesses).deviations)
    assert abs(np.mean(deviations)) < 0.25
    assert 0.85 < np.std(deviations) < 1.15


def test_calibration_detects_a_wrong_prediction() -> None:
    _, luck, variance, guesses = games_of_chance(3, 20_000)
    assert abs(calibration(luck.sum(), variance.sum(), guesses).deviations) < 4
    assert calibration((luck - 0.05).sum(), variance.sum(), guesses).deviations < -8


@pytest.mark.parametrize(("games", "quantile"), [(31, 2.04227), (100, 1.98422), (1001, 1.96234)])
def test_the_error_of_a_mean_is_that_of_students_t(games: int, quantile: float) -> None:
    values = np.random.default_rng(1).normal(size=games)
    wanted = quantile * values.std(ddof=1) / math.sqrt(games)
    assert mean_error(values) == pytest.approx(wanted, rel=5e-5)


def test_luck_free_is_unbiased_narrower_and_covers() -> None:
    truth = 0.75**3
    covered, values, worth = 0, [], []
    for seed in range(400):
        won, luck, _, _ = games_of_chance(1000 + seed, 300)
        found = luck_free(Moments.of(won, luck))
        assert found is not None
        covered += found.low <= truth <= found.high
        values.append(found.value)
        worth.append(found.worth)
    assert 0.92 <= covered / 400 <= 0.98
    assert np.mean(values) == pytest.approx(truth, abs=0.004)
    assert np.mean(worth) > 2


def test_moments_of_parts_add_up() -> None:
    random = np.random.default_rng(4)
    columns = random.normal(5, 1, size=(3, 1000)) + 1e6
    whole = Moments.of(*columns)
    parts = [Moments.of(*columns[:, a:b]) for a, b in ((0, 1), (1, 1), (1, 400), (400, 1000))]
    merged = sum(parts, Moments.none(3))
    assert merged.games == whole.games == 1000
    assert merged.means == pytest.approx(columns.mean(axis=1))
    assert merged.products / 999 == pytest.approx(np.cov(columns))


def test_every_interval_of_the_laboratory_is_within_the_band() -> None:
    result = json.loads(run.RESULT.read_text("utf-8"))
    assert result["samples"] >= 2000
    rows = [row for row in result["rows"] if table.is_judged(row)]
    assert {row["interval"] for row in rows} == set(table.METHODS)
    for row in rows:
        # Of few layouts without luck the interval is too wide, but never too narrow.
        may_be_wide = row["interval"] == "rollouts without luck" and row["games"] < 500
        assert table.BAND[0] <= row["coverage"] <= (100 if may_be_wide else table.BAND[1]), row


def test_the_sequential_tests_are_wrong_as_rarely_as_they_say() -> None:
    result = json.loads(sprt.RESULT.read_text("utf-8"))
    error = 100 * (0.05 * 0.95 / result["tests"]) ** 0.5
    for row in result["rows"]:
        for on in ("outcomes", "scores"):
            assert max(row[on]["false_h0"], row[on]["false_h1"]) <= 5 + 3 * error, row
        assert row["scores"]["boards"] < row["outcomes"]["boards"]


@pytest.mark.parametrize("source", [*simulated()[0], simulated()[1][-1]], ids=lambda s: s.name)
def test_coverage_of_simulated_games(
    source: Population | Pairing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SIZES", (400,))
    measure = run.intervals_of_games
    if isinstance(source, Pairing):
        measure = run.intervals_of_pairs
    rows = list(run.rows_of(source, measure, {"calibration": 0.0}, samples=500))
    assert len(rows) >= 3
    for row in rows:
        assert row["printed"] == 100 or source.apart is not None
        if row["printed"] == 100:  # three standard errors of 500 samples are 2.9 points
            assert 92 <= float(str(row["coverage"])) <= 98, row
