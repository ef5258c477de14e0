"""Tasks: balanced, by seed and number only, and every answer as a referee finds it."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from sapper.board.cell import FLAG, Cell
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.proofs import explain_all
from sapper.tasks import KINDS, NOTATIONS, Task, TaskPlan, make_task, score
from sapper.tasks.prompts import board_text
from tests.support.brute_force import layouts, truth

PLAN = TaskPlan(11, levels=["single", "pair", "count"], boards=["6x6/8", "7x7/11"])
MOST_UNKNOWN = 13  # cells whose layouts a referee lists


@cache
def tasks() -> tuple[Task, ...]:
    """Return questions on boards that brute force can judge, several of every kind and level."""
    return tuple(make_task(PLAN, index) for index in range(8 * len(PLAN.pairs)))


def small(kind: str) -> list[tuple[Position, Task]]:
    """Return the tasks of a kind that a referee can judge, with their positions."""
    found = [(Position.parse(task.position), task) for task in tasks() if task.kind == kind]
    found = [each for each in found if len(unknown(each[0])) <= MOST_UNKNOWN]
    assert len(found) > 3
    return found


def unknown(position: Position) -> list[Cell]:
    return [cell for cell in position.covered() if position.face(cell) != FLAG]


def test_a_task_depends_on_its_number_only() -> None:
    assert [make_task(PLAN, i) for i in (30, 5)] == [tasks()[30], tasks()[5]]
    other = TaskPlan(12, levels=PLAN.levels, boards=PLAN.boards)
    assert make_task(other, 5).position != tasks()[5].position
    assert len({task.id for task in tasks()}) == len(tasks())


def test_tasks_are_balanced() -> None:
    assert set(Counter((task.kind, task.level) for task in tasks()).values()) == {8}
    by_notation = Counter((task.kind, task.notation) for task in tasks())
    assert set(by_notation) == set(product(KINDS, NOTATIONS))
    assert min(by_notation.values()) == 6
    boards = Counter(task.plan for task in tasks())
    assert list(boards) == [str(PLAN)]
    sizes = Counter(task.position.partition("/")[0] for task in tasks())
    assert min(sizes["6x6"], sizes["7x7"]) > len(tasks()) / 3


def test_exact_answers_score_1() -> None:
    for task in tasks():
        value, outcome = score(task, task.answer.split("\n"))
        assert (value, outcome.value) == (Fraction(1), "right"), task


def test_certain_cells_are_those_of_brute_force() -> None:
    for position, task in small("certain"):
        found = truth(position, trust_flags=True)
        mines = {cell for cell in found.mines if position.face(cell) != FLAG}
        safe_text, mines_text = task.answer.split(";")
        assert {str(cell) for cell in found.safe} == set(re.findall(r"r\d+c\d+", safe_text))
        assert {str(cell) for cell in mines} == set(re.findall(r"r\d+c\d+", mines_text))
        assert found.safe or mines


def test_levels_mean_what_they_say() -> None:
    """No certain cell follows from less than the level says."""
    for position, task in small("certain"):
        proofs = [
            proof
            for proof in explain_all(position, trust_flags=True)
            if position.face(proof.cell) != FLAG
        ]
        easiest = min(len(p.numbers) if not p.uses_mine_count else 99 for p in proofs)
        assert easiest == {"single": 1, "pair": 2, "count": 99}[task.level]


def test_chances_are_those_of_brute_force() -> None:
    for position, task in small("chance"):
        found = re.search(r"chance that (\S+) is a mine", task.prompt)
        assert found is not None
        chance = truth(position, trust_flags=True).fraction(Cell.parse(found[1]))
        assert task.answer == f"Answer: {chance}"
        assert 0 < chance < 1


def test_positions_are_possible_as_said() -> None:
    said = set()
    for position, task in small("possible"):
        is_possible = next(layouts(position, True), None) is not None
        assert task.answer == f"Answer: {'yes' if is_possible else 'no'}"
        said.add(is_possible)
    assert len(said) == 2


def test_equations_have_the_layouts_of_the_board() -> None:
    """Those that satisfy all equations are the layouts that fit, no more and no fewer."""
    for position, _task in [*small("certain"), *small("possible")]:
        text = board_text(position, "constraints")
        equations = [
            (left.split(" + "), int(right))
            for left, right in re.findall(r": (\S+(?: \+ \S+)*) = (-?\d+)$", text, re.MULTILINE)
        ]
        cells = [str(cell) for cell in unknown(position)]
        assert equations[-1][0] == cells
        solutions = {
            frozenset(name for name, is_mine in zip(cells, bits, strict=True) if is_mine)
            for bits in product((0, 1), repeat=len(cells))
            if _holds(equations, dict(zip(cells, bits, strict=True)))
        }
        expected = {
            frozenset(str(c) for c in unknown(position) if position.geometry.index(c) in layout)
            for layout in layouts(position, True)
        }
        assert solutions == expected


def _holds(equations: list[tuple[list[str], int]], mines: dict[str, int]) -> bool:
    return all(sum(mines.get(c, 0) for c in left) == right for left, right in equations)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"kinds": ["riddle"]}, "expected a kind, one of certain, chance"),
        ({"levels": ["hard"]}, "expected a level, one of single, pair"),
        ({"notations": []}, "expected a kind, a level, a notation and a board"),
        ({"boards": ["torus-9x9/10"]}, "tasks need a plain rectangle"),
        ({"boards": ["40x40/99"]}, "4 to 30 rows and columns"),
        ({"boards": []}, "expected a kind, a level, a notation and a board"),
        ({"seed": -1}, "expected a seed"),
    ],
)
def test_bad_plans(options: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        TaskPlan(**options)  # type: ignore[arg-type]
