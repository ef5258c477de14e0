"""Whether this machine can play an engine: its command may be missing here, or start another one.

A cluster has other machines than the one that the command was given on.
"""

from __future__ import annotations

import shlex
from functools import partial

from sapper.errors import EngineError
from sapper.players.protocol.player import EnginePlayer
from sapper.players.protocol.running import running_engine
from sapper.players.registry import PlayerSpec

__all__ = ["engine_problem"]


def engine_problem(spec: PlayerSpec) -> str | None:
    """Return why an engine's player cannot be played here, as a clause; None if it can."""
    make = spec.make
    if not (isinstance(make, partial) and make.func is EnginePlayer):
        return None
    command, wanted = make.keywords["command"], make.keywords["about"]
    try:
        found = running_engine(command).about
    except EngineError as error:
        return f"{error}; its command is {shlex.join(command)}"
    if found == wanted:
        return None
    return f"the command {shlex.join(command)} starts {found.label} there, and not {wanted.label}"
