"""Engines on the page: only those that the operator named when the server was started.

They are registered under these names, so a request can ask for them as for any other player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sapper.errors import InputError
from sapper.players.protocol.engines import engine_player_spec, with_move_time
from sapper.players.registry import ENGINE, is_registered, register
from sapper.web.limits import ServerLimits

__all__ = ["offer_engines"]


def offer_engines(named: Sequence[str], limits: ServerLimits | None = None) -> None:
    """Register engines, each written NAME=COMMAND; one move may take the time of one request.

    Raise `InputError` for another text, a name that is taken, or a command that starts no engine.
    """
    seconds = (limits or ServerLimits()).milliseconds / 1000
    for text in named:
        name, equals, command = text.partition("=")
        if not equals or not name.strip():
            raise InputError(f"expected --engine NAME=COMMAND, got {text!r}")
        if is_registered(name):
            raise InputError(f"--engine {name}: a player of this name is there already")
        found = engine_player_spec(ENGINE + command)
        summary = f"{found.summary} It is {found.name.removeprefix(ENGINE)}."
        register(with_move_time(replace(found, name=name, summary=summary), seconds), name=name)
