"""Faults: games that a player did not play to their end. Each counts as lost, and is counted.

A worker makes a `Failure` of whatever a player does wrong; a table holds its kind, a `Fault`.
Sums count them, and `Faults` says how many there are of every kind.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, NamedTuple

from sapper.errors import EngineError, EngineProblem, IllegalMove, PlayerError, TooManyMoves
from sapper.lab.errors import RunStopped
from sapper.lab.runs.limits import MoveTimedOut
from sapper.lab.runs.run import Run
from sapper.players.own_player import message_of
from sapper.players.protocol.engines import command_of, is_engine_text
from sapper.players.registry import ENGINE, is_registered

__all__ = [
    "FAULT_EXAMPLES",
    "Failure",
    "Fault",
    "FaultNotes",
    "FaultReport",
    "Faults",
    "failure_of",
    "replay_command",
]

FAULT_EXAMPLES: Final = 3
"""The games with a fault that sums and notes of a run name; a table has all."""


class Fault(IntEnum):
    """How a player failed in a game, as the column `fault` of a table holds it."""

    NONE = 0
    CRASHED = 1
    TIMED_OUT = 2
    ILLEGAL_MOVE = 3
    TOO_MANY_MOVES = 4
    PROCESS_DIED = 5
    GARBAGE = 6
    ENDLESS_OUTPUT = 7


_WORDS: Final = {
    Fault.CRASHED: "crashed",
    Fault.TIMED_OUT: "timed out",
    Fault.ILLEGAL_MOVE: "had an illegal move",
    Fault.TOO_MANY_MOVES: "had too many moves",
    Fault.PROCESS_DIED: "ended the process",
    Fault.GARBAGE: "had an answer that is no move",
    Fault.ENDLESS_OUTPUT: "had endless output",
}
_FAULTS_OF_ENGINES: Final[dict[EngineProblem, Fault]] = {
    "silent": Fault.TIMED_OUT,
    "died": Fault.PROCESS_DIED,
    "garbage": Fault.GARBAGE,
    "endless": Fault.ENDLESS_OUTPUT,
    "error": Fault.CRASHED,
}


class Failure(NamedTuple):
    """What happened in one game, in words, which are shown and not stored.

    Words and not the error itself, since other processes may not be able to import its class.
    """

    game: int
    fault: Fault
    text: str


def failure_of(error: BaseException, run: Run, game: int) -> Failure:
    """Return what an error that a player raised makes of its game."""
    if isinstance(error, MoveTimedOut):
        text = f"{run.player} took longer than {run.limits.move_time:g} s for a move"
        return Failure(game, Fault.TIMED_OUT, text)
    text = message_of(error)
    if not isinstance(error, PlayerError | IllegalMove):
        text = f"{run.player} failed: {type(error).__name__}: {text}"
    if isinstance(error, IllegalMove):
        return Failure(game, Fault.ILLEGAL_MOVE, text)
    if isinstance(error, EngineError):
        return Failure(game, _FAULTS_OF_ENGINES[error.problem], text)
    is_endless = isinstance(error, TooManyMoves)
    return Failure(game, Fault.TOO_MANY_MOVES if is_endless else Fault.CRASHED, text)


class FaultExample(NamedTuple):
    """A game with a fault: its number, the kind, and how to play it again."""

    game: int
    fault: str
    replay: str


class FaultReport(NamedTuple):
    """How many games have each kind of fault, and the first of them; all count as lost.

    Engines alone have `garbage` (answers that are no moves) and `endless_output`.
    """

    total: int
    crashed: int
    timed_out: int
    illegal_move: int
    too_many_moves: int
    process_died: int
    garbage: int
    endless_output: int
    examples: list[FaultExample]


@dataclass(frozen=True)
class Faults:
    """How many games have each kind of fault, and the first few of these games, in order."""

    counts: Mapping[Fault, int] = field(default_factory=dict)
    examples: tuple[tuple[int, Fault], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.counts)

    def __str__(self) -> str:
        return ", ".join(f"{count:,} {_WORDS[kind]}" for kind, count in self.counts.items())

    def replays(self, run: Run) -> list[str]:
        """Return one line for each of the first games: what happened, and how to replay it."""
        return [
            f"game {game} {_WORDS[fault]}; replay: {replay_command(run, game)}"
            for game, fault in self.examples
        ]

    def report(self, run: Run) -> FaultReport:
        """Return the faults of a run as data."""
        examples = [
            FaultExample(game, kind.name.lower(), replay_command(run, game))
            for game, kind in self.examples
        ]
        counts = {kind.name.lower(): self.counts.get(kind, 0) for kind in Fault if kind}
        return FaultReport(sum(counts.values()), examples=examples, **counts)


class FaultNotes:
    """Shows the first failures of every run as they happen; ends a strict run."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._noted: dict[Run, int] = {}

    def add(self, run: Run, failure: Failure) -> None:
        """Note a failure; raise `RunStopped` with the command that replays it if strict."""
        game, text = failure.game, failure.text
        if run.limits.strict:
            raise RunStopped(
                f"{text}; finished games are stored; in game {game} of {run}; replay: "
                f"{replay_command(run, game)}"
            )
        self._noted[run] = self._noted.get(run, 0) + 1
        if self._noted[run] <= FAULT_EXAMPLES:
            self._note(f"game {game} is lost: {text}")

    def check_stored(self, run: Run, faults: Faults) -> None:
        """Raise `RunStopped` if a strict run has stored games with a fault."""
        if run.limits.strict and faults:
            raise RunStopped(f"stored games have faults: {'; '.join(faults.replays(run))}")


def replay_command(run: Run, game: int) -> str:
    """Return the command that plays one game of a run again.

    An unnamed player is played again by Python code. The command of an engine is known only where
    the run was made; else COMMAND stands for it.
    """
    cell = run.first_of(game)
    seconds, moves = run.limits.move_time, run.limits.game_moves
    if not _has_name(run):
        first = "" if cell is None else f", first={tuple(cell)}"
        most = "" if moves is None else f", game_moves={moves}"
        note = "" if seconds is None else f"  # at most {seconds:g} s for a move"
        return (
            f"sapper.play(PLAYER, {run.board!r}, start={run.start!r}{first}, seed={run.seed}, "
            f"game={game}{most}){note}"
        )
    name = command_of(run.given) or run.player
    name = f"{ENGINE}COMMAND" if name == run.player and is_engine_text(name) else name
    words = ["sapper", "play", "-p", name, "-b", run.board, "--start", run.start]
    words += [] if cell is None else ["--first", str(cell)]
    return shlex.join([*words, "--seed", str(run.seed), "--game", str(game)])


def _has_name(run: Run) -> bool:
    """Return whether the command can find the player: by a name, or as module:Class."""
    name, colon, _ = run.player.partition(":")
    return bool(colon) or is_registered(name)
