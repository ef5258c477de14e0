"""`sapper engine serve`: speak the engine protocol on standard input and output."""

from __future__ import annotations

import sys

import click

from sapper.cli.completion import complete_player
from sapper.cli.lazy_group import command
from sapper.cli.terminal.console import say_note
from sapper.files import results_alone, standard_output
from sapper.lab.identity import identity_of
from sapper.lab.runs.run import Run
from sapper.players import player_spec_of
from sapper.players.protocol.serving import serve_player
from sapper.players.registry import PlayerSpec

__all__ = ["serve_command"]


@command
@click.option(
    "--player",
    "-p",
    default="champion",
    show_default=True,
    shell_complete=complete_player,
    help="Who decides: any player, or your own module:Class.",
)
def serve_command(player: str) -> None:
    r"""Let a player of sapper play inside another program: speak the engine protocol.

    It reads commands from standard input and answers on standard output, until quit or the end of
    the input.

    Examples:
      echo "position 3x3/2:01_/12_/___\ngo" | sapper engine serve --player fast

    """
    if sys.stdin.isatty():
        say_note("reading lines of the protocol (see sapper engine --help); quit ends")
    with results_alone():  # what a player of yours prints is no answer
        chosen = player_spec_of(player)
        serve_player(chosen, sys.stdin, _answer, _identity(chosen))


def _answer(text: str) -> None:
    standard_output().write(text)
    standard_output().flush()


def _identity(player: PlayerSpec) -> str:
    """Return the identity of a player that decides in Python, as it does here, on any board."""
    return identity_of(Run.of(player, "9x9/10", first="player"))
