"""The process of an engine: started without a shell, asked through pipes, never waited for long.

A thread reads what the engine writes and a long question is written by another, so neither side can
block the other, on any system. Standard error is read too, and its end is kept for messages. After
any error, also Ctrl-C, the process is killed with its whole group: what it would say next answers
nothing. When the process that asks is killed, the engine's input ends, and the engine should end
then.

Players of one command share its process, also in several threads: a question holds its lock.
Starting a program takes longer than most games, so a few are kept for the next player; all end
with this process.
"""

from __future__ import annotations

import atexit
import signal
import subprocess
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from threading import RLock, Thread
from time import monotonic
from typing import IO, Final, NoReturn

from sapper.board.notebook_value import shorten
from sapper.errors import EngineError, EngineProblem, InputError
from sapper.platforms import OWN_GROUP, kill_group
from sapper.players.protocol.messages import PROTOCOL, READY, EngineAbout, is_info

__all__ = [
    "HANDSHAKE_SECONDS",
    "MOST_OUTPUT",
    "Command",
    "EngineProcess",
    "close_engines",
    "kill_engines",
    "running_engine",
]

Command = tuple[str, ...]
"""A program and its arguments."""

HANDSHAKE_SECONDS: Final = 10.0
"""For an engine to start and say what it is."""

MOST_OUTPUT: Final = 1_000_000
"""Bytes that an engine may write before an answer ends."""

_END_SECONDS = 1.0  # for an engine to end by itself
_PART = 65536
_MOST_PARTS = 64  # read and not yet asked for; then the engine has to wait
_AT_ONCE = 4096  # bytes that every pipe takes without waiting
_KEPT_ERRORS = 2000  # bytes of standard error
_MOST_LINES = 100  # of an introduction
_IsComplete = Callable[[list[str]], bool]


