"""`sapper ledger`: look into a ledger, and check it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import time
from typing import Annotated, Final, TypedDict

import typer
from rich.table import Table

from sapper.cli.console import Screen, console_for, print_document
from sapper.cli.exit_codes import RUN_STOPPED
from sapper.cli.options import AsJson, LedgerFile, NoColor
from sapper.cli.run_progress import end_on_stop
from sapper.cli.tables import print_table
from sapper.errors import InputError
from sapper.lab.ledger import Ledger, default_ledger, games_text
from sapper.lab.ledger.provenance import ProvenanceDocument
from sapper.lab.runs.run import Run
from sapper.nouns import count_noun

__all__ = ["SUBCOMMANDS", "existing_ledger", "ledger_command"]


class OriginDocument(TypedDict):
    """Games that were played together: how many, and when, where and by which command."""

    games: int
    origin: ProvenanceDocument


class StoredRunDocument(TypedDict):
    """A run in a ledger: what it is, what is kept of it, where its games come from.

    `fixed_games` is how many games the identity of its player was compared on; `seconds_ago` is the
    age of its last chunk.
    """

    number: int
    player: str
    board: str
    start: str
    first: str
    seed: int
    collection: str | None
    version: str
    identity: str
    fixed_games: int
    games: int
    wins: int
    keep: str
    seconds_ago: float | None
    origins: list[OriginDocument]


class LedgerDocument(TypedDict):
    """The runs of a ledger."""

    ledger: str
    bytes: int
    runs: list[StoredRunDocument]


class CheckDocument(TypedDict):
    """What a check of a ledger found; `damaged` names chunks that will be played again."""

    ledger: str
    runs: int
    games: int
    damaged: list[str]


def ledger_command() -> None:
    """Look into a ledger, and check it."""


def show_command(
    runs: Annotated[
        list[int] | None, typer.Argument(help="Numbers of runs; by default all.")
    ] = None,
    ledger: LedgerFile = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Show the runs of a ledger: their games, what is kept of them, and where they were played.

    A run that is being played shows when its last chunk was stored.
    """
    path = existing_ledger(ledger)
    with end_on_stop(), Ledger(path, read_only=True) as book:
        documents = [_run_document(run, book) for run in _select(book.runs(), runs or [])]
    size = path.stat().st_size
    if as_json:
        print_document(LedgerDocument(ledger=str(path), bytes=size, runs=documents))
        return
    console = console_for(no_color)
    _print_runs(documents, console)
    console.print(f"{path}: {size:,} bytes")


def check_command(
    ledger: LedgerFile = None, as_json: AsJson = False, no_color: NoColor = False
) -> None:
    """Check every chunk of a ledger against its checksums.

    Damaged chunks are named, and the exit code is 5; the next run plays their games again.
    """
    path = existing_ledger(ledger)
    with end_on_stop(), Ledger(path, read_only=True) as book:
        runs = book.runs()
        damaged = [games_text(run, games) for run in runs for games in book.damaged(run)]
        games = sum(map(book.count, runs))
    if as_json:
        print_document(
            CheckDocument(ledger=str(path), runs=len(runs), games=games, damaged=damaged)
        )
    else:
        console = console_for(no_color)
        for text in damaged:
            console.print(f"damaged: {text}")
        verdict = f"{len(damaged):,} damaged" if damaged else "all sound"
        console.print(f"{path}: {count_noun(len(runs), 'run')}, {games:,} games: {verdict}")
    if damaged:
        raise typer.Exit(RUN_STOPPED)


SUBCOMMANDS: Final[dict[str, Callable[..., None]]] = {"show": show_command, "check": check_command}
"""The commands of the group, by their names."""


def existing_ledger(path: Path | None) -> Path:
    """Return the path of a ledger, by default the user's; raise `InputError` if there is none."""
    chosen = path or default_ledger()
    if not chosen.exists():
        raise InputError(
            f"expected a ledger at {chosen}, which does not exist; `sapper run` creates one"
        )
    return chosen


def _select(runs: list[Run], numbers: list[int]) -> list[Run]:
    there = {run.number for run in runs}
    for number in numbers:
        if number not in there:
            raise InputError(f"there is no run {number} in the ledger")
    return [run for run in runs if not numbers or run.number in numbers]


def _run_document(run: Run, ledger: Ledger) -> StoredRunDocument:
    assert run.identity is not None
    at = ledger.last_at(run)
    origins = ledger.origins(run)
    return StoredRunDocument(
        number=run.number,
        player=run.player,
        board=run.board,
        start=run.start,
        first=run.first,
        seed=run.seed,
        collection=run.collection or None,
        version=run.version,
        identity=str(run.identity),
        fixed_games=run.identity.games,
        games=ledger.count(run),
        wins=sum(chunk.sums.wins for chunk in ledger.chunks(run)),
        keep=ledger.keep_of(run).value,
        seconds_ago=None if at is None else max(0.0, time() - at),
        origins=[OriginDocument(games=games, origin=each.to_dict()) for each, games in origins],
    )


def _print_runs(runs: list[StoredRunDocument], console: Screen) -> None:
    """Print runs as a table, then where their games come from."""
    table = Table(box=None)
    for head in ("run", "games"):
        table.add_column(head, justify="right", no_wrap=True)
    for head in ("player", "board", "start", "first", "seed", "kept", "identity"):
        table.add_column(head, no_wrap=True)
    for run in runs:
        seed = f"{run['seed']}={run['collection']}" if run["collection"] else str(run["seed"])
        table.add_row(
            str(run["number"]), f"{run['games']:,}", run["player"], run["board"], run["start"],
            run["first"], seed, run["keep"], run["identity"],
        )  # fmt: skip
    print_table(console, table)
    for run in runs:
        if (seconds := run["seconds_ago"]) is not None:
            won = f"{run['wins']:,} of {run['games']:,} games won"
            console.print(f"run {run['number']}: {won}, last chunk {_ago(seconds)}")
        for played in run["origins"]:
            origin = _origin_text(played["origin"])
            console.print(f"run {run['number']}: {played['games']:,} games {origin}")


def _ago(seconds: float) -> str:
    """Return how long ago something was, in whole units."""
    for unit, name in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * unit:
            return f"{int(seconds // unit)} {name} ago"
    return f"{int(seconds)} s ago"


def _origin_text(origin: ProvenanceDocument) -> str:
    """Return when, where and by which command games were played."""
    commit = f" ({origin['commit']})" if origin["commit"] else ""
    command = f", by: {origin['command']}" if origin["command"] else ""
    return (
        f"at {origin['at']} on {origin['machine']}, {origin['cores']} cores, "
        f"{origin['platform']}, Python {origin['python']}, sapper {origin['version']}{commit}"
        f"{command}"
    )
