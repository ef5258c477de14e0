"""The committed positions: answers exact to 1e-12, and the hardest ones are answered at all."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from sapper import analyse
from tests.support.committed_positions import Answered, answered_positions, stress_positions

ANSWERED = answered_positions()
STRESS = stress_positions()


def test_all_positions_exist() -> None:
    assert len(ANSWERED) == 292
    assert len({known.name for known in ANSWERED}) == 292
    assert len(STRESS) == 11
    for known in ANSWERED:
        assert len(known.chances) == len(list(known.position.covered())), known.name
        # Each has fifteen digits; copying errors would not add up.
        assert math.fsum(known.chances) == pytest.approx(known.position.mines, abs=1e-11)


@pytest.mark.parametrize("known", ANSWERED, ids=lambda known: known.name)
def test_chances_are_right(known: Answered) -> None:
    analysis = analyse(known.position)
    chances = analysis.chances[~np.isnan(analysis.chances)]
    assert np.abs(chances - known.chances).max() < 1e-12
    covered = list(known.position.covered())
    assert analysis.safe == {c for c, p in zip(covered, known.chances, strict=True) if p == 0}
    assert analysis.mines == {c for c, p in zip(covered, known.chances, strict=True) if p == 1}


@pytest.mark.parametrize("name", STRESS)
def test_stress_is_answered(name: str) -> None:
    position = STRESS[name]
    analysis = analyse(position)
    covered = list(position.covered())
    assert np.nansum(analysis.chances) == pytest.approx(position.mines, abs=1e-9)
    for number, n in position.numbers():
        around = [c for c in position.geometry.around(number) if position.is_covered(c)]
        assert sum(map(analysis.chance, around)) == pytest.approx(n, abs=1e-9)
    open_questions = [c for c in covered if c not in analysis.safe | analysis.mines]
    for cell in random.Random(name).sample(open_questions, 3):
        assert analysis.chance(cell) == pytest.approx(float(analysis.fraction(cell)), abs=1e-12)
