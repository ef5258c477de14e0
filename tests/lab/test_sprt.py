"""The sequential test: Wald's boundaries, error rates by simulation, the order of boards."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.errors import InputError
from sapper.lab.sprt import Sprt, _tilt


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
    trials, wrong, games = 600, 0, []
    for _ in range(trials):
        state = test.state(boards(random, 0.04 if truth == "H1" else 0.0, discord, 12_000))
        assert state.verdict != "undecided"
        wrong += state.verdict != truth
        games.append(state.games)
    # 5 % wanted; three standard errors of 600 trials are 2.7 points
    assert wrong / trials < 0.08
    # Wald: E[n] is about (1 - 2 alpha) * log(19) / (drift per board), drift = delta^2 / (2 v)
    expected = 0.9 * 2.944 / (0.04**2 / (2 * discord))
    if discord >= 0.12:  # the formula holds for differences that are small against the discord
        assert np.mean(games) == pytest.approx(expected, rel=0.2)


def test_only_boards_up_to_the_decision_matter() -> None:
    random = np.random.default_rng(3)
    drawn = boards(random, 0.1, 0.2, 5000)
    state = Sprt(0, 5).state(drawn)
    assert state.verdict == "H1"
    assert state.games < 5000
    assert Sprt(0, 5).state(drawn[: state.games]) == state
    assert Sprt(0, 5).state(drawn[: state.games - 1]).verdict == "undecided"


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


def test_one_sided_boards_and_no_boards() -> None:
    assert Sprt(0, 5).state(np.array([], np.int8)).verdict == "undecided"
    assert Sprt(0, 5).state(np.array([1], np.int8)).verdict == "undecided"
    assert np.isfinite(Sprt(0, 5).ratios(np.ones(50, np.int8))).all()
    assert Sprt(0, 5).state(np.zeros(500, np.int8)).verdict == "H0"


@pytest.mark.parametrize(
    "values", [(2, 2), (3, 1), (0, 100), (0, 1, 0.6, 0.1), (0, 1, 0.1, 0.0), (float("nan"), 1)]
)
def test_invalid_hypotheses_raise(values: tuple[float, ...]) -> None:
    with pytest.raises(InputError):
        Sprt(*values)
