"""The workers of the runs in a ledger: what they played, alarms, and games played again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict

from sapper.cli.console import Screen, say_note
from sapper.cli.ledger_players import run_with
from sapper.cli.run_progress import show_progress
from sapper.errors import InputError
from sapper.lab.adoption import is_current
from sapper.lab.identity import Worker
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.replay import Replayed, command_to_check, replay_workers
from sapper.lab.workers import worker_pool
from sapper.lab.workers.alarms import Alarm, AlarmDocument, Tally, letters
from sapper.percent import percent
from sapper.players.registry import PlayerSpec

__all__ = [
    "WorkerDocument",
    "print_alarms",
    "print_replayed",
    "print_workers",
    "replay_ledger",
    "worker_documents",
]


class WorkerDocument(TypedDict):
    """A process that played games of a run: its letter in alarms, and what it played.

    `games` and `wins` are null if it played the whole run.
    """

    letter: str
    machine: str
    process: int
    games: int | None
    wins: int | None


def worker_documents(tallies: Mapping[Worker, Tally]) -> list[WorkerDocument]:
    """Return the workers of a run."""
    is_alone = len(tallies) == 1
    return [
        WorkerDocument(
            letter=letters(number),
            machine=worker.machine,
            process=worker.process,
            games=None if is_alone else tally.games,
            wins=None if is_alone else tally.wins,
        )
        for number, (worker, tally) in enumerate(tallies.items())
    ]


def print_workers(
    run: int, workers: Sequence[WorkerDocument], alarms: Sequence[AlarmDocument], console: Screen
) -> None:
    """Print what each of several workers played of a run, and its alarms."""
    for one in workers if len(workers) > 1 else ():
        games, wins = one["games"] or 0, one["wins"] or 0
        rate = percent(wins / games, 1) if games else "none"
        console.print(
            f"run {run}: worker {one['letter']} (process {one['process']} on {one['machine']}) "
            f"won {rate} of {games:,} games"
        )
    for alarm in alarms:
        console.print(f"run {run}: alarm: {alarm['text']}")


def print_alarms(alarms: Sequence[tuple[Entry, Alarm]], ledger: Path, console: Screen) -> None:
    """Print workers that differ from the others of their run, and what to do."""
    for entry, alarm in alarms:
        console.print(
            f"alarm: run {entry.number} ({entry.run}): {alarm} "
            f"({alarm.kind} {alarm.letter} is {alarm.name})"
        )
    if alarms:
        console.print(f"one of them plays other games: `{command_to_check(ledger)}` tells which")


def replay_ledger(
    ledger: Ledger,
    entries: Sequence[Entry],
    named: Sequence[PlayerSpec],
    games: int,
    seed: int,
    workers: int | None,
) -> list[Replayed]:
    """Play games of every worker of every run again; note runs that cannot be played today."""
    checked: list[Replayed] = []
    with worker_pool(workers) as pool:
        for entry in entries:
            try:
                run = run_with(entry, named)
            except InputError as error:
                say_note(f"run {entry.number} is not played again: {error}")
                continue
            if not is_current(entry, run):
                say_note(
                    f"run {entry.number} is not played again: it has identity {entry.identity} of "
                    f"sapper {entry.version}, which is not that of {run.player} of today"
                )
                continue
            with show_progress() as watch:
                checked += replay_workers(ledger, entry, run, games, seed, pool, watch)
    return checked


def print_replayed(checked: Sequence[Replayed], console: Screen) -> None:
    """Print for every worker how many games are equal, or the first that differs."""
    for each in checked:
        name = "unknown workers" if each.letter is None else f"worker {each.letter} ({each.worker})"
        found = each.difference or "all equal"
        console.print(
            f"run {each.entry.number}, {name}: {each.games:,} games played again, {found}"
        )
