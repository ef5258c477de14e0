"""Make a dataset on workers, part by part; a stopped one is resumed.

The parts are those of a job (`lab/jobs/job.py`), so they are made by the workers that play games. A
folder holds a file for every part, a ledger with the record of every finished part (its figures,
the checksum of its file, its worker and origin), and at the end `dataset.json` and `README.md`, the
datasheet.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sapper.analysis import Verdict
from sapper.lab.dataset.datasheet import datasheet
from sapper.lab.dataset.figures import (
    DatasetDocument,
    DatasetFailureDocument,
    PartFigures,
    SplitFigures,
    add_up,
    first_failures,
)
from sapper.lab.dataset.files import bytes_of, import_arrow
from sapper.lab.dataset.folder import claim_folder
from sapper.lab.dataset.overlap import count_shared
from sapper.lab.dataset.plan import DatasetPlan, Part
from sapper.lab.dataset.rows import PartRows, rows_of_part
from sapper.lab.jobs import JobPart
from sapper.lab.jobs.output import PartContent, Report
from sapper.lab.jobs.parts import make_parts
from sapper.lab.provenance import Provenance
from sapper.lab.workers import WorkerPool, worker_pool
from sapper.language import _
from sapper.schema import stamp

__all__ = ["DatasetSummary", "make_dataset", "stream_rows"]

_DOCUMENT, _SHEET = "dataset.json", "README.md"


@dataclass(frozen=True)
class DatasetSummary:
    """What a dataset holds."""

    plan: DatasetPlan
    splits: dict[str, SplitFigures]
    parts: int
    failures: tuple[DatasetFailureDocument, ...]
    made: Provenance

    @property
    def rows(self) -> int:
        """The rows of all splits."""
        return sum(split["rows"] for split in self.splits.values())

    def to_dict(self) -> DatasetDocument:
        """Return plain data for JSON."""
        return DatasetDocument(
            plan=self.plan.to_dict(),
            splits=self.splits,
            parts=self.parts,
            failures=list(self.failures),
            made=self.made.to_dict(),
        )


def make_dataset(
    folder: Path | str,
    plan: DatasetPlan,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    ship: Sequence[Path | str] = (),
    command: str | None = None,
    report: Report = lambda _done, _all: None,
    note: Callable[[str], None] = lambda _text: None,
) -> DatasetSummary:
    """Make the parts that a folder lacks, and describe the whole; return what it holds.

    `report` is called with the games that are done, `note` with a remark to the user.

    Raise `InputError` if the folder holds another dataset, or something else, and `RunStopped` if
    a worker process ends; then finished parts are kept.
    """
    with _workers(plan, workers, cluster, ship) as pool, claim_folder(Path(folder), plan) as home:
        pool.prepare(note)
        records = home.fill(_job_parts(plan), _make_part, pool, command, report)
        parts = [PartFigures.of_record(record) for record in records]
        summary = _summary(plan, parts, command, home.home)
        home.write_text(_DOCUMENT, json.dumps(stamp(summary.to_dict()), indent=1) + "\n")
        home.write_text(_SHEET, datasheet(summary.to_dict()))
    return summary


def _job_parts(plan: DatasetPlan) -> list[JobPart[Part]]:
    return [JobPart(part.number, part.count, part, part.run) for part in plan.parts()]


@contextmanager
def _workers(
    plan: DatasetPlan, workers: int | None, cluster: str | None, ship: Sequence[Path | str]
) -> Iterator[WorkerPool]:
    """Yield the workers; raise `InputError` for what would fail only after some work."""
    with worker_pool(workers, cluster, ship) as pool:
        if plan.form == "parquet":
            import_arrow()
        yield pool


def _summary(
    plan: DatasetPlan, parts: list[PartFigures], command: str | None, home: Path
) -> DatasetSummary:
    splits = count_shared(home, parts, add_up(parts))
    made = Provenance.here(command)
    return DatasetSummary(plan, splits, len(parts), tuple(first_failures(parts)), made)


def stream_rows(
    plan: DatasetPlan,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    ship: Sequence[Path | str] = (),
    watch: Callable[[PartFigures], None] = lambda _figures: None,
) -> Iterator[bytes]:
    """Yield the parts of a plan as files in their order, without keeping anything.

    `watch` is called with the figures of every part after it.
    """
    kept = _("the rows before are whole")
    with _workers(plan, workers, cluster, ship) as pool:
        for made in make_parts(plan.job, _job_parts(plan), _make_part, pool, kept):
            yield made.value.content
            watch(PartFigures.of_record(made.value.record))


def _make_part(part: Part) -> PartContent:
    """Return the file of a part and its figures; called on a worker."""
    rows = rows_of_part(part)
    content = bytes_of(rows)
    return PartContent(content, _figures(rows, content).record())


def _figures(rows: PartRows, content: bytes) -> PartFigures:
    verdicts = rows.batch.verdicts
    return PartFigures(
        name=rows.part.name,
        rows=len(rows),
        games=rows.part.count,
        wins=sum(rows.won),
        guesses=int(rows.decided.guesses.sum()),
        certain=int((verdicts == Verdict.SAFE).any(axis=(1, 2)).sum()),
        unknown=int((~rows.batch.is_possible).sum()),
        faults=rows.faults,
        failures=tuple(rows.failures),
        sha256=hashlib.sha256(content).hexdigest(),
    )
