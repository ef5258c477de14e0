"""Tasks: balanced, by seed and number only, and every answer as a referee finds it."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from sapper.board.cell import FLAG, MINE, Cell, is_covered
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.games.grades import Grade
from sapper.proofs import explain_all
from sapper.tasks import LEVELS, Kind, Skill, Task, TaskPlan, make_task, make_tasks, score, skill_of
from tests.support.best_play import BestPlay
from tests.support.brute_force import layouts, truth
from tests.support.proof_referee import Referee

QUICK = ["click", "single", "pair", "count"]
MOST_UNKNOWN = 13  # cells whose layouts a referee lists


@cache
def tasks() -> tuple[Task, ...]:
    """Return questions on boards that brute force can judge, several of every kind and level."""
    plan = TaskPlan.of(seed=11, levels=QUICK, boards=["6x6/8", "7x7/11"])
    return tuple(make_tasks(plan, 8 * len(plan.pairs)))


def small(kind: Kind) -> list[Task]:
    """Return the tasks of a kind that a referee can judge."""
    return [task for task in tasks() if task.kind is kind and unknown(task) <= MOST_UNKNOWN]


def unknown(task: Task) -> int:
    return sum(is_covered(face) and face != FLAG for face in task.position.faces)


def test_a_task_depends_on_its_number_only() -> None:
    plan = TaskPlan.of(seed=11, levels=QUICK, boards=["6x6/8", "7x7/11"])
    assert [make_task(plan, i) for i in (30, 5)] == [tasks()[30], tasks()[5]]
    other = TaskPlan.of(seed=12, levels=QUICK, boards=["6x6/8", "7x7/11"])
    assert make_task(other, 5).position != tasks()[5].position
    assert len({task.id for task in tasks()}) == len(tasks())


def test_tasks_are_balanced() -> None:
    assert set(Counter((task.kind, task.level) for task in tasks()).values()) == {8}
    assert len(Counter((t.kind, t.level, t.notation) for t in tasks()).values()) == 3 * 21
    boards = Counter(str(task.position).partition(":")[0] for task in tasks())
    assert min(boards["6x6/8"], boards["7x7/11"]) > len(tasks()) / 3


def test_skills_are_told_apart() -> None:
    assert {skill_of(kind, level) for kind in Kind for level in LEVELS[kind]} == set(Skill)
    assert skill_of(Kind.READ, Grade.CLICK) is Skill.READING
    assert skill_of(Kind.PROVE, Grade.CHAIN) is Skill.CHAINING


def test_a_task_survives_json() -> None:
    for task in tasks():
        again = Task.from_dict(json.loads(json.dumps(task.to_dict())))
        assert again.to_dict() == json.loads(json.dumps(task.to_dict()))
        assert score(again, again.turns).value == 1


def test_certain_cells_are_those_of_brute_force() -> None:
    for task in (*small(Kind.CERTAIN), *small(Kind.PROVE)):
        found = truth(task.position, trust_flags=True)
        flags = {cell for cell in found.mines if task.position.face(cell) == FLAG}
        assert {Cell(*pair) for pair in task.solution["safe"]} == found.safe
        assert {Cell(*pair) for pair in task.solution["mines"]} == found.mines - flags
        assert found.safe or found.mines - flags


def test_levels_mean_what_they_say() -> None:
    """No certain cell follows from less than the level says: the proofs of two are not single."""
    for task in small(Kind.CERTAIN):
        proofs = [
            proof
            for proof in explain_all(task.position, trust_flags=True)
            if task.position.face(proof.cell) != FLAG
        ]
        easiest = min(len(p.numbers) if not p.uses_mine_count else 99 for p in proofs)
        expected = {
            Grade.SINGLE: easiest == 1,
            Grade.PAIR: easiest == 2,
            Grade.COUNT: easiest == 99,
        }
        assert expected[task.level], task


def test_chances_are_those_of_brute_force() -> None:
    for task in small(Kind.CHANCE):
        found = truth(task.position, trust_flags=True)
        assert task.cell is not None
        assert Fraction(task.solution["chance"]) == found.fraction(task.cell)
        assert 0 < found.fraction(task.cell) < 1


def test_positions_are_possible_as_said() -> None:
    said = []
    for task in small(Kind.POSSIBLE):
        is_possible = next(layouts(task.position, True), None) is not None
        said.append(is_possible)
        assert task.solution["possible"] is is_possible
    assert len(set(said)) == 2


def test_clashes_are_minimal() -> None:
    for task in small(Kind.CLASH):
        referee = Referee(task.position, True)
        numbers = [Cell(*pair) for pair in task.solution["numbers"]]
        counts = task.solution["uses_mine_count"]
        assert (Grade.COUNT if counts else Grade.of_numbers(len(numbers))) is task.level
        assert not referee.allowed(numbers, counts).any()
        for number in numbers:
            assert referee.allowed([n for n in numbers if n != number], counts).any()
        assert not counts or referee.allowed(numbers, False).any()


def test_guesses_are_those_of_the_game_tree() -> None:
    plan = TaskPlan.of(seed=1, kinds=["guess"], levels=["count"], boards=["5x5/7"])
    for task in make_tasks(plan, 8):
        position = _flags_shown(task.position)
        tree = BestPlay(position)
        for pair, chance in task.solution["wins"]:
            index = position.geometry.index(pair)
            assert tree.chance_opening(index) == Fraction(chance)
        assert not truth(position).safe
        assert {pair for pair, _ in task.solution["wins"]} == {c.pair for c in position.covered()}


def _flags_shown(position: Position) -> Position:
    flags = [cell for cell in position.covered() if position.face(cell) == FLAG]
    return position.with_faces(dict.fromkeys(flags, MINE))


def test_prompts_hold_the_board_and_no_answer() -> None:
    for task in tasks():
        marks = {"line": str(task.position), "grid": task.position.pretty(), "cells": " columns, "}
        assert marks[task.notation] in task.prompt
        if task.kind in (Kind.CERTAIN, Kind.PROVE, Kind.PLAY):
            assert task.answer not in task.prompt
        if task.cell is not None:
            assert str(task.cell) in task.prompt


def test_a_list_of_cells_names_every_cell_once() -> None:
    task = next(task for task in tasks() if task.notation == "cells")
    board = task.prompt.partition("mines\n")[2].partition("\n\n")[0]
    named = [word for line in board.split("\n") for word in line.partition(": ")[2].split()]
    assert sorted(named) == sorted(
        str(task.position.geometry.cell(i)) for i in range(task.position.geometry.size)
    )


@pytest.mark.slow
def test_every_kind_and_level() -> None:
    plan = TaskPlan.of(seed=5)
    made = list(make_tasks(plan, 2 * len(plan.pairs)))
    assert {(task.kind, task.level) for task in made} == set(plan.pairs)
    assert all(score(task, task.turns).value == 1 for task in made)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"kinds": ["riddle"]}, "expected a kind, one of read, neighbours"),
        ({"levels": ["hard"]}, "expected a level, one of click, single"),
        ({"notations": []}, "expected at least one notation"),
        ({"kinds": ["read"], "levels": ["pair"]}, "the kind read has none of these levels"),
        ({"boards": ["torus-9x9/10"]}, "tasks need a plain rectangle"),
        ({"boards": ["40x40/99"]}, "4 to 30 rows and columns"),
        ({"boards": []}, "expected at least one board"),
        ({"seed": -1}, "expected a seed"),
    ],
)
def test_bad_plans(options: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        TaskPlan.of(**options)  # type: ignore[arg-type]


def test_a_board_without_such_questions_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.tasks.making.PATIENCE", 20)
    plan = TaskPlan.of(kinds=["guess"], levels=["component"], boards=["4x4/1"])
    with pytest.raises(InputError, match="no question of kind guess and level component"):
        make_task(plan, 0)


@pytest.mark.parametrize("kind", ["certain", "prove"])
def test_a_level_that_a_board_lacks_is_named(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.tasks.making.MOST_BOARDS", 500)
    plan = TaskPlan.of(kinds=[kind], boards=["4x4/3"])
    chain = plan.pairs.index((Kind(kind), Grade.CHAIN))
    with pytest.raises(InputError) as caught:
        make_task(plan, chain)
    words = f"no question of kind {kind} and level chain found on 4x4/3: 500 boards were tried"
    assert words in str(caught.value)


def test_the_boards_of_a_task_are_counted_over_all_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.tasks.building._MOST_CERTAIN", 0)  # so no stage fits
    monkeypatch.setattr("sapper.tasks.making.MOST_BOARDS", 40)
    with pytest.raises(InputError, match="40 boards were tried"):
        make_task(TaskPlan.of(kinds=["certain"], boards=["6x6/8"]), 1)


def test_a_dealt_board_counts_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.tasks.making.PATIENCE", 7)
    plan = TaskPlan.of(kinds=["guess"], levels=["component"], boards=["4x4/1"])
    with pytest.raises(InputError, match="7 boards were tried for task number 0"):
        make_task(plan, 0)
