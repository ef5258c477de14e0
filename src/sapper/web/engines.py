"""Engines on the page: only those that the operator named when the server was started.

They are registered under these names, so a request can ask for them as for any other player. A
server with several processes passes the commands to them in an environment variable.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fastapi import FastAPI

from sapper.errors import InputError
from sapper.players.protocol.engines import engine_player_spec, with_move_time
from sapper.players.registry import ENGINE, is_registered, register
from sapper.web.app import create_app_of_server
from sapper.web.limits import Limits

__all__ = ["create_worker_app", "offer_engines", "pass_to_workers"]

_VARIABLE: Final = "SAPPER_SERVED_ENGINES"


def offer_engines(named: Sequence[str], limits: Limits | None = None) -> None:
    """Register engines, each written NAME=COMMAND; one move may take the time of one request.

    Raise `InputError` for another text, a name that is taken, or a command that starts no engine.
    """
    seconds = (limits or Limits()).milliseconds / 1000
    for text in named:
        name, equals, command = text.partition("=")
        if not equals or not name.strip():
            raise InputError(f"expected --engine NAME=COMMAND, got {text!r}")
        if is_registered(name):
            raise InputError(f"--engine {name}: a player of this name is there already")
        found = engine_player_spec(ENGINE + command)
        summary = f"{found.summary} It is {found.name.removeprefix(ENGINE)}."
        register(with_move_time(replace(found, name=name, summary=summary), seconds), name=name)


def pass_to_workers(named: Sequence[str]) -> None:
    """Let the processes that this one starts offer the same engines."""
    os.environ[_VARIABLE] = json.dumps(list(named))


def create_worker_app() -> FastAPI:
    """Return the app of one of several server processes, with the engines of the operator."""
    offer_engines(json.loads(os.environ.get(_VARIABLE, "[]")))
    return create_app_of_server()
