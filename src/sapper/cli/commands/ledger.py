"""`sapper lab ledger`: look into a ledger, and check it."""

from __future__ import annotations

from pathlib import Path
from time import time
from typing import Any

import click

from sapper.cli.exit_codes import RUN_STOPPED
from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON, LEDGER
from sapper.cli.terminal.console import Console, print_document, result_console
from sapper.cli.terminal.progress import end_on_stop
from sapper.cli.terminal.tables import print_table
from sapper.documents import document
from sapper.errors import InputError
from sapper.lab.ledger import Ledger, default_ledger, games_text
from sapper.lab.runs.run import Run
from sapper.nouns import count_noun

__all__ = ["existing_ledger", "ledger_command"]


@command
@click.option("--check", is_flag=True, help="Check every stored game against its checksum.")
@LEDGER
@AS_JSON
def ledger_command(check: bool, ledger: Path | None, as_json: bool) -> None:
    """Show the runs in a ledger: their games and what is kept.

    JSON also says how, where and when the games were played. With --check damaged games are
    named, and the exit code is 5; the next run plays them again.

    Examples:
      sapper lab ledger
      sapper lab ledger --check

    """
    path = existing_ledger(ledger)
    if check:
        _check(path, as_json)
        return
    with end_on_stop(), Ledger(path, read_only=True) as book:
        documents = [_run_document(run, book) for run in book.runs()]
    size = path.stat().st_size
    if as_json:
        print_document({"ledger": path, "bytes": size, "runs": documents})
        return
    console = result_console()
    _print_runs(documents, console)
    console.print(f"{path}: {size:,} bytes")


def _check(path: Path, as_json: bool) -> None:
    """Check every chunk of a ledger against its checksums."""
    with end_on_stop(), Ledger(path, read_only=True) as book:
        runs = book.runs()
        damaged = [games_text(run, games) for run in runs for games in book.damaged(run)]
        games = sum(map(book.count, runs))
    if as_json:
        print_document({"ledger": path, "runs": len(runs), "games": games, "damaged": damaged})
    else:
        console = result_console()
        for text in damaged:
            console.print(f"damaged: {text}")
        verdict = f"{len(damaged):,} damaged" if damaged else "all sound"
        console.print(f"{path}: {count_noun(len(runs), 'run')}, {games:,} games: {verdict}")
    if damaged:
        raise click.exceptions.Exit(RUN_STOPPED)


def existing_ledger(path: Path | None) -> Path:
    """Return the path of a ledger, by default the user's; raise `InputError` if there is none."""
    chosen = path or default_ledger()
    if not chosen.exists():
        raise InputError(
            f"expected a ledger at {chosen}, which does not exist; `sapper run` creates one"
        )
    return chosen


def _run_document(run: Run, ledger: Ledger) -> dict[str, Any]:
    assert run.identity is not None
    at = ledger.last_at(run)
    same = ("number", "player", "board", "start", "first", "seed", "version")
    return {
        **{name: getattr(run, name) for name in same},
        "identity": str(run.identity),
        "fixed_games": run.identity.games,
        "games": ledger.count(run),
        "wins": sum(chunk.sums.wins for chunk in ledger.chunks(run)),
        "keep": ledger.keep_of(run).value,
        "seconds_ago": None if at is None else max(0.0, time() - at),
        "origins": [{"games": n, "origin": document(each)} for each, n in ledger.origins(run)],
    }


def _print_runs(runs: list[dict[str, Any]], console: Console) -> None:
    """Print runs as a table."""
    rows = [
        [
            str(run["number"]), run["player"], run["board"], str(run["seed"]), f"{run['games']:,}",
            f"{run['wins']:,}",
        ]
        for run in runs
    ]  # fmt: skip
    print_table(console, ["run", "player", "board", "seed", "games", "won"], rows, words=4)
