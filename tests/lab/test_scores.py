"""The control variate in the laboratory: stored, reported, checked; or why there is none."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure

from sapper.lab import Pair, RunResult, Watch, compare, simulate
from sapper.lab.report import figures_document, report_html, write_csv, write_parquet
from sapper.lab.report.plots import plot_differences, plot_win_rates
from sapper.lab.statistics import FEWEST_APART, Moments, control_variate
from sapper.percent import percent_figure
from tests.support.game_tables import are_same_games, with_columns


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


def test_a_biased_score_is_detected() -> None:
    outcomes, scores = simulate_scores(2, 4000)
    false = control_variate(Moments.of(outcomes, scores + 0.05))
    assert false is not None
    assert false.deviations < -4
    assert not false.is_fair


def test_no_control_variate_without_information() -> None:
    outcomes, scores = simulate_scores(3, 100)
    assert control_variate(Moments.of(outcomes[:29], scores[:29])) is None
    unknown = np.where(np.arange(100) == 50, np.nan, scores)
    assert control_variate(Moments.of(outcomes, unknown)) is None
    assert control_variate(Moments.of(outcomes, np.full(100, 0.3))) is None
    assert control_variate(Moments.none(2)) is None


def test_a_run_has_both_rates_and_the_check(champion: RunResult) -> None:
    variate, plain = champion.control_variate, champion.win_rate
    assert variate is not None
    assert champion.why_no_control_variate is None
    assert variate.worth > 2
    assert variate.high - variate.low < 0.75 * (plain.high - plain.low)
    assert plain.low < variate.value < plain.high
    assert variate.is_fair
    assert variate.correction == pytest.approx(plain.value - variate.value)
    document = json.loads(json.dumps(champion.to_dict()))
    assert (
        document["control_variate_low"]
        < document["control_variate"]
        < document["control_variate_high"]
    )
    assert document["control_variate_worth"] == variate.worth
    assert document["correction"] == variate.correction
    assert document["correction_error"] == variate.error


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
    figures = result.to_dict()
    assert figures["control_variate"] is figures["correction"] is None


def test_too_few_games() -> None:
    result = simulate("champion", "9x9/10", games=20, workers=1)
    lost = result.games - result.wins
    assert (
        result.why_no_control_variate == f"{lost} of 20 games ended unlike the rest, fewer than 30"
    )


@pytest.mark.parametrize("first", [None, "random"])
def test_workers_interruptions_and_chunks_do_not_matter(first: str | None, tmp_path: Path) -> None:
    asked = {"seed": 4, "first": first}
    one = simulate("champion", "16x16/40", games=300, workers=1, **asked)  # type: ignore[arg-type]
    assert np.isfinite(one.data.score).all()
    path = tmp_path / "ledger"
    for games, workers in ((70, 2), (300, 5)):
        again = simulate(
            "champion",
            "16x16/40",
            games=games,
            workers=workers,
            ledger=path,
            **asked,  # type: ignore[arg-type]
        )
    assert are_same_games(again.data, one.data)
    assert again.control_variate == one.control_variate


def test_the_progress_of_a_run_has_a_control_variate(champion: RunResult) -> None:
    class Last(Watch):
        result: RunResult

        def update(self, result: RunResult) -> None:
            self.result = result

    last = Last()
    result = simulate("champion", "9x9/10", games=2000, seed=3, workers=1, watch=last)
    shown, final = last.result.control_variate, result.control_variate
    assert shown is not None
    assert final is not None
    assert (shown.low, shown.high) == pytest.approx((final.low, final.high))
    simulate("fast", "9x9/10", games=200, workers=1, watch=last)
    assert last.result.control_variate is None


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
    assert pair.to_dict()["control_variate"] == variate.value
    axes = plot_differences(Figure().subplots(), [pair])
    legend = axes.get_legend()
    assert legend is not None
    assert "control variate" in [text.get_text() for text in legend.get_texts()]


def test_a_score_is_not_compared_with_a_plain_outcome() -> None:
    (contest,) = compare("champion", "fast", board="9x9/10", games=500, workers=1).contests
    (pair,) = contest.pairs
    assert contest.results[0].control_variate is not None
    assert pair.control_variate is None
    assert pair.why_no_control_variate == "fast has no learned winning chance"
    assert pair.to_dict()["control_variate"] is None
    assert pair.luck_free is None
    apart = pair.only_first + pair.only_second
    why = f"the players differ on {apart} of 500 boards, fewer than {FEWEST_APART}"
    assert pair.why_no_luck_free == pair.to_dict()["why_no_luck_free"] == why
    page = report_html(contest.results)
    assert "Pairs with fast have no control variate: only players with a learned winning" in page
    assert page.count("no control variate") == 1


def test_report_and_plot_show_the_control_variate(champion: RunResult) -> None:
    page = report_html([champion])
    variate = champion.control_variate
    assert variate is not None
    for part in ("control variate of", percent_figure(variate.value, 2), f"{variate.worth:.1f}x"):
        assert part in page
    assert f"{100 * variate.correction:+.2f} ± {100 * variate.error:.2f}" in page
    assert "is not 0 within its error" not in page
    false = with_columns(champion, score=champion.data.score + 0.1)
    assert "The correction of champion is not 0 within its error" in report_html([false])
    axes = plot_win_rates(Figure().subplots(), [champion])
    legend = axes.get_legend()
    assert legend is not None
    assert len(legend.get_texts()) == 2
    plain = simulate("fast", "9x9/10", games=40, workers=1)
    assert "control variate of" not in report_html([plain])
    assert plot_win_rates(Figure().subplots(), [plain]).get_legend() is None


def test_exports_have_the_control_variate(champion: RunResult, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    results = [champion, simulate("fast", "9x9/10", games=40, seed=3, workers=1)]
    for write, name in ((write_csv, "csv"), (write_parquet, "parquet")):
        write(results, tmp_path / name)
    with (tmp_path / "csv").open(newline="") as file:
        from_csv = [float(row["score"]) for row in csv.DictReader(file)]
    table = parquet.read_table(tmp_path / "parquet").column("score").to_numpy()
    assert np.array_equal(from_csv[:2000], champion.data.score)
    assert np.array_equal(table[:2000], champion.data.score)
    assert np.isnan(from_csv[2000:]).all()
    assert np.isnan(table[2000:]).all()
    figures = figures_document(results)["players"]
    assert [run["control_variate"] for run in figures] == [
        champion.to_dict()["control_variate"], None,
    ]  # fmt: skip
