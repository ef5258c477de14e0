"""The rollouts of close candidates, and what they say about a value (experiments/regret)."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from sapper import BoardSpec, Position
from sapper.players import Engine
from tests.support.lessons import native_training

SPEC = BoardSpec.parse("16x16/40")
GAMES = (SPEC.geometry.native, SPEC.mines, "safe", 0, 7, 0, 30, 1.0, 0.05, 3, 8)


def test_scored_guesses_are_those_of_the_champion_for_any_number_of_threads() -> None:
    faces, games, owners, cells, chances, wins, scores = native_training.score_guesses(*GAMES, 1)
    again = native_training.score_guesses(*GAMES, 2)
    for one, other in zip((faces, games, owners, cells, chances, wins, scores), again, strict=True):
        np.testing.assert_array_equal(one, other)
    assert scores.shape == (len(cells), 8)
    counts = np.bincount(owners)
    assert counts.min() == 2
    assert counts.max() == 3
    firsts = np.searchsorted(owners, np.arange(len(faces)))
    chosen = native_training.choices(None, SPEC.geometry.native, SPEC.mines, faces, "champion")
    np.testing.assert_array_equal(cells[firsts], chosen)
    position = Position(SPEC.geometry, SPEC.mines, faces[0].tobytes())
    best = Engine("champion").ask(position).candidates[0]
    assert SPEC.geometry.index(best.cell) == cells[0]
    np.testing.assert_allclose((chances[0] * wins[0]).sum(), best.estimate, atol=1e-6)


@pytest.mark.slow
def test_regret_is_recovered_from_noisy_rollouts() -> None:
    """Values with independent errors of known size, chosen from as the champion does."""
    regret, guesses = (import_module(f"experiments.regret.{n}") for n in ("regret", "guesses"))
    random = np.random.default_rng(1)
    count, error, spread = 4_000, 0.01, 0.012
    true = 0.5 + random.normal(0, spread, (count, 3))
    values = true + random.normal(0, error, (count, 3))
    order = np.argsort(-values, axis=1)
    true, values = (np.take_along_axis(table, order, axis=1) for table in (true, values))
    scores = true.ravel()[:, None] + random.normal(0, 0.08, (3 * count, 64))
    chances = np.zeros((3 * count, 9))
    chances[:, 0] = 1
    faces = np.where(np.arange(480) < random.integers(1, 381, (count, 1)), 0, 9)
    found = guesses.Guesses(
        faces, np.arange(count), np.repeat(np.arange(count), 3),
        np.tile(np.arange(3), count), chances, chances * values.ravel()[:, None], scores,
    )  # fmt: skip
    sample = guesses.Sample("test", 1, {"open": count}, 1.0, 64, count)
    figures = regret.report(found, sample, "open")
    lost = 100 * (true.max(axis=1) - true[:, 0]).mean()
    middle = figures["expected"][1][0]
    assert abs(middle - lost) < 0.1 * lost
    assert 0.5 < figures["confirmed"] < 0.7  # spread**2 / (spread**2 + error**2) is 0.59
    points, noise = figures["found_by_halves"]
    assert abs(points - figures["expected"][1][1]) < 2 * noise
    assert regret.gain_of_cells(found, found.cells[::3], sample, count)["points"] == 0
