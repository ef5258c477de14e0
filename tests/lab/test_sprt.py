"""The sequential test: Wald's boundaries, error rates by simulation, the order of boards."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.errors import InputError
from sapper.lab.statistics.sprt import Basis, Sprt, _tilt


def boards(
    random: np.random.Generator, difference: float, discord: float, games: int
) -> np.ndarray:
    """Return differences of paired games: `discord` of them disagree."""
    first = (discord + difference) / 2
    drawn = random.random(games)
    return (drawn < first).astype(np.int8) - ((drawn >= first) & (drawn < discord)).astype(np.int8)


def test_boundaries_are_walds() -> None:
    assert Sprt(0, 1).bounds == pytest.approx((-2.944, 2.944), abs=5e-4)
    assert Sprt(0, 1, alpha=0.01, beta=0.1).bounds == pytest.approx((-2.293, 4.500), abs=5e-4)


@pytest.mark.parametrize("discord", [0.06, 0.12, 0.3])
@pytest.mark.parametrize("truth", ["H0", "H1"])
def test_error_rates(truth: str, discord: float) -> None:
    test = Sprt(0, 4)
    random = np.random.default_rng(7)
    trials, wrong, games = 250, 0, []
    for _ in range(trials):
        state = test.state(boards(random, 0.04 if truth == "H1" else 0.0, discord, 12_000))
        assert state.verdict != "undecided"
        wrong += state.verdict != truth
        games.append(state.games)
    # 5 % wanted; three standard errors of 250 trials are 4.1 points
    assert wrong / trials < 0.095
    # Wald: E[n] is about (1 - 2 alpha) * log(19) / (drift per board), drift = delta^2 / (2 v)
    expected = 0.9 * 2.944 / (0.04**2 / (2 * discord))
    if discord >= 0.12:  # the formula holds for differences that are small against the discord
        assert np.mean(games) == pytest.approx(expected, rel=0.2)


def test_the_shares_have_the_wanted_mean_and_are_most_likely() -> None:
    counts = np.array([30.0, 900.0, 12.0])
    values = np.array([1, 0, -1])
    for mean in (-0.05, 0.0, 0.01, 0.04):
        first, neither, second = (np.array([c]) for c in counts)
        tilt = _tilt(first, neither, second, mean)[0]
        shares = counts / counts.sum() / (1 + tilt * (values - mean))
        assert shares.sum() == pytest.approx(1)
        assert (shares * values).sum() == pytest.approx(mean, abs=1e-12)
        best = (counts * np.log(shares)).sum()
        for shift in (1e-4, -1e-4):  # the only other shares of this mean
            other = shares + shift * np.array([1, -2, 1])
            assert (counts * np.log(other)).sum() < best


def scores(random: np.random.Generator, difference: float, games: int) -> np.ndarray:
    """Return differences of scores: 0 on most boards, and otherwise of long tails."""
    sizes = random.standard_t(3, games) * 0.15
    return difference + np.where(random.random(games) < 0.2, sizes, 0)


@pytest.mark.parametrize("truth", ["H0", "H1"])
def test_error_rates_on_scores(truth: str) -> None:
    test = Sprt(0, 1)
    random = np.random.default_rng(11)
    wrong, games = 0, []
    for _ in range(250):
        state = test.state(scores(random, 0.01 if truth == "H1" else 0.0, 20_000), on="scores")
        assert state.verdict != "undecided"
        wrong += state.verdict != truth
        games.append(state.games)
    assert wrong / 250 < 0.095  # 5 % wanted; three standard errors are 4.1 points
    variance = 0.2 * 3 * 0.15**2
    assert np.mean(games) == pytest.approx(0.9 * 2.944 / (0.01**2 / (2 * variance)), rel=0.25)


def test_the_ratio_on_scores_by_hand() -> None:
    values = np.array([0.3, -0.1, 0.2])
    total, squares, games = 0.4, 0.14 + 1, 3 + 1  # and half a board of each kind
    mean = total / games
    variance = squares / games - mean**2
    wanted = games * 0.05 * (2 * mean - 0.05) / (2 * variance)
    assert Sprt(0, 5).state(values, on="scores").ratio == pytest.approx(wanted)


@pytest.mark.parametrize("on", ["outcomes", "scores"])
@pytest.mark.parametrize("difference", [0.0, 0.1])
def test_chunks_make_no_difference(on: Basis, difference: float) -> None:
    random = np.random.default_rng(9)
    drawn = boards(random, difference, 0.3, 30_000) if on == "outcomes" else (
        scores(random, difference, 30_000)
    )  # fmt: skip
    test = Sprt(-0.01, 0.01) if difference == 0 else Sprt(5, 9)
    whole = test.state(drawn, on=on)
    for size in (1000, 4096):
        run = test.run(on)
        for begin in range(0, len(drawn), size):
            run.add(drawn[begin : begin + size])
            run.add(drawn[:0])
        assert run.is_decided == (difference > 0)
        state = run.state()
        assert (state.verdict, state.games) == (whole.verdict, whole.games)
        assert state.ratio == pytest.approx(whole.ratio, rel=1e-9)
        assert [games for games, _ in state.history] == [games for games, _ in whole.history]
    assert test.state(drawn[: whole.games], on=on) == whole


def test_scores_that_are_not_known_raise() -> None:
    with pytest.raises(InputError, match="--sprt-on outcomes"):
        Sprt(0, 1).state(np.array([0.1, np.nan]), on="scores")
