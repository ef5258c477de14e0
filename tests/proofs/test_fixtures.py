"""Proofs and conflicts of large positions, checked against the engine by a different method.

A number is dropped by removing its cell from the neighbour lists: an opened 0 that touches nothing.
"""

from __future__ import annotations

import random

import pytest

from sapper import Budget, BudgetExceeded, ContradictionError, Geometry, Position, analyse
from sapper.board.cell import Cell
from sapper.proofs import Proof, Undecided, conflict, explain, explain_all
from tests.support.committed_positions import Answered, answered_positions, stress_positions
from tests.support.middle_games import scattered

ANSWERED = answered_positions()
STRESS = stress_positions()


def with_only(position: Position, numbers: set[Cell], with_count: bool) -> Position:
    """Return the position with all other numbers dropped."""
    geometry = position.geometry
    silent = {geometry.index(c) for c, _ in position.numbers() if c not in numbers}
    lists = [
        [] if i in silent else [j for j in around if j not in silent]
        for i, around in enumerate(geometry.neighbour_lists)
    ]
    faces = bytes(0 if i in silent else f for i, f in enumerate(position.faces))
    board = Geometry.graph(lists, rows=geometry.rows, columns=geometry.columns)
    return Position(board, position.mines if with_count else None, faces)


def is_forced(position: Position, cell: Cell, numbers: set[Cell], with_count: bool) -> bool:
    reduced = with_only(position, numbers, with_count)
    analysis = analyse(reduced, density=None if reduced.mines is not None else 0.2)
    return cell in analysis.safe | analysis.mines


def check(proof: Proof) -> None:
    position, numbers, count = proof.position, set(proof.numbers), proof.uses_mine_count
    assert is_forced(position, proof.cell, numbers, count)
    for spared in numbers:
        assert not is_forced(position, proof.cell, numbers - {spared}, count)
    if count:
        assert not is_forced(position, proof.cell, numbers, False)


@pytest.mark.parametrize("known", ANSWERED, ids=lambda known: known.name)
def test_every_certain_cell_has_a_proof(known: Answered) -> None:
    proofs = explain_all(known.position)
    analysis = analyse(known.position)
    assert {p.cell for p in proofs if p.is_mine} == analysis.mines
    assert {p.cell for p in proofs if not p.is_mine} == analysis.safe
    assert {p.cell for p in proofs if p.uses_mine_count} == analysis.by_mine_count


@pytest.mark.parametrize("known", ANSWERED[::7], ids=lambda known: known.name)
def test_proofs_are_minimal(known: Answered) -> None:
    proofs = [p for p in explain_all(known.position) if len(p.numbers) < 12]
    hard = sorted(proofs, key=lambda p: p.difficulty)[-4:]
    for proof in hard:
        check(proof)


@pytest.mark.slow
@pytest.mark.parametrize("known", ANSWERED, ids=lambda known: known.name)
def test_many_proofs_are_minimal(known: Answered) -> None:
    for proof in sorted(explain_all(known.position), key=lambda p: p.difficulty)[-12:]:
        check(proof)


@pytest.mark.parametrize("known", ANSWERED[::5], ids=lambda known: known.name)
def test_witnesses_fit(known: Answered) -> None:
    position = known.position
    analysis = analyse(position)
    rng = random.Random(known.name)
    undecided = [c for c in position.covered() if c not in analysis.safe | analysis.mines]
    for cell in rng.sample(undecided, min(3, len(undecided))):
        found = explain(position, cell)
        assert isinstance(found, Undecided)
        for layout, is_mine in ((found.with_mine, True), (found.without_mine, False)):
            assert (cell in layout) == is_mine
            assert len(layout) == position.mines
            assert all(position.is_covered(c) for c in layout)
            for number, n in position.numbers():
                around = position.geometry.around(number)
                assert len(layout.intersection(around)) == n


@pytest.mark.parametrize("known", ANSWERED[::6], ids=lambda known: known.name)
def test_conflicts_of_large_positions(known: Answered) -> None:
    rng = random.Random(known.name)
    numbers = [(c, n) for c, n in known.position.numbers() if n]
    cell, n = rng.choice(numbers)
    position = known.position.with_faces({cell: n + rng.choice([-1, 1])})
    found = conflict(position)
    if found is None:
        analyse(position)
        return
    clashing = set(found.numbers)
    assert not is_possible(with_only(position, clashing, found.uses_mine_count))
    for spared in rng.sample(sorted(clashing), min(6, len(clashing))):
        assert is_possible(with_only(position, clashing - {spared}, found.uses_mine_count))
    assert any(repair.cell == cell for repair in found.repairs) or found.uses_mine_count
    for repair in found.repairs:
        assert is_possible(repair.apply(position)), repair.text


def is_possible(position: Position) -> bool:
    try:
        analyse(position, density=None if position.mines is not None else 0.2)
    except ContradictionError:
        return False
    return True


@pytest.mark.parametrize("name", STRESS)
def test_stress_is_explained_or_stopped(name: str) -> None:
    position = STRESS[name]
    budget = Budget(milliseconds=1500)
    try:
        proofs = explain_all(position, budget=budget)
    except BudgetExceeded:
        return
    analysis = analyse(position)
    assert {p.cell for p in proofs} == analysis.safe | analysis.mines


def test_the_budget_limits_the_work() -> None:
    with pytest.raises(BudgetExceeded):
        explain_all(ANSWERED[100].position, budget=Budget(milliseconds=0.05))
    with pytest.raises(BudgetExceeded):
        explain_all(STRESS["lattice2-30x16"], budget=Budget(states=10))


def test_a_large_board_is_explained_to_the_last_cell() -> None:
    rng = random.Random(5)
    board = Geometry.grid(36, 36)
    position = scattered(rng, board, round(0.18 * board.size), 0.7)
    analysis = analyse(position)
    proofs = explain_all(position)
    assert {p.cell for p in proofs} == analysis.safe | analysis.mines
    for proof in sorted(proofs, key=lambda p: p.difficulty)[-2:]:
        check(proof)


def test_long_chains_are_explained_step_by_step() -> None:
    columns = 90
    rows = ["0" * columns, "1" * columns, "_" * columns]
    position = Position.parse(f"3x{columns}/?:" + "/".join(rows))
    proof = explain(position, (2, 44))
    assert isinstance(proof, Proof)
    assert len(proof.numbers) == 30
    assert len(proof.steps) == 15
    check(proof)
