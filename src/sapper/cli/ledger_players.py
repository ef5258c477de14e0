"""Which ledger, and the players of its runs: registered ones, and those that the user has named.

A ledger may come from anybody: no text in it starts a program or imports a module of the current
folder. Whoever asks names such a player: `--engine COMMAND`, `--player MODULE:CLASS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from sapper.errors import InputError
from sapper.lab.ledger import Entry, default_ledger
from sapper.lab.replay import run_of_today
from sapper.lab.run import Run
from sapper.players import player_spec_of
from sapper.players.protocol.engines import engine_player_spec, is_engine_text
from sapper.players.registry import PlayerSpec

__all__ = ["Engines", "OwnPlayers", "existing_ledger", "named_players", "run_with"]

Engines = Annotated[
    list[str] | None,
    typer.Option(
        "--engine", metavar="COMMAND", help="The command of an engine, for runs that it played."
    ),
]
OwnPlayers = Annotated[
    list[str] | None,
    typer.Option(
        "--player", metavar="MODULE:CLASS", help="A player of yours, for runs that it played."
    ),
]


def existing_ledger(path: Path | None) -> Path:
    """Return the path of a ledger, by default the user's; raise `InputError` if there is none."""
    chosen = path or default_ledger()
    if not chosen.exists():
        raise InputError(
            f"expected a ledger at {chosen}, which does not exist; `sapper run` creates one"
        )
    return chosen


def named_players(engines: Sequence[str] | None, players: Sequence[str] | None) -> list[PlayerSpec]:
    """Return the players that the command line names; engines are started, modules imported."""
    started = [engine_player_spec(command) for command in engines or ()]
    return [*started, *(player_spec_of(player) for player in players or ())]


def run_with(entry: Entry, named: Sequence[PlayerSpec]) -> Run:
    """Return the run of an entry with the player of today, a registered or a named one.

    Raise `InputError`, with advice, if there is no such player or its boards are not known.
    """
    text = entry.run.player
    advice = "only Python can play it again, as `sapper.lab.adoption.adopt` does"
    try:
        if entry.run.collection:
            raise InputError(f"its boards are the collection {entry.run.collection}")
        found = next((player for player in named if player.text == text), None)
        if found is None and is_engine_text(text):
            advice = "give the command that starts it with --engine COMMAND"
            raise InputError(f"it needs {text}{_instead(named)}")
        if found is None and ":" in text:
            advice = "if it is a player of yours, name it with --player MODULE:CLASS"
        return run_of_today(entry, found)
    except InputError as error:
        raise InputError(f"{error}; {advice}") from None


def _instead(named: Sequence[PlayerSpec]) -> str:
    """Return the engines that were started though none was needed, for a message."""
    engines = ", ".join(player.text for player in named if is_engine_text(player.text))
    return f", and --engine started {engines}" if engines else ""
