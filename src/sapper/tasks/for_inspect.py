"""Tasks for Inspect 0.3.285 (extra `tasks`): `inspect eval src/sapper/tasks/for_inspect.py`.

A question is asked once, a game turn by turn. Score metadata have the outcome.
"""

from __future__ import annotations

from inspect_ai import Task as InspectTask
from inspect_ai import task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from sapper.tasks.conversation import Conversation
from sapper.tasks.files import read_tasks
from sapper.tasks.kinds import Kind
from sapper.tasks.making import make_tasks
from sapper.tasks.plan import TaskPlan
from sapper.tasks.scoring import score
from sapper.tasks.task import Task

__all__ = ["ask", "minesweeper", "provability"]


@task  # type: ignore[untyped-decorator, unused-ignore]
def minesweeper(
    file: str | None = None,
    count: int = 100,
    seed: int = 0,
    kinds: str | None = None,
    levels: str | None = None,
    notations: str | None = None,
    boards: str | None = None,
) -> InspectTask:
    """Return the tasks of a file, or the first ones of a plan; lists are separated by commas."""
    if file is not None:
        tasks = read_tasks(file)
    else:
        plan = TaskPlan.of(
            seed=seed,
            kinds=_split(kinds),
            levels=_split(levels),
            notations=_split(notations),
            boards=_split(boards),
        )
        tasks = list(make_tasks(plan, count))
    return InspectTask(
        dataset=MemoryDataset([_sample(each) for each in tasks], name="sapper"),
        solver=ask(),
        scorer=provability(),
    )


def _split(names: str | None) -> list[str] | None:
    return None if names is None else [name for name in names.split(",") if name]


def _sample(each: Task) -> Sample:
    metadata = {"task": each.to_dict(), "skill": each.skill.value, "kind": each.kind.value}
    return Sample(input=each.prompt, target=each.answer, id=each.id, metadata=metadata)


def _task_of(state: TaskState) -> Task:
    return Task.from_dict(state.metadata["task"])


@solver  # type: ignore[untyped-decorator, unused-ignore]
def ask() -> Solver:
    """Return the solver: one answer to a question, as many turns as a game takes."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        asked = _task_of(state)
        talk = Conversation(asked) if asked.kind is Kind.PLAY else None
        turns: list[str] = []
        while True:
            state = await generate(state)
            turns.append(state.output.completion)
            prompt = None if talk is None else talk.reply(turns[-1])
            if prompt is None or state.completed:
                break
            state.messages.append(ChatMessageUser(content=prompt))
        state.store.set("turns", turns)
        return state

    return solve


@scorer(metrics=[mean(), stderr(), grouped(mean(), "skill"), grouped(mean(), "kind")])  # type: ignore[untyped-decorator, unused-ignore]
def provability() -> Scorer:
    """Return the scorer: 0 to 1, with partial credit by what was proved."""

    async def judge(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        turns = state.store.get("turns", [state.output.completion])
        given = score(_task_of(state), turns)
        return Score(
            value=float(given),
            answer=turns[-1] if turns else "",
            metadata={"outcome": given.outcome.value, "exact": str(given.value)},
        )

    return judge
