"""Make a dataset on workers, part by part; a stopped one is resumed.

The parts are those of a job (`lab/job.py`), so they are made by the workers that play games. A
folder holds a file for every part, a ledger with the record of every finished part (its figures,
the checksum of its file, its worker and origin), and at the end `dataset.json` and `README.md`, the
datasheet. A part counts as finished only when its record is there and its file has that checksum;
others are made again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sapper.analysis import Verdict
from sapper.errors import InputError
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
from sapper.lab.errors import RunStopped
from sapper.lab.job import JobPart, MadePart
from sapper.lab.job_parts import Call, make_parts
from sapper.lab.process_pool import ProcessPool
from sapper.lab.provenance import Provenance
from sapper.lab.run import Run
from sapper.lab.workers import WorkerPool, worker_pool
from sapper.language import _
from sapper.schema import stamp

__all__ = ["DatasetSummary", "make_dataset", "stream_rows"]

Report = Callable[[int, int], None]
"""Called with the games that are done, and all."""

_DOCUMENT, _SHEET = "dataset.json", "README.md"
_DEATHS = ("BrokenProcessPool", "KilledWorker", "MemoryError")  # the second one is of Dask


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
    _check(plan, cluster)
    parts = list(plan.parts())
    with worker_pool(workers, cluster, ship) as pool, claim_folder(Path(folder), plan) as home:
        finished = home.finished({part.name for part in parts})
        done = sum(figures.games for figures in finished.values())
        report(done, plan.total_games)
        missing = [part for part in parts if part.name not in finished]
        pool.prepare([run for runs in plan.runs.values() for run in runs], note)
        origin = Provenance.here(command)
        for made in _made(missing, plan, pool, "finished parts are kept"):
            content, figures = made.value
            home.keep(made.part.number, content, figures, origin, made.worker)
            finished[figures.name] = figures
            done += figures.games
            report(done, plan.total_games)
        summary = _summary(plan, [finished[part.name] for part in parts], command, home.home)
        home.write(_DOCUMENT, json.dumps(stamp(summary.to_dict()), indent=1) + "\n")
        home.write(_SHEET, datasheet(summary.to_dict()))
    return summary


def _check(plan: DatasetPlan, cluster: str | None) -> None:
    """Raise `InputError` for what would fail only after some work."""
    if plan.form == "parquet":
        import_arrow()
    if cluster is not None and plan.needs_processes:
        raise InputError(_("a limit for a move needs processes of this machine: give no cluster"))


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
    _check(plan, cluster)
    with worker_pool(workers, cluster, ship) as pool:
        for made in _made(list(plan.parts()), plan, pool, "the rows before are whole"):
            content, figures = made.value
            yield content
            watch(figures)


_Made = MadePart[Part, tuple[bytes, PartFigures]]


def _make_part(part: Part) -> tuple[bytes, PartFigures]:
    """Return the file of a part and its figures; called on a worker."""
    rows = rows_of_part(part)
    content = bytes_of(rows)
    return content, _figures(rows, content)


def _figures(rows: PartRows, content: bytes) -> PartFigures:
    certain = unknown = 0
    if rows.batch is not None:
        verdicts = np.asarray(rows.batch.verdicts).reshape(len(rows), -1)
        certain = int((verdicts == Verdict.SAFE).any(axis=1).sum())
        unknown = int((~rows.batch.is_possible).sum())
    return PartFigures(
        name=rows.part.name,
        rows=len(rows),
        games=rows.part.count,
        wins=sum(rows.won.values()),
        guesses=sum(seen.is_guess for seen in rows.seen),
        certain=certain,
        unknown=unknown,
        faults=rows.faults,
        failures=tuple(rows.failures),
        sha256=hashlib.sha256(content).hexdigest(),
    )


def _made(parts: Sequence[Part], plan: DatasetPlan, pool: WorkerPool, kept: str) -> Iterator[_Made]:
    """Yield the parts in their order, while the workers make the next ones.

    `kept` says what is left of the work should a worker process die.
    """
    jobs = [JobPart(part.number, part.count, part, part.run) for part in parts]
    at = 0
    with _caller(plan, pool) as call:
        made = make_parts(plan.job, jobs, _make_part, pool, call)
        while True:
            try:
                one = next(made, None)
            except Exception as error:
                if type(error).__name__ not in _DEATHS:
                    raise
                runs = [part.run for part in parts[at : at + 2 * pool.workers]]
                raise _stopped(error, runs, plan, kept) from None
            if one is None:
                return
            at += 1
            yield one


@contextmanager
def _caller(plan: DatasetPlan, pool: WorkerPool) -> Iterator[Call | None]:
    """Yield how to call a worker; with a limit for a move even a single one is a process."""
    if not plan.needs_processes:
        yield None
        return
    processes = ProcessPool(pool.workers)
    try:
        yield processes.submit
    except BaseException:
        processes.terminate()
        raise
    processes.shutdown(cancel_futures=True)


def _stopped(error: Exception, runs: Sequence[Run], plan: DatasetPlan, kept: str) -> RunStopped:
    """Return in words that a worker process died, or ran out of memory."""
    suspects = [run for run in runs if run.native is None] or runs
    names = " or ".join(dict.fromkeys(run.strategy for run in suspects))
    if isinstance(error, MemoryError):
        return RunStopped(
            _("the memory ran out while {names} played; {kept}").format(names=names, kept=kept)
        )
    seconds = plan.limits.move_time
    stuck = "" if seconds is None else f", or a move of more than {seconds:g} s was stuck in C code"
    return RunStopped(
        _(
            "a worker process ended while {names} played: the player ended it, or it was "
            "killed{stuck}; {kept}; `sapper run` with the same player, board, start rule, "
            "first cell and seed names the game"
        ).format(names=names, stuck=stuck, kept=kept)
    )
