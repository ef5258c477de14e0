"""A process that does the work of one request at a time and can be ended in the middle of it.

Work that may take seconds is not done in the process of the server: there it could not be stopped
(a call of the core, a loop in Python), and it would hold the interpreter's lock while pages and
quick answers wait. A process that is killed stops at once, whatever it does.

The two ends talk over a pair of sockets, in frames: a kind, a length and the bytes. The server
sends a task, the process any number of events and then one answer.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import signal
import socket
import struct
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from importlib import import_module
from threading import Thread
from typing import Final

from starlette.responses import Response

from sapper.lab.workers.processes import pickle_by_value
from sapper.language import language, use_language
from sapper.players.protocol.running import close_engines
from sapper.players.registry import PlayerSpec, is_registered, own_player_specs, register
from sapper.web.forkserver import hide_main_module, start_method

__all__ = ["Emit", "EngineProcess", "ProcessEnded", "Task", "pickle_task"]

_FRAME: Final = struct.Struct("!BI")
_EVENT, _ANSWER = 0, 1
_READY: Final = b"!"  # all is imported
_NICE: Final = 10  # heavy work yields to the server itself


Emit = Callable[[bytes], None]
"""Sends an event while the work goes on."""

Task = Callable[[Emit], Response]
"""Work for a process: a function of a module, or a partial of one."""


class ProcessEnded(Exception):  # noqa: N818 (often on purpose)
    """The process ended before its answer: it was killed, or it crashed."""


def pickle_task(task: Task) -> bytes:
    """Return the bytes of a task, with its language and players that only this process knows."""
    own, told = own_player_specs(), language()
    return pickle_by_value((own, told, task)) if own else pickle.dumps((own, told, task))


class EngineProcess:
    """One such process, as the server sees it; made by `start`."""

    def __init__(self, process: multiprocessing.process.BaseProcess) -> None:
        self._process = process
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    @classmethod
    async def start(cls) -> EngineProcess:
        """Return a new process; forked from a server that has imported sapper already."""
        ours, theirs = socket.socketpair()
        try:
            process = cls(await _start_in_thread(theirs))
            process._reader, process._writer = await asyncio.open_connection(sock=ours)
        except BaseException:
            ours.close()
            raise
        try:
            await process._reader.readexactly(len(_READY))
        except BaseException:  # also a start that is cancelled: the event loop may close soon
            process.close()
            await process.wait_closed()
            raise
        return process

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    async def events(self, task: bytes) -> AsyncIterator[bytes | Response]:
        """Yield the events of a task, at last its answer; raise `ProcessEnded` if it dies."""
        try:
            self._writer.write(struct.pack("!I", len(task)) + task)
            await self._writer.drain()
            kind = _EVENT
            while kind == _EVENT:
                kind, length = _FRAME.unpack(await self._reader.readexactly(_FRAME.size))
                data = await self._reader.readexactly(length)
                yield data if kind == _EVENT else pickle.loads(data)
        except (asyncio.IncompleteReadError, OSError):
            raise ProcessEnded from None

    async def answer(self, task: bytes) -> Response:
        """Return the answer to a task that has no events."""
        async for event in self.events(task):
            if isinstance(event, Response):
                return event
        raise ProcessEnded

    def end(self) -> None:
        """End the process; one that is inside the core, which sees no signals, must be killed."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill the process, whatever it does."""
        self._signal(signal.SIGKILL)

    def close(self) -> None:
        """Close the connection; an idle process then ends by itself."""
        self._writer.close()

    async def wait_closed(self) -> None:
        """Wait until the connection is closed."""
        with suppress(OSError):
            await self._writer.wait_closed()

    def _signal(self, number: signal.Signals) -> None:
        if self._process.pid is None or not self._process.is_alive():
            return
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, number)
        with suppress(ProcessLookupError, PermissionError):  # before it leads a group
            os.killpg(self._process.pid, number)


async def _start_in_thread(theirs: socket.socket) -> multiprocessing.process.BaseProcess:
    """Return a started process; nobody waits for the thread when the server ends meanwhile."""
    loop = asyncio.get_running_loop()
    started: asyncio.Future[multiprocessing.process.BaseProcess] = loop.create_future()

    def report(process: multiprocessing.process.BaseProcess) -> None:
        if not started.done():
            started.set_result(process)

    def fork() -> None:
        with theirs, hide_main_module():
            process = start_method().Process(target=_work, args=(theirs,), daemon=True)
            process.start()
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(report, process)

    Thread(target=fork, name="start an engine process", daemon=True).start()
    return await started


def _work(server: socket.socket) -> None:
    """Do one task after another until the server is gone."""
    os.setsid()  # Ctrl-C in a terminal reaches the server only, which ends this process
    os.nice(_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    import_module("sapper.web.routes")  # imported already, if the server of forks knew it
    with server, server.makefile("rb") as incoming, suppress(OSError):
        server.sendall(_READY)
        while head := incoming.read(4):
            players, told, task = pickle.loads(incoming.read(struct.unpack("!I", head)[0]))
            _register(players)
            with use_language(told):
                answer = task(lambda event: _send(server, _EVENT, event))
            _send(server, _ANSWER, pickle.dumps(answer))


def _send(server: socket.socket, kind: int, data: bytes) -> None:
    server.sendall(_FRAME.pack(kind, len(data)) + data)


def _register(players: Sequence[PlayerSpec]) -> None:
    for player in players:
        if not is_registered(player.name):
            register(player, name=player.name)


def _leave(_number: int, _frame: object) -> None:
    close_engines()
    os._exit(0)
