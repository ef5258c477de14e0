"""Make tasks: task number i of a plan depends on the plan and on i only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sapper.errors import BudgetExceeded, InputError
from sapper.language import _
from sapper.tasks.building import BUILDERS, Question
from sapper.tasks.draws import Draws
from sapper.tasks.plan import TaskPlan
from sapper.tasks.prompts import first_prompt
from sapper.tasks.stages import Allowance, Source
from sapper.tasks.task import Task

__all__ = ["make_task", "make_tasks"]

PATIENCE: Final = 5_000
"""How many boards are looked at in vain for one task before the search gives up."""

MOST_BOARDS: Final = 1_000_000
"""How many boards are dealt for one task at most; where the core judges them, many are."""


def make_tasks(plan: TaskPlan, count: int, begin: int = 0) -> Iterator[Task]:
    """Yield tasks `begin` to `begin + count - 1` of a plan, in this process."""
    return (make_task(plan, index) for index in range(begin, begin + count))


def make_task(plan: TaskPlan, index: int) -> Task:
    """Return task number `index`.

    Raise `InputError` if the board has no such position, or hardly any: a task of another level in
    its place would spoil the balance.
    """
    kind, level, notation, _spec = plan.slot(index)
    found = _find_question(plan, index)
    return Task(
        id=f"{plan.digest}-{index}",
        seed=plan.seed,
        index=index,
        kind=kind,
        level=level,
        notation=notation,
        position=found.position,
        prompt=first_prompt(kind, found.position, notation, found.cell),
        answer=found.answer,
        solution=found.solution,
    )


def _find_question(plan: TaskPlan, index: int) -> Question:
    """Return a question of the kind and level of a task, from the first board that has one."""
    kind, level, _notation, spec = plan.slot(index)
    draws, allowance = Draws(plan.seed, index), Allowance(MOST_BOARDS)
    for attempt in range(PATIENCE):
        source = Source(spec, level, plan.seed, index, attempt, allowance)
        try:
            found = BUILDERS[kind](source, draws)
        except BudgetExceeded:
            break
        if found is not None:
            return found
        if allowance.left <= 0:
            break
    raise InputError(
        _(
            "no question of kind {kind} and level {level} found on {spec}: {boards:,} boards "
            "were tried for task number {index}. Give another board, or leave the level out"
        ).format(kind=kind, level=level, spec=spec, boards=allowance.dealt, index=index)
    )