class EngineProcess:
    """A running engine; `about` is what it says of itself.

    Raise `EngineError` if it cannot be started or does not introduce itself. Whoever asks holds
    its `lock`; `game` is who asked last, so that others begin with a `new` of their own.
    """

    def __init__(self, command: Command, seconds: float = HANDSHAKE_SECONDS) -> None:
        self.command = command
        self.lock = RLock()
        self.game: object = None
        self.name = f"the engine {shorten(command[0], 80)!r}"
        self._output = b""
        self._unanswered = 0  # bytes since the last answer
        self._errors = b""
        self._is_ended = False
        self._process = _start(command, self.name)
        assert self._process.stdin and self._process.stdout and self._process.stderr  # noqa: PT018
        self._in = self._process.stdin
        self._parts: Queue[bytes] = Queue(_MOST_PARTS)  # an empty one is the end
        self._readers = [
            _begin(_read, self._process.stdout, self._parts.put),
            _begin(_read, self._process.stderr, self._keep_errors),
        ]
        self.about = self._introduce(seconds)
        self.name = f"engine {self.about.label}"

    @property
    def is_ended(self) -> bool:
        """Whether it was ended here; one that died is noticed at the next question."""
        return self._is_ended

    def ask(self, text: str, answers: int, seconds: float) -> list[str]:
        """Write some lines and return the lines of the answers; end the process after an error.

        Lines may be written ahead: `seconds` is the time for one answer, and all together may take
        that many times as long.
        """
        with self.lock, _EndAfterError(self):
            self._refuse_unasked()
            is_complete: _IsComplete = lambda lines: len(lines) == answers  # noqa: E731
            lines = self._exchange(text.encode(), is_complete, answers * seconds)
            self._refuse_more()
            return lines

    def end(self, *, at_once: bool = False) -> None:
        """End the process and its group; unless `at_once` it may first end by itself."""
        with self.lock:
            if self._is_ended:
                return
            self._is_ended = True
            if not at_once:
                self._write(b"quit\n")
            self._close_input()
            if not at_once:
                self._await_end(_END_SECONDS)
            self.kill()
            self._process.wait()
            self._await_end(_END_SECONDS)
            for reader in self._readers:
                reader.join(_END_SECONDS)

    def kill(self) -> None:
        """Kill the process and its group, without waiting for who asks it at the moment."""
        kill_group(self._process)

    def _introduce(self, seconds: float) -> EngineAbout:
        """Return what the engine says of itself."""
        with _EndAfterError(self):
            lines = self._exchange(
                f"{PROTOCOL}\n".encode(),
                lambda found: READY in found[-1:] or len(found) > _MOST_LINES,
                seconds,
            )
            try:
                return EngineAbout.parse(lines)
            except InputError as error:
                self._fail("garbage", f"does not introduce itself: {error}")

    def _exchange(self, text: bytes, is_complete: _IsComplete, seconds: float) -> list[str]:
        """Write a text and read lines until these are complete."""
        self._write(text)
        lines: list[str] = []
        ends = monotonic() + seconds
        while not is_complete(lines):
            line = self._next_line()
            if line is None:
                if not self._read_output(ends - monotonic()):
                    begun = f"; it wrote only {lines[-1]!r}" if lines else ""
                    self._fail("silent", f"gave no answer within {seconds:g} s{begun}")
            elif not is_info(line):
                lines.append(line)
                self._unanswered = len(self._output)
        return lines

    def _write(self, text: bytes) -> None:
        """Write to the engine; a long text in a thread, since an engine need not read all of it."""
        if len(text) <= _AT_ONCE:
            _write(self._in, text)
        else:
            _begin(_write, self._in, text)

    def _next_line(self) -> str | None:
        """Return the next whole line that was read."""
        line, end, rest = self._output.partition(b"\n")
        if not end:
            return None
        self._output = rest
        try:
            return line.decode().rstrip("\r")
        except UnicodeDecodeError:
            self._fail("garbage", "answered with bytes that are not UTF-8")

    def _read_output(self, seconds: float) -> bool:
        """Take what the engine has written; return whether there was anything within the time."""
        try:
            part = self._parts.get(timeout=seconds) if seconds > 0 else self._parts.get_nowait()
        except Empty:
            return False
        if not part:
            self._fail("died", self._how_it_ended())
        self._output += part
        self._unanswered += len(part)
        if self._unanswered > MOST_OUTPUT:
            self._fail("endless", f"wrote {MOST_OUTPUT:,} bytes without an answer")
        return True

    def _keep_errors(self, part: bytes) -> None:
        self._errors = (self._errors + part)[-_KEPT_ERRORS:]

    def _refuse_unasked(self) -> None:
        """Raise `EngineError` if the engine has written a line before the question."""
        while self._read_output(0):
            pass
        self._refuse_more()

    def _refuse_more(self) -> None:
        """Raise `EngineError` if a line is left after the answers."""
        while (line := self._next_line()) is not None:
            if not is_info(line):
                self._fail("garbage", f"wrote a line without being asked: {shorten(line, 80)!r}")

    def _how_it_ended(self) -> str:
        """Return how the process ended, for a message."""
        try:
            code = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed its output"
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with {code}"
        return f"ended its process {how}"

    def _fail(self, problem: EngineProblem, what: str) -> NoReturn:
        """Raise `EngineError`, with the last line of the engine's standard error."""
        if self._process.poll() is not None:
            self._readers[-1].join(_END_SECONDS)
        last = self._errors.decode(errors="replace").strip().rpartition("\n")[2]
        said = "".join(c if c.isprintable() else " " for c in last).strip()
        note = f"; its last message: {shorten(said, 200)}" if said else ""
        raise EngineError(f"{self.name} {what}{note}", problem=problem)

    def _await_end(self, seconds: float) -> None:
        """Read until the engine closes its output, as it does at its end."""
        ends = monotonic() + seconds
        with suppress(Empty):
            while part := self._parts.get(timeout=max(0.0, ends - monotonic())):
                self._output += part if len(self._output) < MOST_OUTPUT else b""
            self._parts.put(b"")  # it stays closed

    def _close_input(self) -> None:
        with suppress(OSError):
            self._in.close()


class _EndAfterError:
    """Ends an engine's process at once after any error, also after `KeyboardInterrupt`."""

    def __init__(self, engine: EngineProcess) -> None:
        self._engine = engine

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._engine.end(at_once=True)


def _start(command: Command, name: str) -> subprocess.Popen[bytes]:
    """Start a program, in a session and process group of its own, which Ctrl-C does not reach."""
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            **OWN_GROUP,
        )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise EngineError(f"{name} cannot be started: {reason}", problem="died") from None


def _begin(work: Callable[..., None], *arguments: object) -> Thread:
    thread = Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _read(pipe: IO[bytes], take: Callable[[bytes], None]) -> None:
    """Pass on what comes through a pipe; an empty part at its end."""
    with pipe:
        while part := pipe.read(_PART):
            take(part)
    take(b"")


def _write(pipe: IO[bytes], text: bytes) -> None:
    """Write all of a text; the other side may have ended, which reading finds."""
    with suppress(OSError, ValueError):
        while text:
            text = text[pipe.write(text) :]


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
