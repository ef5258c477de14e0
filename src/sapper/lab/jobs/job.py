"""A job: work of the laboratory that is no game, cut into parts, such as a dataset.

A part is a pure function of the job's plan and of the part's own numbers, so it comes out the same
on every worker and after every interruption. Workers make parts (`lab/jobs/parts.py`), and a ledger
records them (`lab/ledger/jobs.py`) as it records chunks of games: when, where, by which worker, and
under which identity. To run work of your own this way, give it a `Job` and `JobPart`s.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from sapper import _core
from sapper.lab.run import Run

__all__ = ["Job", "JobPart", "MadePart"]

A = TypeVar("A")
T = TypeVar("T")


@dataclass(frozen=True)
class Job:
    """A kind of work, what determines its parts, and the modules whose code makes them."""

    kind: str
    plan: str
    modules: tuple[str, ...]

    @classmethod
    def of(cls, kind: str, plan: Mapping[str, object], modules: tuple[str, ...]) -> Job:
        """Return the job of a plan of plain values."""
        return cls(kind, json.dumps(plan, sort_keys=True), modules)

    @cached_property
    def identity(self) -> str:
        """The identity of the core that makes parts here."""
        return _core.decision_digest()[:12]

    def __getstate__(self) -> dict[str, object]:
        """Return what a worker gets: not the identity, which it computes itself."""
        return {"kind": self.kind, "plan": self.plan, "modules": self.modules}


@dataclass(frozen=True)
class JobPart(Generic[A]):
    """A part: its number in the job, how much it is of (games, tasks), and what it is made from.

    `run` is the one whose player it needs, if it needs one.
    """

    number: int
    size: int
    argument: A
    run: Run | None = None


@dataclass(frozen=True)
class MadePart(Generic[A, T]):
    """A part, and what a worker made of it."""

    part: JobPart[A]
    value: T
