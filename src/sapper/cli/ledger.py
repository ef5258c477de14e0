"""`sapper ledger`: look into a ledger, and check it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, TypedDict

import typer

from sapper.cli.console import console_for, print_document
from sapper.cli.exit_codes import RUN_STOPPED
from sapper.cli.ledger_jobs import JobDocument, damaged_parts, job_document, print_jobs
from sapper.cli.ledger_runs import EntryDocument, print_runs, run_document
from sapper.cli.options import AsJson, LedgerFile, NoColor
from sapper.cli.run_progress import end_on_stop
from sapper.errors import InputError
from sapper.lab.ledger import Entry, Ledger, default_ledger
from sapper.lab.ledger.jobs import JobEntry
from sapper.nouns import count_noun

__all__ = ["SUBCOMMANDS", "ledger_command"]


class LedgerDocument(TypedDict):
    """The runs and the jobs of a ledger."""

    ledger: str
    bytes: int
    runs: list[EntryDocument]
    jobs: list[JobDocument]


class CheckDocument(TypedDict):
    """What a check of a ledger found; `damaged` names chunks and parts that will be made again."""

    ledger: str
    runs: int
    games: int
    jobs: int
    parts: int
    damaged: list[str]


def ledger_command() -> None:
    """Look into a ledger, and check it."""


def show_command(
    runs: Annotated[
        list[int] | None, typer.Argument(help="Numbers of runs; by default all.")
    ] = None,
    ledger: LedgerFile = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Show the runs of a ledger: their games, what is kept of them, and where they were played.

    Without numbers also its jobs, such as datasets and tasks: their parts, and who made them.
    """
    path = existing_ledger(ledger)
    with end_on_stop(), Ledger(path, read_only=True) as book:
        entries = _select(book.entries(), runs or [])
        documents = [run_document(entry, book) for entry in entries]
        jobs = [] if runs else [job_document(entry, book) for entry in book.jobs.entries()]
    size = path.stat().st_size
    if as_json:
        print_document(LedgerDocument(ledger=str(path), bytes=size, runs=documents, jobs=jobs))
        return
    console = console_for(no_color)
    if documents or not jobs:
        print_runs(documents, console)
    print_jobs(jobs, console)
    console.print(f"{path}: {size:,} bytes")


def check_command(
    ledger: LedgerFile = None, as_json: AsJson = False, no_color: NoColor = False
) -> None:
    """Check every chunk of a ledger, and every part of a job, against its checksum.

    Damaged chunks are named, and the exit code is 5; the next run plays their games again.
    """
    path = existing_ledger(ledger)
    with end_on_stop(), Ledger(path, read_only=True) as book:
        entries, jobs = book.entries(), book.jobs.entries()
        damaged = [str(chunk) for entry in entries for chunk in book.damaged(entry)]
        damaged += [text for job in jobs for text in damaged_parts(job, book)]
    found = _check_document(path, entries, jobs, damaged)
    if as_json:
        print_document(found)
    else:
        console = console_for(no_color)
        for text in damaged:
            console.print(f"damaged: {text}")
        console.print(_verdict(found))
    if damaged:
        raise typer.Exit(RUN_STOPPED)


def _verdict(found: CheckDocument) -> str:
    """Return what a check found, in one line."""
    what = [count_noun(found["runs"], "run"), f"{found['games']:,} games"]
    if found["jobs"]:
        jobs = [count_noun(found["jobs"], "job"), count_noun(found["parts"], "part")]
        what = [*what, *jobs] if found["runs"] else jobs
    damaged = found["damaged"]
    verdict = f"{len(damaged):,} damaged" if damaged else "all sound"
    return f"{found['ledger']}: {', '.join(what)}: {verdict}"


def _check_document(
    path: Path, entries: list[Entry], jobs: list[JobEntry], damaged: list[str]
) -> CheckDocument:
    return CheckDocument(
        ledger=str(path),
        runs=len(entries),
        games=sum(entry.games for entry in entries),
        jobs=len(jobs),
        parts=sum(job.parts for job in jobs),
        damaged=damaged,
    )


SUBCOMMANDS: Final[dict[str, Callable[..., None]]] = {
    "show": show_command,
    "check": check_command,
}
"""The commands of the group, by their names."""


def _select(entries: list[Entry], numbers: list[int]) -> list[Entry]:
    there = {entry.number for entry in entries}
    for number in numbers:
        if number not in there:
            raise InputError(f"there is no run {number} in the ledger")
    return [entry for entry in entries if not numbers or entry.number in numbers]


def existing_ledger(path: Path | None) -> Path:
    """Return the path of a ledger, by default the user's; raise `InputError` if there is none."""
    chosen = path or default_ledger()
    if not chosen.exists():
        raise InputError(
            f"expected a ledger at {chosen}, which does not exist; `sapper run` creates one"
        )
    return chosen
