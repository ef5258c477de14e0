"""Make tasks: task number i of a plan depends on the plan and on i only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sapper.errors import InputError
from sapper.language import _
from sapper.tasks.building import BUILDERS
from sapper.tasks.draws import Draws
from sapper.tasks.plan import TaskPlan
from sapper.tasks.prompts import first_prompt
from sapper.tasks.stages import Source
from sapper.tasks.task import Task

__all__ = ["make_task", "make_tasks"]

PATIENCE: Final = 5_000
"""How many boards are tried in vain for one task before the search gives up."""


def make_tasks(plan: TaskPlan, count: int, begin: int = 0) -> Iterator[Task]:
    """Yield tasks `begin` to `begin + count - 1` of a plan, in this process."""
    return (make_task(plan, index) for index in range(begin, begin + count))


def make_task(plan: TaskPlan, index: int) -> Task:
    """Return task number `index`.

    Raise `InputError` or `BudgetExceeded` if the board has no such position, or hardly any.
    """
    kind, level, notation, spec = plan.slot(index)
    draws = Draws(plan.seed, index)
    for attempt in range(PATIENCE):
        found = BUILDERS[kind](Source(spec, level, plan.seed, index, attempt), draws)
        if found is not None:
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
    raise InputError(
        _(
            "{patience:,} boards {spec} in a row have no question of kind {kind} and level "
            "{level}: give another board, or leave the level out"
        ).format(patience=PATIENCE, spec=spec, kind=kind, level=level)
    )
