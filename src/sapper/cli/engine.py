"""`sapper engine`: speak the engine protocol on standard input and output."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sapper.cli.completion import complete_player
from sapper.files import results_alone, standard_output
from sapper.lab.identity import identity_of
from sapper.lab.runs.run import Run
from sapper.players import player_spec_of
from sapper.players.protocol.serving import serve_player
from sapper.players.registry import PlayerSpec

__all__ = ["engine_command"]


def engine_command(
    player: Annotated[
        str,
        typer.Option(
            "--player",
            "-p",
            help="Who decides: champion, fast, any other player, or your own module:Class.",
            autocompletion=complete_player,
        ),
    ] = "champion",
) -> None:
    """Speak the engine protocol: let a player of ours play inside another program.

    Reads commands from standard input and answers on standard output until quit or the end of the
    input. Try it: the lines sapper-engine 1, position 3x3/2:01_/12_/___ and go.
    """
    with results_alone():  # what a player of yours prints is no answer
        chosen = player_spec_of(player)
        serve_player(chosen, sys.stdin, _answer, _identity(chosen))


def _answer(text: str) -> None:
    standard_output().write(text)
    standard_output().flush()


def _identity(player: PlayerSpec) -> str:
    """Return the identity of a player that decides in Python, as it does here, on any board."""
    return identity_of(Run.of(player, "9x9/10", first="player"))
