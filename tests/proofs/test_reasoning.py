"""Every step of a refutation is valid, and every case ends in a real clash."""

from __future__ import annotations

import random

from sapper.analysis.premises import MINE_COUNT, Premises
from sapper.proofs import explain_all
from sapper.proofs.reasoning import Case, refute
from tests.support.proof_referee import Allowed, Referee
from tests.support.random_positions import random_position


def check_case(case: Case, known: Allowed, referee: Referee) -> int:
    """Return how many cases there are, after checking each of them."""
    cell_of = referee.position.geometry.cell
    if case.cell is not None:
        known = known & (referee.mines[:, case.cell] == case.is_mine)
    for step in case.steps:
        numbers = [cell_of(i) for i in step.premises if i != MINE_COUNT]
        allowed = referee.allowed(numbers, MINE_COUNT in step.premises) & known
        if step.is_clash:
            assert not allowed.any(), str(referee.position)
            assert not case.cases
        for cell in step.settled:
            assert referee.values(cell_of(cell), allowed) <= {int(step.is_mine)}
            known = known & (referee.mines[:, cell] == step.is_mine)
    if not case.cases:
        assert case.steps[-1].is_clash, str(referee.position)
        return 1
    one, other = case.cases
    assert one.cell == other.cell
    assert {one.is_mine, other.is_mine} == {True, False}
    return check_case(one, known, referee) + check_case(other, known, referee)


def test_refutations_of_random_boards() -> None:
    rng = random.Random(5)
    cases = []
    for _ in range(350):
        position = random_position(rng, covered=10)
        referee = Referee(position)
        puzzle = Premises(position, False, None)
        for proof in explain_all(position):
            premises = [position.geometry.index(n) for n in proof.numbers]
            premises += [MINE_COUNT] * proof.uses_mine_count
            supposed = {position.geometry.index(proof.cell): not proof.is_mine}
            case = refute(puzzle, premises, supposed)
            assert case is not None
            cases.append(check_case(case, referee.everything, referee))
    assert len(cases) > 400
    assert max(cases) > 1, "some boards should need two cases"
