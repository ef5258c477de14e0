"""`sapper queue`: experiments of one file, run, resumed and reported as a whole."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.compare import pairs_table, verdict_text
from sapper.cli.console import Screen, print_document, result_console, say_note
from sapper.cli.extras import need_extra
from sapper.cli.options import AsJson, Cluster, DataFolder, LedgerFile, NoColor, Workers
from sapper.cli.report_files import write_beside
from sapper.cli.run_progress import end_on_stop, show_progress
from sapper.cli.tables import figures_table, print_table
from sapper.errors import InputError
from sapper.files import STANDARD_OUTPUT, write_text
from sapper.lab.ledger import default_ledger
from sapper.lab.queue import (
    Queue,
    QueueResult,
    QueueStatusDocument,
    Status,
    queue_status,
    run_queue,
)
from sapper.lab.report import report_html, report_tables
from sapper.lab.simulation import Watch
from sapper.percent import percent_figure

__all__ = ["queue_command"]


def queue_command(
    file: Annotated[str, typer.Argument(help="A queue in TOML, or - for standard input.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Also write a page with plots.")
    ] = None,
    data: DataFolder = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only check the file; play nothing.")
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="Only show how much of the queue is in the ledger.")
    ] = False,
    workers: Workers = None,
    ledger: LedgerFile = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Run a queue of experiments from a file: resumed and reported as a whole.

    The file is checked before anything is played. Stop it at any time: the same command resumes.
    """
    if (check or listed) and (output or data or (check and listed)):
        raise InputError("--check and --list write nothing else: give one of them alone")
    console = result_console(no_color, as_json, output)
    queue = Queue.parse(_read(file), title=_title(file))
    path = ledger or default_ledger()
    if check:
        _show_size(queue, console, as_json)
        return
    if listed:
        _show_status(queue, path, console, as_json)
        return
    _need_extras(queue, output, data, cluster)
    with end_on_stop():
        found = run_queue(queue, workers=workers, ledger=path, cluster=cluster, watch=_watch)
        _show(found, console, as_json)
        _write(found, output, data, console)


def _read(file: str) -> str:
    if file == STANDARD_OUTPUT:
        return sys.stdin.read()
    try:
        return Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read the queue {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"the queue {file} is not a text in UTF-8") from None


def _title(file: str) -> str:
    """Return the title of a queue that has none of its own."""
    return "Queue from standard input" if file == STANDARD_OUTPUT else f"Queue {Path(file).stem}"


def _need_extras(queue: Queue, output: Path | None, data: Path | None, cluster: str | None) -> None:
    """Raise `InputError` before anything is played if a library will be missing at the end."""
    if data is not None or any(one.kind == "compare" for one in queue.experiments):
        need_extra("lab", "comparisons in `sapper queue`", "scipy")
    if output is not None:
        need_extra("lab", "the page of `sapper queue`", "matplotlib", "scipy")
    if cluster is not None:
        need_extra("cluster", "--cluster")


def _show_size(queue: Queue, console: Screen, as_json: bool) -> None:
    if as_json:
        print_document(_document(queue, list(queue_status(queue, None))))
        return
    runs = sum(len(one.players) * len(one.boards) for one in queue.experiments)
    is_limit = any(one.sprt for one in queue.experiments)
    console.print(
        f"{queue.title}: {len(queue.experiments)} experiments, {runs} runs, "
        f"{'at most ' if is_limit else ''}{queue.games:,} games; nothing is wrong with the file"
    )


def _show_status(queue: Queue, ledger: Path, console: Screen, as_json: bool) -> None:
    statuses = list(queue_status(queue, ledger))
    if as_json:
        print_document(_document(queue, statuses))
        return
    table = figures_table(["experiment", "boards", "kind"], ["done", "games", "%"], queue.title)
    for status in statuses:
        one = status.experiment
        at_most, share = "", percent_figure(status.done / status.games, 0)
        if one.sprt:
            at_most, share = "<= ", "–"
        table.add_row(
            one.name, ", ".join(one.boards), one.kind, f"{status.done:,}",
            f"{at_most}{status.games:,}", share,
        )  # fmt: skip
    print_table(console, table)


def _document(queue: Queue, statuses: list[Status]) -> QueueStatusDocument:
    experiments = [status.to_dict() for status in statuses]
    return QueueStatusDocument(title=queue.title, experiments=experiments)


@contextmanager
def _watch(status: Status) -> Iterator[Watch]:
    """Say which experiment begins, and draw its progress."""
    one = status.experiment
    say_note(
        f"experiment {status.number} of {status.experiments}: {one.kind} {one.name} on "
        f"{', '.join(one.boards)}, {'at most ' if one.sprt else ''}{status.games:,} games"
    )
    with show_progress() as watch:
        yield watch


def _show(found: QueueResult, console: Screen, as_json: bool) -> None:
    if as_json:
        print_document(found.to_dict())
        return
    print_table(console, found.table().__rich__())
    for outcome in found.outcomes:
        for contest in outcome.contests if outcome.experiment.kind == "compare" else ():
            console.print(f"{outcome.experiment.name} on {contest.results[0].run.board}")
            print_table(console, pairs_table(contest.pairs))
            if contest.sprt is not None and outcome.experiment.sprt is not None:
                console.print(verdict_text(contest, contest.sprt, outcome.experiment.sprt))


def _write(found: QueueResult, page: Path | None, data: Path | None, console: Screen) -> None:
    tables = [found.table(), *report_tables(found.results)] if data else []
    head = write_beside(page, data, lambda: tables, found.results)
    if page is not None:
        text = report_html(found.results, found.queue.title, head, found.table())
        write_text(page, text)
    written = [str(path) for path in (page, data) if path and str(path) != STANDARD_OUTPUT]
    if written and not console.quiet:
        say_note(f"the report is in {' and '.join(written)}")
