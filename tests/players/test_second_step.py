"""The second step of look-ahead: what replaces the learned value, and where."""

from __future__ import annotations

import numpy as np

from sapper import BoardSpec, Position, analyse, best
from sapper.players.engine.choice import Candidate, Choice
from tests.support.lessons import lessons, native_training, positions_before_guesses

SPEC = BoardSpec.parse("16x30/99")
CLOSE, RARE, MOST = 0.03, 0.01, 3  # as in native/sapper/player/second_step.cpp


def close_candidates(advice: Choice) -> list[Candidate]:
    """Return the candidates that are close to the best after the first step."""
    estimates = [candidate.estimate or 0 for candidate in advice.candidates]
    close = [c for c, e in zip(advice.candidates, estimates, strict=True)
             if e >= estimates[0] * (1 - CLOSE)]  # fmt: skip
    return close[:MOST] if len(close) > 1 else []


def estimate_after_two_steps(position: Position, candidate: Candidate) -> float:
    """Return the estimate that uses the champion's best next guess where one is needed."""
    assert candidate.estimate is not None
    value = candidate.estimate
    faces = np.frombuffer(position.faces, np.uint8)
    cell = SPEC.geometry.index(candidate.cell)
    for number, chance in enumerate(analyse(position).numbers(candidate.cell)):
        after = position.with_faces({candidate.cell: number})
        if chance < RARE or analyse(after).safe:
            continue
        learned = native_training.winning_chances(
            None, *lessons(SPEC, faces[None], [cell], [number]), 1
        )[0]
        value += chance * ((best(after).candidates[0].estimate or 0) - learned)
    return value


def steps_of(position: Position) -> tuple[Choice, Choice] | None:
    """Return the advice by one step and by two; None if only the latter has a close candidate."""
    first, second = best(position), best(position, player="patient")
    known = {candidate.cell for candidate in first.candidates}
    enough = (first.candidates[0].estimate or 0) * (1 - 2 * CLOSE)
    others = [c.estimate or 0 for c in second.candidates if c.cell not in known]
    return None if others and max(others) > enough else (first, second)


def test_close_candidates_are_compared_by_the_next_guess() -> None:
    """Approximately: the next guess is chosen among more cells here than in the core."""
    moved, missed = [], []
    for position in positions_before_guesses("16x30/99", 150, 50):
        if (steps := steps_of(position)) is None:
            continue
        first, second = steps
        again = close_candidates(first)
        estimates = {candidate.cell: candidate.estimate for candidate in second.candidates}
        is_moved = False
        for candidate in first.candidates:
            if candidate not in again:
                assert estimates[candidate.cell] == candidate.estimate
                continue
            estimate = estimates[candidate.cell] or 0
            is_moved |= estimate != candidate.estimate
            moved.append(estimate - (candidate.estimate or 0))
            missed.append(estimate - estimate_after_two_steps(position, candidate))
        assert second.basis == ("second-step" if is_moved else "winning-chance")
    misses = np.abs(missed)[np.abs(moved) > 1e-4]
    assert len(misses) > 30
    assert np.mean(misses < 1e-6) > 0.8
    assert np.abs(missed).max() < 0.01
