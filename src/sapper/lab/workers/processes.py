"""Processes that make calls for this one, and can be ended in the middle of any.

Each is another Python interpreter, asked over its standard input and output. Nothing is forked, and
the main script is not imported again: scripts need no `if __name__ == "__main__":`, and players of
notebooks, of standard input and of the workers of a cluster can be played apart as well. Calls are
pickled by cloudpickle, by value if necessary. A process ends with the one that started it, because
its input ends then.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread, Timer
from typing import IO, Any, Final, TypeVar

import cloudpickle  # type: ignore[import-untyped]

from sapper.errors import InputError
from sapper.lab.errors import ProcessDied, RunStopped
from sapper.lab.runs.limits import MoveLimit
from sapper.platforms import OWN_GROUP
from sapper.players.protocol.process import kill_engines

__all__ = [
    "Processes",
    "WorkerProcess",
    "pickle_by_value",
    "send_report",
    "serve",
]

T = TypeVar("T")

_END_SECONDS: Final = 2.0  # for a process to end by itself
_VALUE, _ERROR, _REPORT = b"v", b"e", b"r"
_LATE: Final = b"T"  # begins the report of a `MoveLimit`

_answers: IO[bytes]  # of a worker process


class WorkerProcess:
    """A process that makes one call at a time. Raise `InputError` if none can be started."""

    def __init__(self) -> None:
        self._is_late = False
        code = "from sapper.lab.workers.processes import serve; serve()"
        try:
            path = os.pathsep.join(os.path.abspath(folder) for folder in sys.path)
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", code],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
                **OWN_GROUP,
            )
        except OSError as error:
            text = f"worker processes cannot be started here: {error}; use one worker"
            raise InputError(text) from error
        assert self._process.stdin and self._process.stdout  # noqa: PT018
        self._calls, self._returned = self._process.stdin, self._process.stdout

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def call(
        self,
        function: Callable[..., T],
        *arguments: object,
        seconds: float | None = None,
        report: Callable[[Any], None] | None = None,
    ) -> T:
        """Return what a function returns there, or raise what it raises.

        Meanwhile `report` gets what the function passes to `send_report`. Raise `ProcessDied` if
        the process ends before, also because it takes longer than `seconds`, and `InputError` if
        the call cannot be sent.
        """
        call = pickle.dumps(pickle_by_value((function, arguments)))
        timer = Timer(seconds or 0, self._end_late)
        if seconds is not None:
            timer.start()
        try:
            self._calls.write(call)
            self._calls.flush()
            while (kind := self._returned.read(1)) == _REPORT:
                value = pickle.load(self._returned)
                if report is not None:
                    report(value)
            if kind in (_VALUE, _ERROR):
                answer: Any = pickle.load(self._returned)
            else:
                self._returned.read()  # to the end of a report
        except (OSError, ValueError, EOFError, pickle.UnpicklingError):  # it ended
            kind = b""
        finally:
            timer.cancel()
        if kind == _VALUE:
            return answer  # type: ignore[no-any-return]
        if kind == _ERROR:
            raise answer
        self.end()
        raise ProcessDied(self._process.wait(), self._is_late or kind == _LATE)

    def hang_up(self) -> None:
        """End its input: it ends then by itself, even in the middle of a call."""
        with suppress(OSError):
            self._calls.close()

    def end(self, seconds: float = _END_SECONDS) -> None:
        """End the process; by force if it does not end by itself."""
        self.hang_up()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._returned.close()

    def _end_late(self) -> None:
        self._is_late = True
        self._process.kill()


class Processes:
    """As many processes as calls are made at the same time; one that died is replaced."""

    def __init__(self) -> None:
        self._free: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._is_closed = False
        self._lock = Lock()

    def call(self, function: Callable[..., T], *arguments: object) -> T:
        """Return what a function returns in one of the processes; see `WorkerProcess.call`."""
        with self._lock:
            if self._is_closed:
                raise RunStopped("the workers are shut down")
            process = self._free.pop() if self._free else WorkerProcess()
            self._all.add(process)
        try:
            return process.call(function, *arguments)
        finally:
            with self._lock:
                if process.is_alive:
                    self._free.append(process)
                else:
                    self._all.discard(process)

    def end(self) -> None:
        """End the processes, even in the middle of a call; the next call starts new ones."""
        with self._lock:
            ending, self._all, self._free = self._all, set(), []
        for process in ending:
            process.hang_up()
        for process in ending:
            process.end()

    def close(self) -> None:
        """End the processes, and start no more."""
        self._is_closed = True
        self.end()


def pickle_by_value(value: object) -> bytes:
    """Return the pickled value, with code that other processes cannot import.

    Raise `InputError` if it cannot be pickled.
    """
    try:
        pickled: bytes = cloudpickle.dumps(value)
    except (TypeError, AttributeError, pickle.PicklingError) as error:
        raise InputError(
            f"the player cannot be sent to a worker process: {error}; use one worker, and no limit "
            "for a move"
        ) from error
    return pickled


def serve() -> None:
    """Make the calls that are asked for, until the end of the input; run in a new process."""
    global _answers
    incoming, _answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    MoveLimit.report = _answers.fileno()
    _redirect_standard_streams()
    calls: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_receive, args=(incoming, calls), daemon=True).start()
    while True:
        kind, answer = _make(calls.get())
        with suppress(OSError):  # the caller may have ended
            _send(kind, answer)


def send_report(value: object) -> None:
    """Send a value to the caller while the call goes on; only in a worker process."""
    _send(_REPORT, pickle.dumps(value))


def _send(kind: bytes, data: bytes) -> None:
    _answers.write(kind + data)
    _answers.flush()


def _redirect_standard_streams() -> None:
    """Send what players print, in Python or in C, to standard error; give them no input."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # standard error is closed
        os.dup2(nothing, 1)
    sys.stdout = sys.stderr


def _receive(incoming: IO[bytes], calls: SimpleQueue[bytes]) -> None:
    """Pass calls on; at the end of the input end this process, even in the middle of a call."""
    with suppress(Exception):
        while True:
            calls.put(pickle.load(incoming))
    kill_engines()
    os._exit(0)


def _make(call: bytes) -> tuple[bytes, bytes]:
    """Return the kind and the pickled value of an answer."""
    try:
        function, arguments = cloudpickle.loads(call)
    except Exception as error:  # whatever the code of a module raises
        problem = InputError(
            f"a worker process cannot load the player: {type(error).__name__}: {error}; use one "
            "worker, or define it where Python can import it"
        )
        return _ERROR, pickle.dumps(problem)
    try:
        return _VALUE, pickle.dumps(function(*arguments))
    except BaseException as error:  # SystemExit too
        try:
            return _ERROR, pickle.dumps(error)
        except Exception:  # it holds what cannot be pickled
            return _ERROR, pickle.dumps(RunStopped(f"{type(error).__name__}: {error}"))
