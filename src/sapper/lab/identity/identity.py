"""The identity of a player, twelve hexadecimal digits: a ledger never mixes two identities.

It changes whenever decisions could. Part of it are the built core (`_core.decision_digest`), the
modules of sapper that deal, play and decide, and the player itself: the sources of its modules and
of its helpers (`sources.py`), what differs from them in memory (`overrides.py`), and its code and
values where no file defines it (`live_code.py`). An engine is identified by the name, the version
and the options that it says itself, not by its command. A native player is also
identified by the results of fixed games, which would show a build that decides differently, and by
its learned weights. Pictures, words, comments and docstrings are no part of it.

Every worker computes the identity of what it plays itself; see `check_identity`.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache, partial
from importlib.machinery import ModuleSpec
from importlib.metadata import version
from pickle import PicklingError
from typing import Final, NamedTuple

from sapper import _core
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.native import is_scored, play_games
from sapper.lab.errors import RunStopped
from sapper.lab.identity.live_code import Reader
from sapper.lab.identity.module_files import loading_of
from sapper.lab.identity.overrides import overrides_of
from sapper.lab.identity.sources import hash_files, hash_modules, own_modules
from sapper.lab.run import Run
from sapper.players.protocol.engines import decider_of
from sapper.players.registry import PlayerSpec

__all__ = [
    "Worker",
    "check_identity",
    "identity_here",
    "identity_of",
    "read_sources",
    "sapper_version",
    "this_worker",
]

_PLAYED_BY: Final = (
    "sapper.games.playing",
    "sapper.games.game",
    "sapper.games.dealing",
    "sapper.lab.chunk",
    "sapper.lab.first_cell",
)
_PLAYED_IN_CORE_BY: Final = (
    "sapper.board.geometry",
    "sapper.board.spec",
    "sapper.games.dealing",
    "sapper.games.native",
    "sapper.lab.chunk",
    "sapper.lab.first_cell",
)
_FIXED_GAMES: Final = (("9x9/10", 24), ("16x16/40", 8), ("16x30/99", 24))
_COMPARED: Final = ("won", "steps", "guesses", "cleared", "last")  # the same on all platforms
_SEED: Final = 20261115
_UNREADABLE: Final = (TypeError, AttributeError, PicklingError, RecursionError)

_known: dict[int, tuple[weakref.ref[Run], str]] = {}  # by the number of the object
_first_seen: dict[str, tuple[ModuleSpec | None, bytes]] = {}  # overrides by module


class Worker(NamedTuple):
    """A process that plays games: the name of its machine, and its number there."""

    machine: str
    process: int

    def __str__(self) -> str:
        return f"process {self.process} on {self.machine}"


@cache
def sapper_version() -> str:
    """Return the installed version of sapper, by reading its metadata once."""
    return version("sapper")


def identity_of(run: Run) -> str:
    """Return the identity of the player of a run, as it is now.

    The ledger stores it in its column `signature`.
    """
    return _remember(run, _compute(run, _overrides))


def identity_here(run: Run) -> str:
    """Return the identity of the player that plays a chunk in this process.

    In the calling process it is the one that `identity_of` returned before the first game: what a
    player changes in its own module while it plays does not make it another one.
    """
    known = _known.get(id(run))
    if known is not None and known[0]() is run:
        return known[1]
    return _remember(run, _compute(run, _first_overrides))


def read_sources() -> None:
    """Read the modules of sapper behind the loaded players, so that identities need not."""
    players = [name for name in [*sys.modules] if name.startswith("sapper.players.")]
    hash_files(_PLAYED_IN_CORE_BY)
    hash_modules([*_PLAYED_BY, *players], "sapper")


def check_identity(run: Run, expected: str, found: str, worker: Worker | None) -> None:
    """Raise `RunStopped` if a worker plays another player than the calling process asked for."""
    if found == expected:
        return
    only_here = ", ".join(_overridden(run.player_spec))
    note = f" (only in this process, {only_here} differs from its file)" if only_here else ""
    raise RunStopped(
        f"a worker ({worker or 'of an older version of sapper'}) plays another {run.player}: its "
        f"identity is {found or 'unknown'}, here it is {expected}{note}; its games were refused "
        "and all others are stored. Give every worker the same sapper, the same modules of the "
        "player and the same versions of the packages that they import, restart it, and run the "
        "same command again"
    )


def _overridden(spec: PlayerSpec) -> list[str]:
    """Return the names of the player's modules that differ in memory from their files."""
    reader = Reader()
    with suppress(*_UNREADABLE):
        reader.read(spec.make)
    modules = own_modules(reader.modules, _home_of(spec.make))
    return [f"{module}.{name}" for module in modules for name, _ in overrides_of(module)]


def this_worker() -> Worker:
    """Return this process."""
    return Worker(_machine(), os.getpid())


@lru_cache(maxsize=1)
def _machine() -> str:
    return platform.node()


def _remember(run: Run, identity: str) -> str:
    number = id(run)
    _known[number] = weakref.ref(run, lambda _: _known.pop(number, None)), identity
    return identity


def _compute(run: Run, overrides: Callable[[str], bytes]) -> str:
    spec = run.player_spec
    digest = hashlib.sha256(_core.decision_digest().encode())
    digest.update(f"{run.player} {spec.native} {spec.is_function}".encode())
    if run.native is None:
        digest.update(_python_of(spec, overrides) + run.limits.key.encode())
    else:
        digest.update(hash_files(_PLAYED_IN_CORE_BY))
    if spec.native is not None:
        digest.update(_fixed_games(spec.native))
    return digest.hexdigest()[:12]


def _python_of(spec: PlayerSpec, overrides: Callable[[str], bytes]) -> bytes:
    """Return the hash of a player in Python.

    What cannot be pickled gets a random identity: its games are never used again.
    """
    reader = Reader()
    try:
        reader.read(decider_of(spec.make))
    except _UNREADABLE:
        return os.urandom(16)
    home = _home_of(spec.make)
    modules = {*reader.modules, *_PLAYED_BY}
    changed = [overrides(name) for name in own_modules(modules, home)]
    return b"".join([reader.digest(), hash_modules(modules, home), *changed])


def _home_of(make: object) -> str:
    """Return the module of the class or function behind partials."""
    while isinstance(make, partial):
        make = make.func
    return getattr(make, "__module__", None) or ""


def _overrides(module: str) -> bytes:
    """Return the hash of what differs in memory from the file of a module."""
    found = list(overrides_of(module))
    if not found:
        return b""
    reader = Reader()
    try:
        reader.read([module, *found])
    except _UNREADABLE:
        return os.urandom(16)
    return reader.digest()


def _first_overrides(module: str) -> bytes:
    """Return that hash as it was when a worker first saw the module, before it played."""
    loading = loading_of(module)
    seen = _first_seen.get(module)
    if seen is None or seen[0] is not loading:
        seen = _first_seen[module] = loading, _overrides(module)
    return seen[1]


@lru_cache
def _fixed_games(player: str) -> bytes:
    """Return the results of fixed games, and the weights if the games are scored."""
    results: list[object] = []
    for board, count in _FIXED_GAMES:
        spec = BoardSpec.parse(board)
        games = play_games(spec, StartRule.SAFE, (0, 0), _SEED, 0, count, player)
        results += [getattr(games, name).tolist() for name in _COMPARED]
        if is_scored(spec, player):
            results.append(_core.shipped_weights())
    return repr(results).encode()
