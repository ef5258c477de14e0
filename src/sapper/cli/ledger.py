"""`sapper ledger`: look into a ledger, check it, save what can be read of a damaged one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, TypedDict

import typer

from sapper.cli.adopt import adopt_command
from sapper.cli.console import console_for, print_document
from sapper.cli.exit_codes import RUN_STOPPED
from sapper.cli.ledger_players import Engines, OwnPlayers, existing_ledger, named_players
from sapper.cli.ledger_runs import EntryDocument, print_runs, run_document
from sapper.cli.ledger_workers import print_alarms, print_replayed, replay_ledger
from sapper.cli.options import AsJson, LedgerFile, NoColor, Workers
from sapper.cli.run_progress import end_on_stop
from sapper.errors import InputError
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.ledger.recovery import recover
from sapper.lab.replay import Replayed, ReplayedDocument
from sapper.lab.workers.alarms import Alarm, AlarmDocument, alarms_of, tallies_of
from sapper.nouns import count_noun

__all__ = ["SUBCOMMANDS", "ledger_command"]


class LedgerDocument(TypedDict):
    """The runs of a ledger."""

    ledger: str
    bytes: int
    runs: list[EntryDocument]


class RunAlarmDocument(TypedDict):
    """An alarm, and the number of its run."""

    run: int
    alarm: AlarmDocument


class CheckDocument(TypedDict):
    """What a check of a ledger found; `damaged` names chunks whose games will be played again.

    `alarms` are of workers that won more or fewer games than the others, `replayed` of games that
    were played again.
    """

    ledger: str
    runs: int
    games: int
    damaged: list[str]
    alarms: list[RunAlarmDocument]
    replayed: list[ReplayedDocument]


def ledger_command() -> None:
    """Look into a ledger, check it, adopt games of another identity, save a damaged one."""


def show_command(
    runs: Annotated[
        list[int] | None, typer.Argument(help="Numbers of runs; by default all.")
    ] = None,
    ledger: LedgerFile = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Show the runs of a ledger: their games, what is kept of them, and where they were played."""
    path = existing_ledger(ledger)
    with end_on_stop(), Ledger(path, read_only=True) as book:
        entries = _select(book.entries(), runs or [])
        documents = [run_document(entry, book) for entry in entries]
    size = path.stat().st_size
    if as_json:
        print_document(LedgerDocument(ledger=str(path), bytes=size, runs=documents))
        return
    console = console_for(no_color)
    print_runs(documents, console)
    console.print(f"{path}: {size:,} bytes")


def check_command(
    replay: Annotated[
        int,
        typer.Option(help="Play so many games of every worker again, and compare them.", min=0),
    ] = 0,
    seed: Annotated[int, typer.Option(help="Seed that draws these games.", min=0)] = 0,
    engine: Engines = None,
    player: OwnPlayers = None,
    workers: Workers = None,
    ledger: LedgerFile = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Check every chunk of a ledger against its checksum, and every worker against the others.

    Damaged chunks are named, and the exit code is 5; the next run plays their games again. The
    exit code is 5 as well if a worker won more or fewer games than the others, and chance does
    that in fewer than one of 1,000 checks of a run, or if a game differs when it is played again.
    A ledger starts no engine and imports no module: --engine and --player name them.
    """
    path = existing_ledger(ledger)
    named = named_players(engine, player)
    replayed: list[Replayed] = []
    with end_on_stop(), Ledger(path, read_only=True) as book:
        entries = book.entries()
        damaged = [str(chunk) for entry in entries for chunk in book.damaged(entry)]
        alarms = [(e, alarm) for e in entries for alarm in alarms_of(tallies_of(book, e))]
        if replay:
            replayed = replay_ledger(book, entries, named, replay, seed, workers)
    found = _check_document(path, entries, damaged, alarms, replayed)
    if as_json:
        print_document(found)
    else:
        console = console_for(no_color)
        for text in damaged:
            console.print(f"damaged: {text}")
        print_alarms(alarms, path, console)
        print_replayed(replayed, console)
        console.print(_verdict(found))
    if damaged or alarms or any(each.difference for each in replayed):
        raise typer.Exit(RUN_STOPPED)


def _verdict(found: CheckDocument) -> str:
    """Return what a check found, in one line."""
    what = f"{count_noun(found['runs'], 'run')}, {found['games']:,} games"
    damaged = found["damaged"]
    verdict = f"{len(damaged):,} damaged" if damaged else "all sound"
    return f"{found['ledger']}: {what}: {verdict}"


def _check_document(
    path: Path,
    entries: list[Entry],
    damaged: list[str],
    alarms: list[tuple[Entry, Alarm]],
    replayed: list[Replayed],
) -> CheckDocument:
    return CheckDocument(
        ledger=str(path),
        runs=len(entries),
        games=sum(entry.games for entry in entries),
        damaged=damaged,
        alarms=[RunAlarmDocument(run=e.number, alarm=alarm.to_dict()) for e, alarm in alarms],
        replayed=[each.to_dict() for each in replayed],
    )


def recover_command(
    damaged: Annotated[Path, typer.Argument(help="A ledger that cannot be opened or read.")],
    target: Annotated[Path, typer.Argument(help="The new ledger; the file must not exist.")],
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Save every sound chunk of a damaged ledger into a new one."""
    with end_on_stop():
        done = recover(existing_ledger(damaged), target)
    if as_json:
        print_document(done.to_dict())
        return
    console = console_for(no_color)
    runs = count_noun(done.runs, "run")
    console.print(f"{done.games:,} games of {runs} were saved in {target}")
    if done.damaged:
        console.print(f"left out, as damaged: {count_noun(done.damaged, 'chunk')}")
    if not done.is_complete:
        console.print("the file does not tell how many chunks it had: some may be missing")


SUBCOMMANDS: Final[dict[str, Callable[..., None]]] = {
    "show": show_command,
    "check": check_command,
    "adopt": adopt_command,
    "recover": recover_command,
}
"""The commands of the group, by their names."""


def _select(entries: list[Entry], numbers: list[int]) -> list[Entry]:
    there = {entry.number for entry in entries}
    for number in numbers:
        if number not in there:
            raise InputError(f"there is no run {number} in the ledger")
    return [entry for entry in entries if not numbers or entry.number in numbers]
