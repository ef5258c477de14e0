"""`sapper ledger`: look into a ledger, check it, save what can be read of a damaged one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, TypedDict

import typer
from rich.table import Table

from sapper.cli.adopt import adopt_command
from sapper.cli.console import Screen, console_for, print_document
from sapper.cli.exit_codes import RUN_STOPPED
from sapper.cli.ledger_players import Engines, OwnPlayers, existing_ledger, named_players
from sapper.cli.ledger_workers import (
    WorkerDocument,
    print_alarms,
    print_replayed,
    print_workers,
    replay_ledger,
    worker_documents,
)
from sapper.cli.options import AsJson, LedgerFile, NoColor, Workers
from sapper.cli.run_progress import end_on_stop
from sapper.cli.tables import print_table
from sapper.errors import InputError
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.provenance import ProvenanceDocument
from sapper.lab.recovery import recover
from sapper.lab.replay import Replayed, ReplayedDocument
from sapper.lab.worker_alarms import Alarm, AlarmDocument, alarms_of, tallies_of
from sapper.language import _
from sapper.nouns import count_noun

__all__ = ["SUBCOMMANDS", "ledger_command"]


class OriginDocument(TypedDict):
    """Games that were played together: how many, and when, where and by which command."""

    games: int
    origin: ProvenanceDocument | None


class AdoptedDocument(TypedDict):
    """Games that a run took over: from which run, how many were played again, the seed, when."""

    source: int
    checked: int
    seed: int
    at: str


class EntryDocument(TypedDict):
    """A run in a ledger: what it is, what is kept of it, where its games come from."""

    number: int
    strategy: str
    board: str
    start: str
    first: str
    seed: int
    collection: str | None
    version: str
    identity: str
    games: int
    keep: str
    origins: list[OriginDocument]
    workers: list[WorkerDocument]
    alarms: list[AlarmDocument]
    adopted: list[AdoptedDocument]


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
    """What a check of a ledger found; `damaged` names the chunks that will be played again.

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
        documents = [_document(entry, book) for entry in entries]
    if as_json:
        size = path.stat().st_size
        print_document(LedgerDocument(ledger=str(path), bytes=size, runs=documents))
        return
    _show(documents, path, console_for(no_color))


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
    if as_json:
        print_document(_check_document(path, entries, damaged, alarms, replayed))
    else:
        console = console_for(no_color)
        for text in damaged:
            console.print(f"damaged: {text}")
        print_alarms(alarms, path, console)
        print_replayed(replayed, console)
        verdict = count_noun(len(damaged), "damaged chunk") if damaged else "all sound"
        runs = count_noun(len(entries), "run")
        games = sum(entry.games for entry in entries)
        console.print(f"{path}: {runs}, {games:,} games: {verdict}")
    if damaged or alarms or any(each.difference for each in replayed):
        raise typer.Exit(RUN_STOPPED)


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
    console.print(f"{done.games:,} games of {count_noun(done.runs, 'run')} were saved in {target}")
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
            raise InputError(_("there is no run {number} in the ledger").format(number=number))
    return [entry for entry in entries if not numbers or entry.number in numbers]


def _document(entry: Entry, ledger: Ledger) -> EntryDocument:
    run = entry.run
    origins = [
        OriginDocument(games=games, origin=None if origin is None else origin.to_dict())
        for origin, games in ledger.origins(entry)
    ]
    tallies = tallies_of(ledger, entry)
    return EntryDocument(
        number=entry.number,
        strategy=run.strategy,
        board=run.board,
        start=run.start,
        first=run.first,
        seed=run.seed,
        collection=run.collection or None,
        version=entry.version,
        identity=entry.identity,
        games=entry.games,
        keep=ledger.keep_of(entry).value,
        origins=origins,
        workers=worker_documents(tallies),
        alarms=[alarm.to_dict() for alarm in alarms_of(tallies)],
        adopted=[
            AdoptedDocument(source=source, checked=checked, seed=seed, at=at)
            for source, checked, seed, at in ledger.adoptions(entry)
        ],
    )


def _show(runs: list[EntryDocument], path: Path, console: Screen) -> None:
    table = Table(box=None)
    for head in ("run", "games"):
        table.add_column(head, justify="right", no_wrap=True)
    for head in ("player", "board", "start", "first", "seed", "kept", "identity"):
        table.add_column(head, no_wrap=True)
    for run in runs:
        table.add_row(
            str(run["number"]), f"{run['games']:,}", run["strategy"], run["board"], run["start"],
            run["first"], _seed(run), run["keep"], run["identity"],
        )  # fmt: skip
    print_table(console, table)
    for run in runs:
        for played in run["origins"]:
            console.print(f"run {run['number']}: {_origin(played)}")
        print_workers(run["number"], run["workers"], run["alarms"], console)
        for taken in run["adopted"]:
            console.print(
                f"run {run['number']}: took the games of run {taken['source']} over at "
                f"{taken['at']}, after {taken['checked']:,} of them (seed {taken['seed']}) were "
                "played again and were equal"
            )
    console.print(f"{path}: {path.stat().st_size:,} bytes")


def _seed(run: EntryDocument) -> str:
    """Return the seed, and the digest of the boards behind it if they were given."""
    return f"{run['seed']}={run['collection']}" if run["collection"] else str(run["seed"])


def _origin(played: OriginDocument) -> str:
    origin = played["origin"]
    games = f"{played['games']:,} games"
    if origin is None:
        return f"{games} of unknown origin"
    commit = f" ({origin['commit']})" if origin["commit"] else ""
    command = f", by: {origin['command']}" if origin["command"] else ""
    return (
        f"{games} at {origin['at']} on {origin['machine']}, {origin['cores']} cores, "
        f"{origin['platform']}, Python {origin['python']}, sapper {origin['version']}{commit}"
        f"{command}"
    )
