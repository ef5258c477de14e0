"""`sapper tasks`: make questions with exact answers, and score answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Final

import typer

from sapper.cli.console import console_for, print_document, say_note
from sapper.cli.options import AsJson, NoColor, Seed, Workers
from sapper.cli.progress_bar import show_bar
from sapper.cli.run_progress import end_on_stop
from sapper.cli.streams import stream_parts
from sapper.cli.tables import figures_table, print_table
from sapper.files import STANDARD_OUTPUT, can_only_stream, standard_output, write_text
from sapper.schema import stamp
from sapper.tasks import (
    KINDS,
    LEVELS,
    NOTATIONS,
    Conversation,
    Outcome,
    TaskPlan,
    read_answers,
    read_tasks,
    score_all,
    stream_lines,
    summarise,
    write_tasks,
)
from sapper.tasks.plan import DEFAULT_BOARDS
from sapper.tasks.scoring import TaskScoresDocument

__all__ = ["SUBCOMMANDS", "tasks_command"]


_STOPPED: Final = "stopped; whole tasks are in the file, and the same command resumes"
_LEVELS: Final = [level.value for level in LEVELS["certain"]]

_Tasks = Annotated[Path, typer.Argument(help="A file of tasks.")]
_Answers = Annotated[
    Path, typer.Argument(help='Answers as JSON lines: {"id": ..., "answer": ...} or "turns".')
]


_File = Annotated[str, typer.Argument(help="A new file, one to resume, or - for a pipe.")]
_Count = Annotated[int, typer.Option("--count", "-n", help="Number of tasks, 1 or more.")]
_Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", help=f"{', '.join(KINDS)}; may be repeated. All by default."),
]
_Levels = Annotated[
    list[str] | None, typer.Option("--level", help=f"{', '.join(_LEVELS)}; may be repeated.")
]
_Notations = Annotated[
    list[str] | None,
    typer.Option("--notation", help=f"{', '.join(NOTATIONS)}; may be repeated."),
]
_Boards = Annotated[
    list[str] | None,
    typer.Option(
        "--board",
        help=f"Rectangle and mines; may be repeated. By default {', '.join(DEFAULT_BOARDS)}.",
        show_default=False,
    ),
]


def make_command(
    file: _File,
    count: _Count = 100,
    kind: _Kinds = None,
    level: _Levels = None,
    notation: _Notations = None,
    board: _Boards = None,
    seed: Seed = 0,
    workers: Workers = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Make questions about positions with their exact answers, as JSON lines.

    All kinds and levels come equally often. Task number i depends on the options and i only, so it
    is the same with any number of workers. Stop at any time: the same command resumes.
    """
    plan = TaskPlan(
        seed, kind or KINDS, level or _LEVELS, notation or NOTATIONS, board or DEFAULT_BOARDS
    )
    if can_only_stream(Path(file)):
        lines = stream_lines(plan, count, workers=workers)
        stream_parts(file, (line.encode() for line in lines), as_json=as_json)
        return
    with end_on_stop(_STOPPED), show_bar("tasks") as report:
        made = write_tasks(file, plan, count, workers=workers, report=report)
    if made["kept"]:
        say_note(f"{made['kept']:,} tasks were in {file} already")
    if as_json:
        print_document(made)
    else:
        console_for(no_color).print(f"{made['tasks']:,} tasks are in {file}")


def next_command(tasks: _Tasks, answers: _Answers) -> None:
    """Print the next prompt of every task that waits for an answer, as JSON lines.

    A question waits until it has an answer, a game until it is over. So a program in any language
    can play games: call it again with one more turn.
    """
    given = read_answers(answers)
    for task in read_tasks(tasks):
        turns = given.get(task["id"], [])
        prompt: str | None = None if turns else task["prompt"]
        if task["kind"] == "play":
            talk = Conversation(task)
            for turn in turns:
                talk.reply(turn)
            prompt = None if talk.is_over else talk.prompt
        if prompt is not None:
            standard_output().write(json.dumps({"id": task["id"], "prompt": prompt}) + "\n")


def score_command(
    tasks: _Tasks,
    answers: _Answers,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Write the score of every task as JSON lines."),
    ] = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Score answers, by kind, level and notation.

    Of an answer its last line `Answer: ...` is read, in the form that the question asks for. Others
    are unreadable: they count as 0, as tasks without an answer do, and are counted apart.
    """
    scores = score_all(read_tasks(tasks), read_answers(answers))
    if output is not None:
        write_text(output, "".join(f"{json.dumps(stamp(given))}\n" for given in scores))
    if as_json:
        print_document(summarise(scores))
    elif output is None or str(output) != STANDARD_OUTPUT:
        _show(summarise(scores), no_color)


def _show(found: TaskScoresDocument, no_color: bool) -> None:
    table = figures_table(["", ""], ["tasks", "score", "unreadable", "no answer"])
    rows = [(name, key, group) for name, by in found["groups"].items() for key, group in by.items()]
    for name, key, group in [*rows, ("all", "", found["all"])]:
        counts = (group["outcomes"].get(each, 0) for each in (Outcome.UNREADABLE, Outcome.MISSING))
        figures = (f"{group['tasks']:,}", f"{group['score']:.3f}", *(f"{n:,}" for n in counts))
        table.add_row(name, key, *figures)
    print_table(console_for(no_color), table)


def tasks_command() -> None:
    """Make questions with exact answers, for language models, and score answers."""


SUBCOMMANDS: Final = {"make": make_command, "next": next_command, "score": score_command}
