"""`sapper tasks`: make questions with exact answers, answer them by baselines, score answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Final

import typer

from sapper.cli.console import console_for, print_document, say_note
from sapper.cli.extras import need_extra
from sapper.cli.options import AsJson, Cluster, NoColor, Seed, Workers
from sapper.cli.progress_bar import show_bar
from sapper.cli.run_progress import end_on_stop
from sapper.cli.streams import stream_parts
from sapper.cli.tables import figures_table, print_table
from sapper.files import STANDARD_OUTPUT, can_only_stream, standard_output, write_text
from sapper.games.grades import Grade
from sapper.lab.provenance import command_line
from sapper.language import N_
from sapper.schema import stamp
from sapper.tasks import (
    NOTATIONS,
    Conversation,
    Kind,
    TaskPlan,
    TaskScores,
    baseline_turns,
    read_answers,
    read_tasks,
    score_all,
    stream_lines,
    write_tasks,
)
from sapper.tasks.plan import DEFAULT_BOARDS
from sapper.tasks.scoring import score_document

__all__ = ["SUBCOMMANDS", "tasks_command"]


_STOPPED: Final = N_("stopped; whole tasks are in the file, and the same command resumes")

_Tasks = Annotated[Path, typer.Argument(help="A file of tasks.")]
_Answers = Annotated[
    Path, typer.Argument(help='Answers as JSON lines: {"id": ..., "answer": ...} or "turns".')
]


_File = Annotated[str, typer.Argument(help="A new file, one to resume, or - for a pipe.")]
_Count = Annotated[int, typer.Option("--count", "-n", help="Number of tasks, 1 or more.")]
_Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", help=f"{', '.join(Kind)}; may be repeated. All by default."),
]
_Levels = Annotated[
    list[str] | None, typer.Option("--level", help=f"{', '.join(Grade)}; may be repeated.")
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
    cluster: Cluster = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Make questions about positions with their exact answers, as JSON lines.

    All kinds and levels come equally often. Task number i depends on the options and i only, so it
    is the same with any number of workers. Stop at any time: the same command resumes.
    """
    if cluster is not None:
        need_extra("cluster", "--cluster")
    plan = TaskPlan.of(seed=seed, kinds=kind, levels=level, notations=notation, boards=board)
    if can_only_stream(Path(file)):
        lines = stream_lines(plan, count, workers=workers, cluster=cluster)
        stream_parts(file, (part.encode() for part in lines), as_json=as_json)
        return
    with end_on_stop(_STOPPED), show_bar("tasks") as report:
        made = write_tasks(
            file, plan, count, workers=workers, cluster=cluster, command=command_line(),
            report=report,
        )  # fmt: skip
    if made["kept"]:
        say_note(f"{made['kept']:,} tasks were in {file} already")
    if as_json:
        print_document(made)
    else:
        console_for(no_color).print(f"{made['tasks']:,} tasks are in {file}")


def answer_command(
    tasks: _Tasks,
    baseline: Annotated[
        str, typer.Option("--as", help="Who answers: random, greedy, champion or exact.")
    ] = "greedy",
    output: Annotated[
        Path, typer.Option("-o", "--output", help="File for the answers; - is standard output.")
    ] = Path(STANDARD_OUTPUT),
) -> None:
    """Answer tasks as one of our own baselines would, as JSON lines for `sapper tasks score`."""
    lines = [
        json.dumps({"id": task.id, "turns": baseline_turns(baseline, task)})
        for task in read_tasks(tasks)
    ]
    write_text(output, "".join(f"{line}\n" for line in lines))


def next_command(tasks: _Tasks, answers: _Answers) -> None:
    """Print the next prompt of every task that waits for an answer, as JSON lines.

    A question waits until it has an answer, a game until it is over. So a program in any language
    can play games: call it again with one more turn.
    """
    given = read_answers(answers)
    for task in read_tasks(tasks):
        turns = given.get(task.id, [])
        prompt: str | None = None if turns else task.prompt
        if task.kind is Kind.PLAY:
            talk = Conversation(task)
            for turn in turns:
                talk.reply(turn)
            prompt = None if talk.is_over else talk.prompt
        if prompt is not None:
            standard_output().write(json.dumps({"id": task.id, "prompt": prompt}) + "\n")


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
    """Score answers in free text, by kind, level, skill and notation.

    Tasks without an answer count as 0. A right cell that is proved is worth more than one that is
    only named.
    """
    found = score_all(read_tasks(tasks), read_answers(answers))
    if output is not None:
        lines = [json.dumps(stamp(score_document(*each))) for each in found.scored]
        write_text(output, "".join(f"{line}\n" for line in lines))
    if as_json:
        print_document(found.to_dict())
    elif output is None or str(output) != STANDARD_OUTPUT:
        _show(found, no_color)


def _show(found: TaskScores, no_color: bool) -> None:
    console = console_for(no_color)
    table = figures_table(["", ""], ["tasks", "score"])
    for name in ("skill", "kind", "level", "notation"):
        for key, (count, value) in found.mean(name).items():
            table.add_row(name, key, f"{count:,}", f"{float(value):.3f}")
    table.add_row("all", "", f"{len(found.scored):,}", f"{float(found.value):.3f}")
    print_table(console, table)
    if found.answered < len(found.scored):
        say_note(f"{len(found.scored) - found.answered:,} tasks have no answer and count as 0")


def tasks_command() -> None:
    """Make questions with exact answers, for language models, and score answers."""


SUBCOMMANDS: Final = {
    "make": make_command,
    "answer": answer_command,
    "next": next_command,
    "score": score_command,
}
