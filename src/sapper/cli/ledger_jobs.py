"""The jobs of a ledger, such as datasets and tasks, as `sapper ledger show` shows them."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, TypedDict

from rich.table import Table

from sapper.cli.console import Screen
from sapper.cli.ledger_runs import origin_text
from sapper.cli.tables import print_table
from sapper.lab.errors import LedgerError
from sapper.lab.ledger import Ledger
from sapper.lab.ledger.jobs import JobEntry
from sapper.lab.provenance import ProvenanceDocument
from sapper.nouns import count_noun

__all__ = ["JobDocument", "damaged_parts", "job_document", "print_jobs"]


class JobOriginDocument(TypedDict):
    """Parts that were made together: how many, and when, where and by which command."""

    parts: int
    origin: ProvenanceDocument


class JobWorkerDocument(TypedDict):
    """A process that made parts of a job, and how many."""

    machine: str
    process: int
    parts: int


class JobDocument(TypedDict):
    """A job in a ledger: its kind, the plan that determines it, its finished parts.

    `size` is how much the parts are of: games of a dataset, tasks of a file.
    """

    number: int
    kind: str
    plan: dict[str, Any]
    version: str
    identity: str
    parts: int
    size: int
    origins: list[JobOriginDocument]
    workers: list[JobWorkerDocument]


def job_document(entry: JobEntry, ledger: Ledger) -> JobDocument:
    """Return a job of a ledger as plain data."""
    origins = ledger.jobs.origins(entry.number)
    workers = ledger.jobs.workers(entry.number)
    return JobDocument(
        number=entry.number,
        kind=entry.kind,
        plan=_plan_of(entry, ledger),
        version=entry.version,
        identity=entry.identity,
        parts=entry.parts,
        size=entry.size,
        origins=[JobOriginDocument(parts=n, origin=o.to_dict()) for o, n in origins],
        workers=[
            JobWorkerDocument(machine=worker.machine, process=worker.process, parts=parts)
            for worker, parts in workers.items()
        ],
    )


def _plan_of(entry: JobEntry, ledger: Ledger) -> dict[str, Any]:
    plan: object = None
    with suppress(ValueError, TypeError, RecursionError):
        plan = json.loads(entry.plan)
    if not isinstance(plan, dict):
        raise LedgerError(
            f"the ledger {ledger.path} is damaged: the plan of job {entry.number} cannot be read"
        )
    return plan


def damaged_parts(entry: JobEntry, ledger: Ledger) -> list[str]:
    """Return the parts of a job whose records have changed, in words."""
    numbers = ledger.jobs.damaged(entry.number)
    return [f"part {number} of job {entry.number} ({entry.kind})" for number in numbers]


def print_jobs(jobs: list[JobDocument], console: Screen) -> None:
    """Print jobs as a table, then what determines them and where their parts come from."""
    if not jobs:
        return
    table = Table(box=None)
    for head in ("job", "parts", "size"):
        table.add_column(head, justify="right", no_wrap=True)
    for head in ("kind", "version", "identity"):
        table.add_column(head, no_wrap=True)
    for job in jobs:
        figures = (f"{job[key]:,}" for key in ("number", "parts", "size"))
        table.add_row(*figures, job["kind"], job["version"], job["identity"])
    print_table(console, table)
    for job in jobs:
        name = f"job {job['number']}"
        plan = (f"{key} {_plain(value)}" for key, value in job["plan"].items() if value is not None)
        console.print(f"{name}: {', '.join(plan)}")
        for made in job["origins"]:
            parts = count_noun(made["parts"], "part")
            console.print(f"{name}: {origin_text(parts, made['origin'])}")
        for worker in job["workers"]:
            parts = count_noun(worker["parts"], "part")
            console.print(f"{name}: {parts} by process {worker['process']} on {worker['machine']}")


def _plain(value: object) -> str:
    """Return a value of a plan without the signs of JSON."""
    if isinstance(value, list):
        return " ".join(map(_plain, value))
    if isinstance(value, dict):
        return " ".join(f"{key} {_plain(each)}" for key, each in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)
