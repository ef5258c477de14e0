"""Faults: games that a player did not play to their end. Each counts as lost.

A `Fault` is what the column `fault` of a table holds. `Faults` counts them; the counts of two parts
of a run are added by `+`. A `Failure` says in words what happened in one game, and is not stored.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, NamedTuple, TypedDict

import numpy as np

from sapper.games.table import GameTable
from sapper.lab.run import Run
from sapper.players.registry import is_registered

__all__ = [
    "Failure",
    "Fault",
    "FaultDocument",
    "Faults",
    "FaultsDocument",
    "count_faults",
    "replay_command",
]

_EXAMPLES: Final = 3  # games that a result names; all are in the table


class Fault(IntEnum):
    """How a player failed in a game, as the column `fault` holds it."""

    NONE = 0
    CRASHED = 1
    TIMED_OUT = 2
    ILLEGAL_MOVE = 3
    TOO_MANY_MOVES = 4
    PROCESS_DIED = 5

    @property
    def heading(self) -> str:
        """The kind in words, as after a number: 12 crashed."""
        return _HEADINGS[self]


_HEADINGS: Final = {
    Fault.NONE: "without fault",
    Fault.CRASHED: "crashed",
    Fault.TIMED_OUT: "timed out",
    Fault.ILLEGAL_MOVE: "with an illegal move",
    Fault.TOO_MANY_MOVES: "with too many moves",
    Fault.PROCESS_DIED: "ended their process",
}


class Failure(NamedTuple):
    """What happened in one game, in words."""

    game: int
    fault: Fault
    text: str


class FaultDocument(TypedDict):
    """A game with a fault: its number, the kind, and how to play it again."""

    game: int
    fault: str
    replay: str


class FaultsDocument(TypedDict):
    """How many games have each kind of fault, and the first of them; all count as lost."""

    total: int
    crashed: int
    timed_out: int
    illegal_move: int
    too_many_moves: int
    process_died: int
    examples: list[FaultDocument]


@dataclass(frozen=True)
class Faults:
    """How many games have each kind of fault, and the first few of these games, in order."""

    counts: Mapping[Fault, int] = field(default_factory=dict)
    examples: tuple[tuple[int, Fault], ...] = ()

    @property
    def total(self) -> int:
        """The number of games with a fault."""
        return sum(self.counts.values())

    def __bool__(self) -> bool:
        return bool(self.counts)

    def __add__(self, other: Faults) -> Faults:
        kinds = [kind for kind in Fault if kind in self.counts or kind in other.counts]
        counts = {kind: self.counts.get(kind, 0) + other.counts.get(kind, 0) for kind in kinds}
        return Faults(counts, tuple(sorted(self.examples + other.examples)[:_EXAMPLES]))

    def __str__(self) -> str:
        return ", ".join(f"{count:,} {kind.heading}" for kind, count in self.counts.items())

    def replays(self, run: Run) -> list[str]:
        """Return one line for each of the first games: what happened, and how to replay it."""
        return [
            f"game {game} {_SINGULAR[fault]}; replay: {replay_command(run, game)}"
            for game, fault in self.examples
        ]

    def to_dict(self, run: Run) -> FaultsDocument:
        """Return plain data for JSON."""
        examples = [
            FaultDocument(game=game, fault=kind.name.lower(), replay=replay_command(run, game))
            for game, kind in self.examples
        ]
        return FaultsDocument(
            total=self.total,
            crashed=self.counts.get(Fault.CRASHED, 0),
            timed_out=self.counts.get(Fault.TIMED_OUT, 0),
            illegal_move=self.counts.get(Fault.ILLEGAL_MOVE, 0),
            too_many_moves=self.counts.get(Fault.TOO_MANY_MOVES, 0),
            process_died=self.counts.get(Fault.PROCESS_DIED, 0),
            examples=examples,
        )


_SINGULAR: Final = {
    **_HEADINGS,
    Fault.ILLEGAL_MOVE: "had an illegal move",
    Fault.TOO_MANY_MOVES: "had too many moves",
    Fault.PROCESS_DIED: "ended its process",
}


def count_faults(games: GameTable) -> Faults:
    """Return the faults of some games."""
    places = np.flatnonzero(games.fault)
    kinds, counts = np.unique(games.fault[places], return_counts=True)
    examples = [(games.begin + int(at), Fault(games.fault[at])) for at in places[:_EXAMPLES]]
    return Faults(dict(zip(map(Fault, kinds), map(int, counts), strict=True)), tuple(examples))


def replay_command(run: Run, game: int) -> str:
    """Return the command that plays one game of a run again; Python code for an unnamed player."""
    cell = run.first_cell.cell_of(run.spec, run.seed, game)
    if not _has_name(run):
        first = "" if cell is None else f", first={tuple(cell)}"
        return (
            f"sapper.play(PLAYER, {run.board!r}, start={run.start!r}{first}, seed={run.seed}, "
            f"game={game})"
        )
    words = ["sapper", "play", "-s", run.strategy, "-b", run.board, "--start", run.start]
    words += [] if cell is None else ["--first", f"{cell.row},{cell.column}"]
    return shlex.join([*words, "--seed", str(run.seed), "--game", str(game), "--watch"])


def _has_name(run: Run) -> bool:
    """Return whether the command can find the player: by a name, or as module:Class."""
    name, colon, _ = run.strategy.partition(":")
    return bool(colon) or is_registered(name)
