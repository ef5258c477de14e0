"""The rollouts of close candidates, and what they say about a value (experiments/regret)."""

from __future__ import annotations

import numpy as np

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
