"""The engines that run in this process: one process for each command, started when it is needed.

Players of the same command share it, also in several threads: a question holds its lock. Starting
a program takes longer than most games, so it stays for the next player; a few are kept, the one
that was used last longest, and all end with this process.
"""

from __future__ import annotations

import atexit
from collections import OrderedDict
from threading import RLock
from typing import Final

from sapper.players.protocol.process import Command, EngineProcess

__all__ = ["close_engines", "kill_engines", "running_engine"]

_MOST_KEPT: Final = 4

_running: OrderedDict[Command, EngineProcess] = OrderedDict()
_lock = RLock()


def running_engine(command: Command, *, anew: bool = False) -> EngineProcess:
    """Return the running engine of a command; start it if there is none, or always if `anew`.

    Raise `EngineError` if it cannot be started.
    """
    with _lock:
        engine = _running.pop(command, None)
        if engine is not None and anew:
            engine.end()
        if engine is None or engine.is_ended:
            engine = EngineProcess(command)
        _running[command] = engine
        while len(_running) > _MOST_KEPT:
            _, oldest = _running.popitem(last=False)
            oldest.end()
        return engine


def close_engines() -> None:
    """End all engines of this process; a player that goes on starts its engine again."""
    with _lock:
        engines = list(_running.values())
        _running.clear()
    for engine in engines:
        engine.end()


def kill_engines() -> None:
    """Kill all engines of this process, which ends now: it waits for no question under way."""
    for engine in [*_running.values()]:
        if not engine.is_ended:
            engine.kill()


atexit.register(close_engines)
