"""Every proof is valid and minimal, as is every refutation, and every certain cell has one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sapper import Position
from sapper.analysis.premises import MINE_COUNT, Premises
from sapper.board.cell import FLAG
from sapper.proofs import Proof, Technique, Undecided, explain, explain_all
from sapper.proofs.reasoning import Case, refute
from tests.support.proof_referee import Allowed, Referee
from tests.support.random_positions import random_position


def check_proof(proof: Proof, referee: Referee) -> None:
    value = {int(proof.is_mine)}
    where = f"{proof.position} {proof.cell}"
    enough = referee.allowed(proof.numbers, proof.uses_mine_count)
    assert referee.values(proof.cell, enough) == value, where
    for spared in proof.numbers:
        fewer = [n for n in proof.numbers if n != spared]
        allowed = referee.allowed(fewer, proof.uses_mine_count)
        assert referee.values(proof.cell, allowed) == {0, 1}, f"{where} without {spared}"
    if proof.uses_mine_count:
        allowed = referee.allowed(proof.numbers, False)
        assert referee.values(proof.cell, allowed) == {0, 1}, f"{where} without the mine count"
    check_steps(proof, referee)


def check_steps(proof: Proof, referee: Referee) -> None:
    """Every plain step follows from its own numbers and from what earlier steps found."""
    used = {number for step in proof.steps for number in step.numbers}
    if proof.technique is not Technique.GIVEN:
        assert used == set(proof.numbers), f"{proof.position} {proof.cell}"
    if any(step.text.startswith("Suppose") for step in proof.steps):
        return
    known = referee.everything
    for step in proof.steps:
        allowed = referee.allowed(step.numbers, step.uses_mine_count) & known
        for cells, value in ((step.safe, 0), (step.mines, 1)):
            for cell in cells:
                index = proof.position.geometry.index(cell)
                assert referee.values(cell, allowed) == {value}, f"{proof.position} {step.text}"
                known = known & (referee.mines[:, index] == value)


def check_position(position: Position, trust_flags: bool = False) -> list[Proof]:
    referee = Referee(position, trust_flags)
    fitting = referee.fitting
    proofs = explain_all(position, trust_flags=trust_flags)
    certain = [c for c in position.covered() if len(referee.values(c, fitting)) == 1]
    assert [proof.cell for proof in proofs] == certain, str(position)
    for proof in proofs:
        check_proof(proof, referee)
    return list(proofs)


@pytest.mark.parametrize("seed", range(30))
def test_small_boards_of_all_geometries(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        position = random_position(rng, covered=10)
        check_position(position)
        check_position(position.with_mines(None))


@pytest.mark.parametrize("seed", range(5))
def test_trusted_flags_are_facts(seed: int) -> None:
    rng = random.Random(500 + seed)
    seen = Counter[Technique]()
    for _ in range(60):
        position = random_position(rng, covered=9)
        referee = Referee(position, True)
        if referee.fitting.any():
            seen.update(p.technique for p in check_position(position, trust_flags=True))
    assert seen[Technique.GIVEN] > 0
    assert seen[Technique.SINGLE_NUMBER] > 0


@pytest.mark.parametrize("seed", range(8))
def test_undecided_cells_have_two_layouts_and_no_proof(seed: int) -> None:
    rng = random.Random(900 + seed)
    for _ in range(25):
        position = random_position(rng, covered=9)
        trust = rng.random() < 0.3
        referee = Referee(position, trust)
        if not referee.fitting.any():
            continue
        layouts = referee.layouts()
        for cell in position.covered():
            found = explain(position, cell, trust_flags=trust)
            if len(referee.values(cell, referee.fitting)) == 1:
                assert isinstance(found, Proof)
                continue
            assert isinstance(found, Undecided)
            assert found.with_mine in layouts, f"{position} {cell}"
            assert found.without_mine in layouts, f"{position} {cell}"
            assert cell in found.with_mine
            assert cell not in found.without_mine


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_many_small_boards(seed: int) -> None:
    rng = random.Random(10_000 + seed)
    for _ in range(250):
        position = random_position(rng, covered=11)
        check_position(position)
        check_position(position.with_mines(None))


def test_small_proofs_are_the_smallest() -> None:
    """One or two numbers are used wherever one or two suffice."""
    rng = random.Random(78)
    for _ in range(150):
        position = random_position(rng, covered=9)
        referee = Referee(position)
        for proof in explain_all(position):
            if proof.uses_mine_count or len(proof.numbers) < 2:
                continue
            numbers = list(referee.by_number)
            for n in numbers:
                assert len(referee.values(proof.cell, referee.allowed([n], False))) == 2
            if len(proof.numbers) > 2:
                for i, n in enumerate(numbers):
                    for m in numbers[:i]:
                        allowed = referee.allowed([n, m], False)
                        assert len(referee.values(proof.cell, allowed)) == 2, str(position)


def test_untrusted_flags_are_ignored() -> None:
    position = Position.parse("1x3/?:F1_")
    assert not explain(position, (0, 2)).is_certain
    trusted = explain(position, (0, 2), trust_flags=True)
    assert isinstance(trusted, Proof)
    assert not trusted.is_mine
    given = explain(position, (0, 0), trust_flags=True)
    assert isinstance(given, Proof)
    assert given.technique is Technique.GIVEN
    assert position.face((0, 0)) == FLAG


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
