"""Sums of games: mergeable in any order, and all figures come from them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sapper.games.table import GameTable
from sapper.lab.playing.games import play_games
from sapper.lab.playing.sums import SAFETY_EDGES, TIME_EDGES, UNIT, GameSums
from sapper.lab.runs.run import Run
from sapper.lab.statistics.moments import Moments

RUN = Run.of("champion", "9x9/10", seed=4)
CELLS = RUN.spec.safe_cells


@pytest.fixture(scope="module")
def games() -> GameTable:
    return play_games(RUN, 0, 700)[0]


@pytest.mark.parametrize("size", [1, 7, 64, 699])
def test_chunk_sizes_and_order_do_not_matter(games: GameTable, size: int) -> None:
    parts = [GameSums.of(games.between(at, at + size), CELLS) for at in range(0, len(games), size)]
    whole = GameSums.of(games, CELLS)
    assert GameSums.total(parts) == whole
    assert GameSums.total(reversed(parts)) == whole
    assert GameSums() + whole == whole


def test_they_are_the_sums_of_the_columns(games: GameTable) -> None:
    sums = GameSums.of(games, CELLS)
    assert sums.games == len(games)
    assert sums.wins == games.won.sum()
    assert sums.steps_won == games.steps[games.won].sum()
    assert sums.known_expected_units * UNIT == pytest.approx(games.expected.sum(), rel=1e-9)
    assert sums.slowest_units * UNIT == pytest.approx(games.slowest.max(), abs=1e-9)
    assert sum(sums.guess_counts) == sum(sums.times) == len(games)
    assert sum(sums.losses) == len(games) - sums.wins
    assert sum(sums.safety_counts) == sums.guesses
    assert sum(sums.safety_survived) == sums.survived


def test_groups_are_those_of_every_single_value(games: GameTable) -> None:
    """Also on the edges, below the first and above the last."""
    edges = TIME_EDGES
    odd = np.array([0.0, edges[0], edges[7], edges[-1], 2 * edges[-1]])
    seconds = np.concatenate([games.seconds[:-5], odd])
    sums = GameSums.of(replace(games, seconds=seconds), CELLS)
    groups = np.clip(np.digitize(seconds, edges) - 1, 0, len(edges) - 2)
    assert sums.times == tuple(np.bincount(groups))
    assert games.safeties is not None
    parts = np.clip(np.digitize(games.safeties, SAFETY_EDGES) - 1, 0, len(SAFETY_EDGES) - 2)
    totals = np.bincount(parts, weights=np.rint(games.safeties / UNIT))
    assert sums.safety_counts == tuple(np.bincount(parts))
    assert sums.safety_units == tuple(totals)


@pytest.mark.parametrize("name", ["luck", "score"])
def test_moments_are_those_of_the_columns(games: GameTable, name: str) -> None:
    sums = GameSums.of(games, CELLS)
    values = games.score if name == "score" else games.survived - games.expected
    found = sums.score_moments if name == "score" else sums.luck_moments
    expected = Moments.of(games.won, values)
    assert np.allclose(found.means, expected.means, atol=1e-9)
    assert np.allclose(found.products, expected.products, rtol=1e-7)


def test_a_billion_games_lose_no_digits() -> None:
    sums = GameSums(
        games=10**9, wins=4 * 10**8, scored=10**9, score_units=4 * 10**8 << 32,
        score_squares_units=2 * 10**8 << 32, score_won_units=2 * 10**8 << 32,
    )  # fmt: skip
    assert sums.score_moments.products[1, 1] == pytest.approx(2e8 - 1.6e8, rel=1e-12)
    assert sums.score_moments.products[0, 1] == pytest.approx(2e8 - 1.6e8, rel=1e-12)
