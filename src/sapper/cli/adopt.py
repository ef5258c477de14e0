"""`sapper ledger adopt`: make games of another identity games of the player of today."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.cli.console import console_for, print_document, report_error, say_note
from sapper.cli.exit_codes import OK
from sapper.cli.ledger_players import (
    Engines,
    OwnPlayers,
    existing_ledger,
    named_players,
    run_with,
)
from sapper.cli.options import AsJson, LedgerFile, NoColor, Workers
from sapper.cli.run_progress import end_on_stop, show_progress
from sapper.errors import InputError
from sapper.lab.adoption import Adoption, adopt, is_current
from sapper.lab.errors import AdoptionRefused
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.ledger.keep import Keep
from sapper.lab.run import Run
from sapper.percent import percent
from sapper.players.protocol.engines import is_engine_text
from sapper.players.registry import PlayerSpec
from sapper.schema import stamp

__all__ = ["adopt_command"]


def adopt_command(
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            help="Numbers of runs or names of players; by default all of other identities."
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="How many games of each to play again.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed that draws these games.")] = 0,
    engine: Engines = None,
    player: OwnPlayers = None,
    workers: Workers = None,
    ledger: LedgerFile = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Take games of another identity over, if the player of today plays a sample of them equally.

    A run whose first differing game is named keeps its games, and the exit code is 5. A ledger
    starts no engine and imports no module: --engine and --player name them.
    """
    path = existing_ledger(ledger)
    own = [word for word in runs or [] if ":" in word and not is_engine_text(word)]
    named = named_players(engine, [*(player or []), *own])
    adopted: list[Adoption] = []
    refused: list[tuple[Entry, AdoptionRefused]] = []
    with end_on_stop(), Ledger(path) as book:
        for entry, run in _candidates(book.entries(), runs or [], named):
            if not runs and book.keep_of(entry) is not Keep.GAMES:
                say_note(f"run {entry.number} is left out: it does not keep every game")
                continue
            try:
                with show_progress() as watch:
                    done = adopt(
                        book, entry, run, games=games, seed=seed, workers=workers, watch=watch
                    )
            except AdoptionRefused as error:
                refused.append((entry, error))
            else:
                adopted.append(done)
    _show(adopted, refused, as_json, no_color)


def _candidates(
    entries: list[Entry], words: list[str], named: list[PlayerSpec]
) -> list[tuple[Entry, Run]]:
    """Return the runs to adopt, each with the player of today.

    Raise `InputError` for a word that names none, or a player that cannot be found.
    """
    filled = [entry for entry in entries if entry.games]
    for word in words:
        if not any(_matches(entry, word) for entry in filled):
            raise InputError(
                f"{word!r} is neither the number of a run with games nor a player; see `sapper "
                "ledger show`"
            )
    found = []
    for entry in filled:
        if words and not any(_matches(entry, word) for word in words):
            continue
        run = _run_of(entry, named, is_asked_for=bool(words))
        if run is not None and (str(entry.number) in words or not is_current(entry, run)):
            found.append((entry, run))
    return found


def _matches(entry: Entry, word: str) -> bool:
    return word in (str(entry.number), entry.run.player)


def _run_of(entry: Entry, named: list[PlayerSpec], *, is_asked_for: bool) -> Run | None:
    """Return a run with the player of today; None, with a note, if it was not asked for."""
    try:
        return run_with(entry, named)
    except InputError as error:
        if is_asked_for:
            raise InputError(f"run {entry.number}: {error}") from None
        say_note(f"run {entry.number} is left out: {error}")
        return None


def _show(
    adopted: list[Adoption],
    refused: list[tuple[Entry, AdoptionRefused]],
    as_json: bool,
    no_color: bool,
) -> None:
    if as_json:
        documents = [{"run": entry.number, **error.to_dict()} for entry, error in refused]
        print_document(
            stamp({"adopted": [each.to_dict() for each in adopted], "refused": documents})
        )
    else:
        console = console_for(no_color)
        for each in adopted:
            console.print(_sentence(each))
        if not adopted and not refused:
            console.print("All games in the ledger have the identity of their player of today.")
    code = OK
    for _name, error in refused:
        code = report_error(error, as_json=False)
    if code != OK:
        raise typer.Exit(code)


def _sentence(done: Adoption) -> str:
    name = f"{done.source.run.player} on {done.source.run.board}"
    checked = f"{done.checked:,} of {done.source.games:,} games were played again and are equal"
    sure = f" (fewer than {percent(done.most_differ, 2)} of all differ)" if done.most_differ else ""
    left = f"; {done.left:,} stay, as run {done.target.number} has played them" if done.left else ""
    return (
        f"Run {done.source.number}, {name}: {checked}{sure}. {done.adopted:,} games now belong to "
        f"run {done.target.number} (identity {done.target.identity}){left}."
    )
