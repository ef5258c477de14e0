"""`sapper lab tasks`: make questions with exact answers, and score answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import click

from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON, FILE, SEED, WORKERS
from sapper.cli.terminal.console import print_document, result_console, say_note
from sapper.cli.terminal.live_lines import show_bar
from sapper.cli.terminal.progress import end_on_stop
from sapper.cli.terminal.tables import print_table
from sapper.documents import json_text
from sapper.errors import InputError
from sapper.files import (
    STANDARD_OUTPUT,
    can_only_stream,
    open_output,
    standard_output,
    write_text,
)
from sapper.tasks import (
    KINDS,
    LEVELS,
    NOTATIONS,
    Conversation,
    Mark,
    TaskPlan,
    read_answers,
    read_tasks,
    score_all,
    stream_lines,
    summarise,
    write_tasks,
)
from sapper.tasks.plan import DEFAULT_BOARDS
from sapper.tasks.scoring import TaskScores

__all__ = ["tasks_command"]


_STOPPED: Final = "stopped; whole tasks are in the file, and the same command resumes"
_STREAM_STOPPED: Final = "stopped; what was written is whole up to here, and nothing else is kept"
_LEVELS: Final = [level.value for level in LEVELS]


def _repeated(name: str, values: Sequence[str]) -> Callable[[Any], Any]:
    return click.option(name, multiple=True, help=f"{', '.join(values)}; several times.")


@command
@click.argument("file")
@click.option("--count", "-n", type=int, default=100, show_default=True, help="Number of tasks.")
@_repeated("--kind", KINDS)
@_repeated("--level", _LEVELS)
@_repeated("--notation", NOTATIONS)
@click.option(
    "--board", multiple=True, help=f"Several times. By default {', '.join(DEFAULT_BOARDS)}."
)
@SEED
@WORKERS
@AS_JSON
def _make(
    file: str, count: int, kind: tuple[str, ...], level: tuple[str, ...],
    notation: tuple[str, ...], board: tuple[str, ...], seed: int, workers: int | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Make questions with their exact answers, as JSON lines.

    All kinds and levels come equally often. Task number i depends on the options and i only, so it
    is the same with any number of workers. Stop at any time: the same command resumes.
    FILE is a new file, one to resume, or - for a pipe.

    Examples:
      sapper lab tasks make tasks.jsonl --kind certain --count 4

    """
    plan = TaskPlan(
        seed, kind or KINDS, level or _LEVELS, notation or NOTATIONS, board or DEFAULT_BOARDS
    )
    if can_only_stream(Path(file)):
        lines = stream_lines(plan, count, workers=workers)
        if as_json:
            raise InputError(f"--json describes what is kept, and nothing is kept in {file}")
        with end_on_stop(_STREAM_STOPPED), open_output(Path(file)) as output:
            for line in lines:
                output.write(line)
                output.flush()
        return
    with end_on_stop(_STOPPED), show_bar("tasks") as report:
        made = write_tasks(file, plan, count, workers=workers, report=report)
    if made.kept:
        say_note(f"{made.kept:,} tasks were in {file} already")
    if as_json:
        print_document(made)
    else:
        result_console().print(f"{made.tasks:,} tasks are in {file}")


@command
@click.argument("tasks", type=FILE)
@click.argument("answers", type=FILE)
def _next(tasks: Path, answers: Path) -> None:
    """Print the next prompts of tasks that wait for an answer.

    A question waits until it has an answer, a game until it is over. So a program in any language
    can play games: call it again with one more turn. Prompts and ANSWERS are
    JSON lines: {"id": ..., "answer": ...} or "turns".

    Examples:
      sapper lab tasks next tasks.jsonl answers.jsonl

    """
    given = read_answers(answers)
    for task in read_tasks(tasks):
        turns = given.get(task.id, [])
        prompt: str | None = None if turns else task.prompt
        if task.kind == "play":
            talk = Conversation(task)
            for turn in turns:
                talk.reply(turn)
            prompt = None if talk.is_over else talk.prompt
        if prompt is not None:
            standard_output().write(json.dumps({"id": task.id, "prompt": prompt}) + "\n")


@command
@click.argument("tasks", type=FILE)
@click.argument("answers", type=FILE)
@click.option("-o", "--output", type=FILE, help="Write the score of every task as JSON lines.")
@AS_JSON
def _score(tasks: Path, answers: Path, output: Path | None, as_json: bool) -> None:
    """Score answers, by kind, level and notation.

    Of an answer its last line `Answer: ...` is read, in the form that the question asks for. Others
    are unreadable: they count as 0, as tasks without an answer do, and are counted apart.
    ANSWERS are JSON lines: {"id": ..., "answer": ...} or "turns".

    Examples:
      sapper lab tasks score tasks.jsonl answers.jsonl

    """
    scores = score_all(read_tasks(tasks), read_answers(answers))
    if output is not None:
        write_text(output, "".join(f"{json_text(given)}\n" for given in scores))
    if as_json:
        print_document(summarise(scores))
    elif output is None or str(output) != STANDARD_OUTPUT:
        _show(summarise(scores))


def _show(found: TaskScores) -> None:
    rows = [(name, key, group) for name, by in found.groups.items() for key, group in by.items()]
    shown = []
    for name, key, group in [*rows, ("all", "", found.all)]:
        counts = (group.outcomes.get(each, 0) for each in (Mark.UNREADABLE, Mark.MISSING))
        figures = (f"{group.tasks:,}", f"{group.score:.3f}", *(f"{n:,}" for n in counts))
        shown.append([name, key, *figures])
    heads = ["", "", "tasks", "score", "unreadable", "no answer"]
    print_table(result_console(), heads, shown, words=2)


tasks_command = click.Group(
    "tasks",
    {"make": _make, "next": _next, "score": _score},
    help="Make questions with exact answers, for language models, and score answers.",
)
