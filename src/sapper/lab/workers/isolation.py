"""Play games in processes that may die: the game that killed one is known, the rest is played.

Each thread of a pool has one such process, which returns every game as soon as it is played. When
it dies, the game under way is the culprit if the player did it (an exit, a crash of its C code, a
move that could not be interrupted). A process that was killed from outside plays the same game
again first, as the machine may have run out of memory for other reasons.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing import Pipe
from pickle import PicklingError
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any, Generic, TypeVar

from sapper.errors import InputError
from sapper.games.playing import Guard
from sapper.lab.chunk import Chunk, join_games, lose_game, play_game
from sapper.lab.errors import RunStopped
from sapper.lab.identity import Worker, check_identity, identity_here
from sapper.lab.playing.faults import Failure, Fault
from sapper.lab.run import Run
from sapper.lab.workers.process_pool import pickle_by_value

__all__ = [
    "Isolation",
    "PlayGame",
    "end_isolated",
    "isolated_games",
    "pickle_run",
    "play_isolated",
]

G = TypeVar("G")
PlayGame = Callable[[Run, int, Guard | None], G]
"""Plays one game of a run under a guard for its moves, and returns what is kept of it."""

_FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
_END_SECONDS = 5.0  # for a process to end by itself


class _ProcessDied(Exception):  # noqa: N818 (never leaves this module)
    """The process of a player ended within a game."""

    def __init__(self, code: int, is_timed_out: bool) -> None:
        super().__init__()
        self.code, self.is_timed_out = code, is_timed_out

    @property
    def is_from_outside(self) -> bool:
        """Whether somebody else may have killed it."""
        return not self.is_timed_out and -self.code in _FROM_OUTSIDE

    def failure(self, run: Run, game: int) -> Failure:
        """Return what happened, in words."""
        if self.is_timed_out:
            text = f"{run.player} took longer than {run.limits.move_time:g} s for a move"
            return Failure(game, Fault.TIMED_OUT, f"{text} and could not be interrupted")
        how = f"by {signal.Signals(-self.code).name}" if self.code < 0 else f"with {self.code}"
        return Failure(game, Fault.PROCESS_DIED, f"{run.player} ended its process {how}")


class Isolation:
    """The processes of a pool, one for each of its threads."""

    def __init__(self) -> None:
        self._own = threading.local()
        self._processes: set[_Process[Any]] = set()
        self._is_closed = False
        self._lock = threading.Lock()

    def play(self, run: Run, begin: int, count: int) -> Chunk:
        """Return a chunk, played in the process of the calling thread."""
        began = perf_counter()
        players: dict[str, Worker] = {}  # by identity: one, if all have the same code
        played = self.games(run, begin, begin + count, play_game, lose_game, players)
        games, failures = join_games(begin, played)
        worker = next(reversed(players.values()), None)
        return Chunk(games, perf_counter() - began, failures, ", ".join(players), worker)

    def close(self, *, at_once: bool = False) -> None:
        """End the processes; with `at_once` without waiting for their games."""
        with self._lock:
            self._is_closed = True
        self.end_processes(at_once=at_once)

    def end_processes(self, *, at_once: bool = False) -> None:
        """End the processes; the next game starts new ones."""
        with self._lock:
            processes, self._processes = self._processes, set()
        for process in processes:
            process.end(at_once=at_once)

    def games(
        self,
        run: Run,
        number: int,
        end: int,
        play: PlayGame[G],
        lose: Callable[[Run, Failure], G],
        players: dict[str, Worker],
    ) -> Iterator[G]:
        """Yield the games in order, whatever happens to the processes; `lose` makes a lost one.

        `players` gets the identities that played, and their processes.
        """
        killed: int | None = None  # the last game whose process was killed from outside
        while number < end:
            process = self._process(run, play)
            players[process.identity] = process.worker
            try:
                for game in process.play(number, end):
                    number += 1
                    yield game
            except _ProcessDied as death:
                if death.is_from_outside and killed != number:
                    killed = number
                    continue
                yield lose(run, death.failure(run, number))
                number += 1

    def _process(self, run: Run, play: PlayGame[G]) -> _Process[G]:
        """Return the process of this thread; a new one if that has died or plays another run."""
        call = pickle_run(run, play)
        process: _Process[G] | None = getattr(self._own, "process", None)
        if process is not None and process.is_alive and process.call == call:
            return process
        with self._lock:
            if process is not None:
                self._processes.discard(process)
                process.end(at_once=True)
            if self._is_closed:
                raise RunStopped("the workers are shut down")
            made: _Process[G] = _Process(call)
            self._own.process = made
            self._processes.add(made)
        made.wait_until_ready()
        return made


class _Process(Generic[G]):
    """A process that plays the games of one run when asked for them."""

    def __init__(self, call: bytes) -> None:
        self.call = call
        self.identity, self.worker = "", Worker("", 0)  # as it says itself when it is ready
        self._connection, theirs = Pipe()
        self._evidence = TemporaryFile()  # noqa: SIM115 (closed by `end`)
        files = (theirs.fileno(), self._evidence.fileno())
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "sapper.lab.workers.isolated", *map(str, files)],
                stdin=subprocess.DEVNULL,
                pass_fds=files,
                env={**os.environ, "PYTHONPATH": _import_path()},
            )

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def wait_until_ready(self) -> None:
        """Send it the run; raise `InputError` if it cannot load the player."""
        try:
            self._connection.send_bytes(self.call)
            problem, self.identity, self.worker = self._connection.recv()
        except (EOFError, OSError):
            raise RunStopped(
                "a worker process died while it loaded the player; finished games are stored"
            ) from None
        if problem is not None:
            raise InputError(problem)

    def play(self, begin: int, end: int) -> Iterator[G]:
        """Yield games as they are played; raise `_ProcessDied` if it dies in the next one."""
        try:
            self._connection.send((begin, end))
            for _ in range(begin, end):
                yield self._connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            code = self._process.wait()
            is_timed_out = os.fstat(self._evidence.fileno()).st_size > 0
            raise _ProcessDied(code, is_timed_out) from None

    def end(self, *, at_once: bool) -> None:
        """End the process: by closing its connection, else by force."""
        with suppress(OSError):
            if at_once:
                self._process.kill()
            self._connection.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._evidence.close()


def _import_path() -> str:
    """Return where this process finds modules, for one that must find the same."""
    return os.pathsep.join(os.path.abspath(folder) for folder in sys.path)


def pickle_run(run: Run, *others: object) -> bytes:
    """Return a run for another process; raise `InputError` if its player cannot be sent."""
    try:
        return pickle_by_value((run, *others) if others else run)
    except (TypeError, AttributeError, PicklingError) as error:
        raise InputError(
            f"the player cannot be sent to a worker process: {error}; use one worker, and no "
            "limit for a move"
        ) from error


_ON_THIS_WORKER = Isolation()


def play_isolated(run: Run, begin: int, count: int) -> Chunk:
    """Return a chunk, played in a process beside this one; for the workers of a cluster."""
    return _ON_THIS_WORKER.play(run, begin, count)


def isolated_games(
    run: Run, begin: int, end: int, play: PlayGame[G], lose: Callable[[Run, Failure], G]
) -> Iterator[G]:
    """Yield games that are played in a process beside this one, on whatever worker this is.

    Raise `RunStopped` if that process has other code than this one.
    """
    expected = identity_here(run)
    players: dict[str, Worker] = {}
    for game in _ON_THIS_WORKER.games(run, begin, end, play, lose, players):
        for identity, worker in players.items():
            check_identity(run, expected, identity, worker)
        yield game


def end_isolated(*, at_once: bool = False) -> None:
    """End the processes beside this one."""
    _ON_THIS_WORKER.end_processes(at_once=at_once)
