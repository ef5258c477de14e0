"""The figures of a part, and their sums over a split."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final, TypedDict

from sapper.lab.dataset.plan import PlanDocument
from sapper.lab.provenance import ProvenanceDocument

__all__ = [
    "MOST_TOLD",
    "DatasetDocument",
    "DatasetFailureDocument",
    "PartFigures",
    "SplitFigures",
    "add_up",
    "first_failures",
]


MOST_TOLD: Final = 3
"""Failures of a part, and of a player, that are told in words; all are counted."""


class DatasetFailureDocument(TypedDict):
    """A game in which a player failed: what happened, and the command that plays it again."""

    player: str
    split: str
    game: int
    words: str
    replay: str


@dataclass(frozen=True, slots=True)
class PartFigures:
    """What a part holds: rows, games, the first failures, and the checksum of its file."""

    name: str
    rows: int
    games: int
    wins: int
    guesses: int
    certain: int
    unknown: int
    faults: int
    failures: tuple[DatasetFailureDocument, ...]
    sha256: str

    def record(self) -> str:
        """Return the figures as the ledger stores them."""
        return json.dumps(asdict(self))

    @classmethod
    def of_record(cls, record: str) -> PartFigures:
        """Return the figures of a record, whose checksum the ledger has checked."""
        data = json.loads(record)
        return cls(**{**data, "failures": tuple(data["failures"])})


class SplitFigures(TypedDict):
    """The rows of a split, the games they come from, and what is known about them.

    `certain` rows have a cell that is certainly safe, `guesses` are rows in which the player said
    that it guessed, `unknown` rows have no answer within the budget, in `faults` games the player
    failed. `shared` is the number of different positions that are in the training split too; null
    in that split itself, and where it was not counted.
    """

    rows: int
    games: int
    wins: int
    guesses: int
    certain: int
    unknown: int
    faults: int
    shared: int | None


class DatasetDocument(TypedDict):
    """A dataset: its plan, the figures of every split, failures, and where it was made."""

    plan: PlanDocument
    splits: dict[str, SplitFigures]
    parts: int
    failures: list[DatasetFailureDocument]
    """The first games of every player in which it failed."""
    made: ProvenanceDocument


def add_up(parts: Iterable[PartFigures]) -> dict[str, SplitFigures]:
    """Return the sums of every split."""
    splits: dict[str, SplitFigures] = {}
    for part in parts:
        name = part.name.partition("/")[0]
        old = splits.get(name) or SplitFigures(
            rows=0, games=0, wins=0, guesses=0, certain=0, unknown=0, faults=0, shared=None
        )
        splits[name] = SplitFigures(
            rows=old["rows"] + part.rows,
            games=old["games"] + part.games,
            wins=old["wins"] + part.wins,
            guesses=old["guesses"] + part.guesses,
            certain=old["certain"] + part.certain,
            unknown=old["unknown"] + part.unknown,
            faults=old["faults"] + part.faults,
            shared=None,
        )
    return splits


def first_failures(parts: Iterable[PartFigures]) -> list[DatasetFailureDocument]:
    """Return the first failures of every player."""
    told: Counter[str] = Counter()
    found: list[DatasetFailureDocument] = []
    for failure in (failure for part in parts for failure in part.failures):
        told[failure["player"]] += 1
        if told[failure["player"]] <= MOST_TOLD:
            found.append(failure)
    return found
