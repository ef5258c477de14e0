"""Who plays: a player is known by its version or its file, and by how it plays.

The *code* of a player is the version that it states; else a hash of its file, or of the Python
files of its top-level package; else of its source. Players of sapper are known by the digest of
the core instead, in which comments and names of files have no part. The *fingerprint* has one hash
for each of up to 1,000 fixed small games: of its outcome, its first and last cell, the numbers of
its moves, guesses and opened cells, and the safety of every guess. Two fingerprints agree if the
games that both have agree. When n games are equal, then with 95 % confidence fewer than 3 in n
would differ (the rule of three).

A run has no more fixed games than games of its own, so that a short one does not wait. Every worker
plays them too, with the very player that it was sent, before its first chunk: that finds other
versions, other machines and broken memory.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import platform
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

from sapper import _core
from sapper.games.table import GameTable
from sapper.lab.errors import RunStopped
from sapper.lab.playing.faults import Fault
from sapper.lab.playing.games import play_games
from sapper.lab.runs.run import Run
from sapper.players.protocol.engines import is_engine_text
from sapper.players.registry import PlayerSpec

__all__ = [
    "Identity",
    "Play",
    "check_player",
    "identity_of",
    "play_here",
    "process_name",
]

Play = Callable[[Run, int, int], tuple[GameTable, float]]
"""Plays some games of a run; returns them and the seconds that they took."""

_BOARD: Final = "6x6/7"  # its games have certain moves, guesses and endgames
_SEED: Final = 20261115
_LEAST: Final = 4
_MOST: Final = 1000
_SECONDS: Final = 0.5
_GROWTH: Final = 8  # of the games that are played at a time
_SIZE: Final = 4  # bytes of a game's hash
_COLUMNS: Final = ("won", "steps", "guesses", "survived", "first", "cleared", "last", "fault")
_ROUNDED: Final = 1e6  # of a safety: platforms may round differently
_SUFFIXES: Final = (".py", *EXTENSION_SUFFIXES)


class _NotComparable(Exception):  # noqa: N818 (never leaves this module)
    """A player has no fingerprint; the text says what it is."""


_ours: dict[tuple[object, ...], tuple[int, Identity]] = {}
_checked: set[Identity] = set()


@dataclass(frozen=True)
class Identity:
    """What is known of a player: its code, and its fingerprint, which may be empty."""

    code: str
    play: bytes = field(repr=False)

    @classmethod
    def of(cls, run: Run, games: int, play: Play) -> Identity:
        """Return the identity of the player of a run of so many games, as it is now.

        `play` plays the fixed games where the run is played, but those of sapper's own players are
        played here, once in a process.
        """
        code, most = _code_of(run.player_spec), max(_LEAST, min(games, _MOST))
        is_ours = code.startswith("core")
        key = (run.player, run.native, run.limits.key, run.first == "player")
        if is_ours and key in _ours and _ours[key][0] >= most:
            return _ours[key][1]
        try:
            found = _fingerprint(run, most, play_here if is_ours else play, is_twice=not is_ours)
        except _NotComparable as why:
            found = b""
            if code == "none":  # nothing is known: never the same again
                code = f"none {os.urandom(8).hex()}"
            code = f"{code}, {why}"
        identity = cls(code, found)
        _checked.add(identity)
        if is_ours:
            _ours[key] = most, identity
        return identity

    @property
    def games(self) -> int:
        """The number of games in the fingerprint."""
        return len(self.play) // _SIZE

    @property
    def note(self) -> str | None:
        """What the user should know about it, as a clause."""
        if not self.play:
            return f"known by its version or file alone, since it is {self.code.split(', ')[-1]}"
        is_known = not self.code.startswith(("source", "none"))
        text = f"known by its play on {self.games} games; give it a `version` when you change it"
        return None if is_known else text

    def difference(self, other: Identity) -> str | None:
        """Return how another player is told from this one, as a clause; None if both agree."""
        if self.code != other.code:
            return "its version, its file or the core differs"
        both = min(len(self.play), len(other.play))
        for at in range(0, both, _SIZE):
            if self.play[at : at + _SIZE] != other.play[at : at + _SIZE]:
                return f"it plays the fixed game {at // _SIZE} differently"
        return None

    def __str__(self) -> str:
        """Return twelve digits, which do not depend on the number of games that were played."""
        found = hashlib.sha256(f"{self.code}\0".encode() + self.play[: _LEAST * _SIZE])
        return found.hexdigest()[:12]


def identity_of(run: Run) -> str:
    """Return the twelve digits of the identity of a player; it plays a few games here."""
    return str(Identity.of(run, _LEAST, play_here))


def check_player(run: Run) -> None:
    """Raise `RunStopped` if this process plays another player than the one that asked for games."""
    asked = run.identity
    if asked is None or not asked.play or asked in _checked:
        return
    found = _fingerprint(run, asked.games, play_here, is_twice=False)
    if (why := asked.difference(replace(asked, play=found))) is not None:
        raise RunStopped(
            f"a worker ({process_name()}) plays another {run.player}: {why}; its games were "
            "refused and all others are stored. Give every worker the same sapper and the same "
            "files of the player, restart it, and run the same command again"
        )
    _checked.add(asked)


def process_name() -> str:
    """Return the name of this process: its number and its machine."""
    return f"process {os.getpid()} on {platform.node()}"


def play_here(run: Run, begin: int, count: int) -> tuple[GameTable, float]:
    """Return some games of a run, played in this process, and the seconds that they took."""
    began = perf_counter()
    games, _ = play_games(run, begin, count)
    return games, perf_counter() - began


def _fingerprint(run: Run, most: int, play: Play, *, is_twice: bool) -> bytes:
    """Return the hashes of as many fixed games as half a second allows.

    Raise `_NotComparable` for a player that differs from itself, is too slow, or ends its process.
    """
    fixed = _fixed_games(run)
    hashes, seconds, count = b"", 0.0, _LEAST
    while count > 0:
        done = len(hashes) // _SIZE
        games, spent = play(fixed, done, count)
        if Fault.TIMED_OUT in games.fault:
            raise _NotComparable("too slow for its limit")
        if Fault.PROCESS_DIED in games.fault and not is_engine_text(run.player):
            raise _NotComparable("ending its process")
        found = _hashes(games)
        if is_twice:
            again, more = play(fixed, done, count if spent < _SECONDS else 1)
            spent += more
            if not found.startswith(_hashes(again)):
                raise _NotComparable("not deterministic")
        hashes, done, seconds = hashes + found, done + count, seconds + spent
        left = int((_SECONDS - seconds) / max(seconds / done, 1e-9))
        count = min(most - done, left, _GROWTH * done)
    return hashes


def _fixed_games(run: Run) -> Run:
    """Return the run of the fixed games, with the player and the limits of another."""
    first = run.first if run.first == "player" else "0,0"
    return replace(
        run, board=_BOARD, start="safe", first=first, seed=_SEED, collection="", held=None,
        limits=replace(run.limits, strict=False), identity=None,
    )  # fmt: skip


def _hashes(games: GameTable) -> bytes:
    """Return the hash of every game, one after another."""
    rows = np.column_stack([getattr(games, name).astype("<i4") for name in _COLUMNS])
    assert games.safeties is not None
    safeties = np.nan_to_num(np.rint(games.safeties * _ROUNDED), nan=-1).astype("<i8")
    guesses = np.split(safeties, np.cumsum(games.guesses)[:-1])
    return b"".join(
        hashlib.blake2b(row.tobytes() + own.tobytes(), digest_size=_SIZE).digest()
        for row, own in zip(rows, guesses, strict=True)
    )


def _code_of(spec: PlayerSpec) -> str:
    """Return what the code of a player is known by; an engine's text states its version."""
    if is_engine_text(spec.name):
        return spec.name
    made: Any = spec.make
    while isinstance(made, partial):
        made = made.func
    if made.__module__.partition(".")[0] == "sapper":
        return f"core {_core.decision_digest()[:12]}"
    stated = getattr(made, "version", None)
    if isinstance(stated, str | int | float):
        return f"version {stated}"
    if files := _files_of(made):
        return f"file {_hash(path.read_bytes() for path in files)}"
    try:
        return f"source {_hash([inspect.getsource(made).encode()])}"
    except (OSError, TypeError):
        return "none"


def _files_of(made: Any) -> list[Path]:
    """Return the file that defines a player, or those of its top-level package; none if none do."""
    values = vars(made).values() if isinstance(made, type) else [made]
    names = [each.__code__.co_filename for each in values if inspect.isfunction(each)]
    names = names or [getattr(sys.modules.get(made.__module__), "__file__", None) or ""]
    file = next((Path(name) for name in names if Path(name).is_file()), None)
    if file is None:
        return []
    package = sys.modules.get(made.__module__.partition(".")[0])
    folders = map(Path, getattr(package, "__path__", ()))
    inside = [path for folder in folders for path in sorted(folder.rglob("*"))]
    return [path for path in inside if path.name.endswith(_SUFFIXES)] or [file]


def _hash(contents: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for content in contents:
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()[:12]
