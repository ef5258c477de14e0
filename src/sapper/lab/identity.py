"""Who plays: a player is known by its version or its file, and by how it plays.

The *code* of a player is the version that it states; else a hash of its file, or of the Python
files of its top-level package; else of its source. The code of an engine is a hash of the files
that its command names, its program included. Players of sapper are known by the digest of the core,
in which comments and names of files have no part. The *fingerprint* has one hash for each of up to
1,000 fixed small games, of all moves and of how the player failed. Two fingerprints agree if the
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
import shlex
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from shutil import which
from time import perf_counter
from typing import Any, Final

from sapper import _core
from sapper.lab.errors import ProcessDied, RunStopped
from sapper.lab.playing.faults import Fault
from sapper.lab.playing.games import moves_of_game
from sapper.lab.runs.run import Run
from sapper.players.protocol.engines import command_of
from sapper.players.registry import ENGINE, PlayerSpec

__all__ = ["Identity", "check_player", "identity_of", "process_name"]

_BOARD: Final = "6x6/7"  # its games have certain moves, guesses and endgames
_SEED: Final = 20261115
_LEAST: Final = 4
_MOST: Final = 1000
_SECONDS: Final = 0.5
_SIZE: Final = 4  # bytes of a game's hash
_SUFFIXES: Final = (".py", *EXTENSION_SUFFIXES)


class _NotComparable(Exception):  # noqa: N818 (never leaves this module)
    """A player has no fingerprint; the text says why."""


_ours: dict[tuple[object, ...], tuple[int, bytes]] = {}
_checked: set[tuple[str, bytes]] = set()  # players and their fingerprints, played in this process


@dataclass(frozen=True)
class Identity:
    """What is known of a player: its code, and its fingerprint, which may be empty."""

    code: str
    play: bytes = field(repr=False)

    @classmethod
    def of(cls, run: Run, games: int, call: Callable[..., bytes] | None = None) -> Identity:
        """Return the identity of the player of a run of so many games, as it is now.

        `call` calls a function where the run is played, by default here. Players of sapper always
        play the fixed games here, once in a process.
        """
        code, fixed = _code_of(run.player_spec), _fixed_games(run)
        most = max(_LEAST, min(games, _MOST))
        if code.startswith("core"):
            return cls(code, _our_fingerprint(fixed, most))
        try:
            play = partial(call, _fingerprint) if call else _fingerprint
            return cls(code, play(fixed, most, 2))
        except ProcessDied as death:
            why = "too slow for its limit" if death.is_late else "ending its process"
        except _NotComparable as error:
            why = str(error)
        if code == "none":  # nothing is known: never the same again
            code = f"none {os.urandom(8).hex()}"
        return cls(f"{code}, {why}", b"")

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
        """Return what is different about another player, as a clause; None if both agree."""
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
    return str(Identity.of(run, _LEAST))


def check_player(run: Run) -> None:
    """Raise `RunStopped` if this process plays another player than the one that asked for games."""
    asked = run.identity
    if asked is None or not asked.play or (run.player, asked.play) in _checked:
        return
    try:
        found = _fingerprint(_fixed_games(run), asked.games)
    except _NotComparable:  # too slow for its limit here, as its games will show
        return
    if (why := asked.difference(replace(asked, play=found))) is not None:
        raise RunStopped(
            f"a worker ({process_name()}) plays another {run.player}: {why}; its games were "
            "refused and all others are stored. Give every worker the same sapper and the same "
            "files of the player, restart it, and run the same command again"
        )
    _checked.add((run.player, asked.play))


def process_name() -> str:
    """Return the name of this process: its number and its machine."""
    return f"process {os.getpid()} on {platform.node()}"


def _our_fingerprint(fixed: Run, most: int) -> bytes:
    """Return the fingerprint of a player of sapper, which is played once in a process."""
    key = (fixed, fixed.native, fixed.limits.key)
    if key not in _ours or _ours[key][0] < most:
        _ours[key] = most, _fingerprint(fixed, most)
    return _ours[key][1]


def _fingerprint(fixed: Run, most: int, times: int = 1) -> bytes:
    """Return the hashes of as many fixed games as half a second allows, each played some times.

    Raise `_NotComparable` for a player that differs from itself or is too slow for its limit.
    """
    hashes, began = b"", perf_counter()
    for game in range(most):
        is_in_time = perf_counter() - began < _SECONDS
        if game >= _LEAST and not is_in_time:
            break
        found = _hash_of_game(fixed, game)
        for _ in range(1, times if is_in_time or game == 0 else 1):
            if _hash_of_game(fixed, game) != found:
                raise _NotComparable("not deterministic")
        hashes += found
    _checked.add((fixed.player, hashes))
    return hashes


def _hash_of_game(fixed: Run, game: int) -> bytes:
    moves, fault = moves_of_game(fixed, game)
    if fault is Fault.TIMED_OUT:
        raise _NotComparable("too slow for its limit")
    return hashlib.blake2b(f"{moves} {fault}".encode(), digest_size=_SIZE).digest()


def _fixed_games(run: Run) -> Run:
    """Return the run of the fixed games, with the player and the limits of another."""
    first = run.first if run.first == "player" else "0,0"
    return replace(
        run, board=_BOARD, start="safe", first=first, seed=_SEED,
        limits=replace(run.limits, strict=False), identity=None,
    )  # fmt: skip


def _code_of(spec: PlayerSpec) -> str:
    """Return what the code of a player is known by."""
    if (command := command_of(spec)) is not None:
        files = _files_of_command(shlex.split(command.removeprefix(ENGINE)))
        return f"file {_hash_of_files(files)}" if files else spec.name
    made: Any = spec.make
    while isinstance(made, partial):
        made = made.func
    if made.__module__.partition(".")[0] == "sapper":
        return f"core {_core.decision_digest()[:12]}"
    stated = getattr(made, "version", None)
    if isinstance(stated, str | int | float):
        return f"version {stated}"
    if files := _files_of(made):
        return f"file {_hash_of_files(files)}"
    try:
        return f"source {hashlib.sha256(inspect.getsource(made).encode()).hexdigest()[:12]}"
    except (OSError, TypeError):
        return "none"


def _files_of_command(words: list[str]) -> list[Path]:
    """Return the files that the command of an engine names and that can be read."""
    paths = [Path(which(words[0]) or words[0]), *map(Path, words[1:])]
    return [path for path in paths if path.is_file() and os.access(path, os.R_OK)]


def _files_of(made: Any) -> list[Path]:
    """Return the file that defines a player, or those of its top-level package; or no file."""
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


def _hash_of_files(files: Iterable[Path]) -> str:
    """Return a hash of the contents of files, whatever their names."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]
