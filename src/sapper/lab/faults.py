"""Faults: games that a player did not play to their end. Each counts as lost.

`Faults` counts them by their kinds; the counts of two parts of a run are added by `+`.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypedDict

import numpy as np

from sapper.board.layout import layout_text
from sapper.games.table import GameTable
from sapper.lab.fault import Fault
from sapper.lab.run import Run
from sapper.players.protocol.engines import command_of, is_engine_text
from sapper.players.registry import ENGINE, is_registered

__all__ = [
    "FaultDocument",
    "Faults",
    "FaultsDocument",
    "count_faults",
    "replay_command",
]

_EXAMPLES: Final = 3  # games that a result names; all are in the table


_HEADINGS: Final = {
    Fault.NONE: "without fault",
    Fault.CRASHED: "crashed",
    Fault.TIMED_OUT: "timed out",
    Fault.ILLEGAL_MOVE: "with an illegal move",
    Fault.TOO_MANY_MOVES: "with too many moves",
    Fault.PROCESS_DIED: "ended their process",
    Fault.GARBAGE: "with an answer that is no move",
    Fault.ENDLESS_OUTPUT: "with endless output",
}


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
    garbage: int
    """Of engines: answers that are no move."""
    endless_output: int
    """Of engines: more output than any answer has."""
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
        return ", ".join(f"{count:,} {_HEADINGS[kind]}" for kind, count in self.counts.items())

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
            garbage=self.counts.get(Fault.GARBAGE, 0),
            endless_output=self.counts.get(Fault.ENDLESS_OUTPUT, 0),
            examples=examples,
        )


_SINGULAR: Final = {
    **_HEADINGS,
    Fault.ILLEGAL_MOVE: "had an illegal move",
    Fault.TOO_MANY_MOVES: "had too many moves",
    Fault.PROCESS_DIED: "ended its process",
    Fault.GARBAGE: "had an answer that is no move",
    Fault.ENDLESS_OUTPUT: "had endless output",
}


def count_faults(games: GameTable) -> Faults:
    """Return the faults of some games."""
    places = np.flatnonzero(games.fault)
    kinds, counts = np.unique(games.fault[places], return_counts=True)
    examples = [(games.begin + int(at), Fault(games.fault[at])) for at in places[:_EXAMPLES]]
    return Faults(dict(zip(map(Fault, kinds), map(int, counts), strict=True)), tuple(examples))


def replay_command(run: Run, game: int) -> str:
    """Return the command that plays one game of a run again, with its limits.

    An unnamed player is played again by Python code. The command of an engine is known only where
    the run was made; else COMMAND stands for it.
    """
    if run.collection and run.held is None:
        return f"board {game} of the collection {run.collection}, which the ledger does not hold"
    cell, layout = run.first_of(game), run.layout_of(game)
    seconds, moves = run.limits.move_time, run.limits.game_moves
    if not _has_name(run) or (run.held is not None and not run.held.name):
        first = "" if cell is None else f", first={tuple(cell)}"
        mines = "" if layout is None else f", mines='{layout_text(layout)}'"
        most = "" if moves is None else f", game_moves={moves}"
        note = "" if seconds is None else f"  # at most {seconds:g} s for a move"
        return (
            f"sapper.play(PLAYER, {run.board!r}, start={run.start!r}{first}, seed={run.seed}, "
            f"game={game}{mines}{most}){note}"
        )
    name = command_of(run.given) or run.player
    name = f"{ENGINE}COMMAND" if name == run.player and is_engine_text(name) else name
    words = ["sapper", "play", "-p", name, "-b", run.board, "--start", run.start]
    words += [] if run.held is None else ["--boards", run.held.name]
    words += [] if cell is None else ["--first", f"{cell.row},{cell.column}"]
    words += [] if seconds is None else ["--move-time", f"{seconds:g}"]
    words += [] if moves is None else ["--game-moves", str(moves)]
    return shlex.join([*words, "--seed", str(run.seed), "--game", str(game), "--watch"])


def _has_name(run: Run) -> bool:
    """Return whether the command can find the player: by a name, or as module:Class."""
    name, colon, _ = run.player.partition(":")
    return bool(colon) or is_registered(name)
