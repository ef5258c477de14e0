"""The runs of a ledger, as `sapper ledger show` shows them."""

from __future__ import annotations

from typing import TypedDict

from rich.table import Table

from sapper.cli.console import Screen
from sapper.cli.tables import print_table
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.provenance import ProvenanceDocument

__all__ = ["EntryDocument", "origin_text", "print_runs", "run_document"]


class OriginDocument(TypedDict):
    """Games that were played together: how many, and when, where and by which command."""

    games: int
    origin: ProvenanceDocument | None


class EntryDocument(TypedDict):
    """A run in a ledger: what it is, what is kept of it, where its games come from."""

    number: int
    player: str
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


def run_document(entry: Entry, ledger: Ledger) -> EntryDocument:
    """Return a run of a ledger as plain data."""
    run = entry.run
    origins = [
        OriginDocument(games=games, origin=None if origin is None else origin.to_dict())
        for origin, games in ledger.origins(entry)
    ]
    return EntryDocument(
        number=entry.number,
        player=run.player,
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
    )


def print_runs(runs: list[EntryDocument], console: Screen) -> None:
    """Print runs as a table, then where their games come from."""
    table = Table(box=None)
    for head in ("run", "games"):
        table.add_column(head, justify="right", no_wrap=True)
    for head in ("player", "board", "start", "first", "seed", "kept", "identity"):
        table.add_column(head, no_wrap=True)
    for run in runs:
        table.add_row(
            str(run["number"]), f"{run['games']:,}", run["player"], run["board"], run["start"],
            run["first"], _seed(run), run["keep"], run["identity"],
        )  # fmt: skip
    print_table(console, table)
    for run in runs:
        for played in run["origins"]:
            games = f"{played['games']:,} games"
            console.print(f"run {run['number']}: {origin_text(games, played['origin'])}")


def _seed(run: EntryDocument) -> str:
    """Return the seed, and the digest of the boards behind it if they were given."""
    return f"{run['seed']}={run['collection']}" if run["collection"] else str(run["seed"])


def origin_text(what: str, origin: ProvenanceDocument | None) -> str:
    """Return when, where and by which command something was made."""
    if origin is None:
        return f"{what} of unknown origin"
    commit = f" ({origin['commit']})" if origin["commit"] else ""
    command = f", by: {origin['command']}" if origin["command"] else ""
    return (
        f"{what} at {origin['at']} on {origin['machine']}, {origin['cores']} cores, "
        f"{origin['platform']}, Python {origin['python']}, sapper {origin['version']}{commit}"
        f"{command}"
    )
