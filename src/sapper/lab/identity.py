"""Who plays: a player is known by its version or its file, and by how it plays.

The *code* of a player is the version that it states; else a hash of its file, or of the Python
files of its top-level package; else of its source. Players of sapper are known by the digest of
the core instead: a comment or the name of a file is no part of it. The *fingerprint* has one hash
for each of up to 1,000 fixed small games, in which there are certain moves, guesses and endgames:
of the cells and numbers of moves, of the safety of every guess and of the outcome. Two fingerprints
agree if the games that both have agree. Of n equal games, fewer than 3 in n would differ with 95 %
confidence (the rule of three).

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
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

from sapper import _core
from sapper.games.table import GameTable
from sapper.lab.errors import RunStopped
from sapper.lab.games import play_games
from sapper.lab.playing.faults import Fault
from sapper.lab.run import Run
from sapper.players.protocol.engines import is_engine_text
from sapper.players.registry import PlayerSpec

__all__ = [
    "Identity",
    "Play",
    "check_player",
    "identity_of",
    "play_here",
    "process_name",
    "sapper_version",
]

Play = Callable[[Run, int, int], tuple[GameTable, float]]
"""Plays some games of a run; returns them and the seconds that they took."""

_BOARD: Final = "6x6/7"
_SEED: Final = 20261115
_LEAST: Final = 4
_MOST: Final = 1000
_SECONDS: Final = 0.5
_GROWTH: Final = 8  # of the games that are played at a time
_SIZE: Final = 4  # bytes of a game's hash
_COLUMNS: Final = ("won", "steps", "guesses", "survived", "first", "cleared", "last", "fault")
_ROUNDED: Final = 1e6  # of a safety: platforms may round differently
_ENDINGS: Final = (Fault.PROCESS_DIED, Fault.TIMED_OUT)  # which a worker could not compare
_SUFFIXES: Final = (".py", *EXTENSION_SUFFIXES)

_ours: dict[tuple[object, ...], tuple[int, Identity]] = {}
_checked: set[Identity] = set()


@dataclass(frozen=True)
class Identity:
    """What is known of a player: its `code`, and its fingerprint, empty if that is not one.

    `maker` is the process that asked for the fingerprint.
    """

    code: str
    play: bytes = field(repr=False)
    maker: str = field(default="", compare=False, repr=False)

    @classmethod
    def of(cls, run: Run, games: int, play: Play) -> Identity:
        """Return the identity of the player of a run of so many games, as it is now.

        `play` plays the fixed games where the run is played, but those of sapper's own players are
        played here, once in a process.
        """
        code, most = _code_of(run.player_spec), max(_LEAST, min(games, _MOST))
        if not code.startswith("core"):
            found = _fingerprint(run, most, play, is_twice=True)
            if not found:  # of a player without a file, nothing is known: never the same again
                code += f", not deterministic{os.urandom(8).hex() if code == 'none' else ''}"
            return cls(code, found, process_name())
        key = (run.player, run.native, run.limits.key, run.first == "player")
        if key not in _ours or _ours[key][0] < most:
            found = _fingerprint(run, most, play_here, is_twice=False)
            _ours[key] = most, cls(code, found, process_name())
        return _ours[key][1]

    @property
    def games(self) -> int:
        """The number of games in the fingerprint."""
        return len(self.play) // _SIZE

    @property
    def note(self) -> str | None:
        """What the user should know about it, as a clause."""
        if not self.play:
            return "not deterministic: its games cannot be played again from their seeds"
        if self.code.startswith(("source", "none")):
            return (
                f"known by its play on {self.games} games; give it a `version` when you change it"
            )
        return None

    def difference(self, other: Identity) -> str | None:
        """Return how another player is told from this one, as a clause; None if both agree."""
        if self.code != other.code:
            return "its version, its file or the core differs"
        if (game := first_difference(self.play, other.play)) is not None:
            return f"it plays the fixed game {game} differently"
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
    if asked is None or asked.maker == process_name() or asked in _checked:
        return
    played = _fingerprint(run, asked.games, play_here, is_twice=False) if asked.play else b""
    if (game := first_difference(asked.play, played)) is not None:
        raise RunStopped(
            f"a worker ({process_name()}) plays another {run.player}: its fixed game {game} "
            "differs; its games were refused and all others are stored. Give every worker the same "
            "sapper and the same files of the player, restart it, and run the same command again"
        )
    _checked.add(asked)


def first_difference(first: bytes, second: bytes) -> int | None:
    """Return the first game in which two fingerprints differ; None if they agree."""
    both = min(len(first), len(second))
    games = range(0, both, _SIZE)
    return next((at // _SIZE for at in games if first[at:][:_SIZE] != second[at:][:_SIZE]), None)


def process_name() -> str:
    """Return the name of this process: its number and its machine."""
    return f"process {os.getpid()} on {_machine()}"


@cache
def _machine() -> str:
    return platform.node()


@cache
def sapper_version() -> str:
    """Return the installed version of sapper, by reading its metadata once."""
    return version("sapper")


def _fingerprint(run: Run, most: int, play: Play, *, is_twice: bool) -> bytes:
    """Return the hashes of the fixed games; none if the player differs from itself or ends them."""
    fixed = _fixed_games(run)
    hashes, seconds, count = b"", 0.0, _LEAST
    while count > 0:
        done = len(hashes) // _SIZE
        games, spent = play(fixed, done, count)
        if np.isin(games.fault, _ENDINGS).any():
            return b""
        found = _hashes(games)
        if is_twice:
            again, more = play(fixed, done, count if spent < _SECONDS else 1)
            spent += more
            if first_difference(found, _hashes(again)) is not None:
                return b""
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


def play_here(run: Run, begin: int, count: int) -> tuple[GameTable, float]:
    """Return some games of a run, played in this process, and the seconds that they took."""
    began = perf_counter()
    games, _ = play_games(run, begin, count)
    return games, perf_counter() - began


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
        return "engine"
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
    own = [each for each in _functions_of(made) if each.__module__ == made.__module__]
    module = sys.modules.get(made.__module__)
    file = own[0].__code__.co_filename if own else getattr(module, "__file__", None)
    if file is None or not Path(file).is_file():
        return []
    package = sys.modules.get(made.__module__.partition(".")[0])
    folders = map(Path, getattr(package, "__path__", ()))
    inside = [path for folder in folders for path in sorted(folder.rglob("*"))]
    return [path for path in inside if path.name.endswith(_SUFFIXES)] or [Path(file)]


def _functions_of(made: Any) -> Iterator[Any]:
    """Yield the functions that a class defines itself; a function is its own."""
    values = vars(made).values() if isinstance(made, type) else [made]
    return filter(inspect.isfunction, values)


def _hash(contents: Any) -> str:
    digest = hashlib.sha256()
    for content in contents:
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()[:12]
