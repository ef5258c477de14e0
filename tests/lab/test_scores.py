"""The control variate in the laboratory: stored, reported, checked; or why there is none."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from sapper.documents import document
from sapper.lab import Pair, RunResult, simulate
from sapper.lab.report.plots import plot_differences
from sapper.lab.statistics.moments import Moments, control_variate
from tests.support.stored_games import with_columns


@pytest.fixture(scope="module")
def champion() -> RunResult:
    return simulate("champion", "9x9/10", games=2000, seed=3, workers=2)


def simulate_scores(seed: int, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Return outcomes and scores of games of two guesses with an approximate value."""
    random = np.random.default_rng(seed)
    first, second = random.uniform(0.5, 1, (2, games))
    lives, wins = random.random(games) < first, random.random(games) < second
    after = np.clip(second + random.normal(0, 0.1, games), 0, 1)  # an approximate value
    score = lives * wins - lives * (wins - second) - (lives - first) * after
    return (lives & wins).astype(float), score


def test_unbiased_narrower_and_covers() -> None:
    found = [control_variate(Moments.of(*simulate_scores(seed, 300))) for seed in range(400)]
    known = [one for one in found if one is not None]
    assert len(known) == 400
    assert 0.925 <= np.mean([one.low <= 0.75**2 <= one.high for one in known]) <= 0.975
    assert np.mean([one.value for one in known]) == pytest.approx(0.75**2, abs=0.002)
    assert np.mean([one.worth for one in known]) > 5
    assert 0.85 < np.std([one.deviations for one in known]) < 1.15
    assert all(one.is_fair for one in known)


def test_figures_by_hand() -> None:
    outcomes, scores = simulate_scores(1, 100)
    found = control_variate(Moments.of(outcomes, scores))
    assert found is not None
    half = 1.9842170 * np.std(scores, ddof=1) / np.sqrt(100)
    assert (found.low, found.high) == pytest.approx(
        (scores.mean() - half, scores.mean() + half), abs=1e-5
    )
    assert found.worth == pytest.approx(np.var(outcomes) / np.var(scores))
    assert found.correction == pytest.approx(outcomes.mean() - scores.mean())
    assert found.error == pytest.approx(np.std(outcomes - scores, ddof=1) / np.sqrt(100))


def test_a_run_has_both_rates_and_the_check(champion: RunResult) -> None:
    variate, plain = champion.control_variate, champion.win_rate
    assert variate is not None
    assert champion.why_no_control_variate is None
    assert variate.worth > 2
    assert variate.high - variate.low < 0.75 * (plain.high - plain.low)
    assert plain.low < variate.value < plain.high
    assert variate.is_fair
    assert variate.correction == pytest.approx(plain.value - variate.value)
    figures = json.loads(json.dumps(document(champion)))
    assert (
        figures["control_variate_low"]
        < figures["control_variate"]
        < figures["control_variate_high"]
    )
    assert figures["control_variate_worth"] == variate.worth
    assert figures["correction"] == variate.correction
    assert figures["correction_error"] == variate.error


@pytest.mark.parametrize(
    ("player", "board", "first", "why"),
    [
        ("greedy", "9x9/10", None, "greedy has no learned winning chance"),
        ("fast", "9x9/10", None, "fast has no learned winning chance"),
        ("champion", "torus-8x8/8", None, "fits plain rectangles only, not torus-8x8/8"),
        ("champion", "hex-8x8/8", "random", "fits plain rectangles only"),
        ("champion", "9x9/10", "player", "where the first cell is given"),
    ],
)
def test_why_there_is_no_control_variate(
    player: str, board: str, first: str | None, why: str
) -> None:
    result = simulate(player, board, games=35, first=first, workers=1)
    assert result.control_variate is None
    assert why in str(result.why_no_control_variate)
    assert np.isnan(result.data.score).all()
    figures = document(result)
    assert figures["control_variate"] is figures["correction"] is None


def rival_of(result: RunResult) -> RunResult:
    """Return a scored player with somewhat worse games on the same boards."""
    random = np.random.default_rng(1)
    data = result.data
    fails = random.random(len(data)) < 0.2
    won, score = data.won & ~fails, 0.8 * data.score  # its mean is also 0.8 of the first one's
    run = replace(result.run, player="fast", given=None)
    return replace(with_columns(result, won=won, score=score), run=run)


def test_two_scored_players_are_compared_by_their_scores(champion: RunResult) -> None:
    pair = Pair(champion, rival_of(champion))
    differences = champion.data.score - pair.second.data.score
    variate = pair.control_variate
    assert variate is not None
    assert pair.why_no_control_variate is None
    assert variate.value == pytest.approx(differences.mean())
    half = 1.9611514 * np.std(differences, ddof=1) / np.sqrt(2000)
    assert variate.high - variate.value == pytest.approx(half)
    assert variate.is_fair
    assert variate.worth > 2
    assert pair.difference.low < variate.value < pair.difference.high
    assert document(pair)["control_variate"] == variate.value
    axes = plot_differences(Figure().subplots(), [pair])
    legend = axes.get_legend()
    assert legend is not None
    assert "control variate" in [text.get_text() for text in legend.get_texts()]
