"""Ask a language model sapper's questions through Inspect (pip install inspect_ai==0.3.285).

inspect eval examples/tasks_inspect.py --model ... -T count=20 -T kinds=chance,play

A question is asked once, a game turn by turn. The metadata of a score have the outcome.
"""

from __future__ import annotations

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from sapper import document
from sapper.tasks import KINDS, Conversation, TaskPlan, check_task, make_task, score


@task
def minesweeper(count: int = 100, seed: int = 0, kinds: str = ",".join(KINDS)) -> Task:
    """Return the first tasks of a plan; kinds are separated by commas."""
    plan = TaskPlan(seed, kinds=kinds.split(","))
    tasks = [make_task(plan, index) for index in range(count)]
    samples = [
        Sample(input=t.prompt, target=t.answer, id=t.id, metadata=document(t)) for t in tasks
    ]
    return Task(dataset=samples, solver=ask(), scorer=points())


@solver
def ask() -> Solver:
    """Return the solver: one answer to a question, as many turns as a game takes."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        asked, turns = check_task(state.metadata), []
        talk = Conversation(asked) if asked.kind == "play" else None
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


@scorer(metrics=[mean(), stderr(), grouped(mean(), "kind"), grouped(mean(), "notation")])
def points() -> Scorer:
    """Return the scorer: 0 to 1."""

    async def judge(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        turns = state.store.get("turns", [])
        value, outcome = score(check_task(state.metadata), turns)
        answer = turns[-1] if turns else ""
        return Score(value=float(value), answer=answer, metadata={"outcome": outcome.value})

    return judge
