"""The process in which an isolated player plays; started by `isolation.py`.

Its arguments are two open files: the connection to the process that started it, and a file for the
evidence of a move that could not be interrupted. It ends when the connection does.
"""

from __future__ import annotations

import os
import pickle
import sys
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any

import cloudpickle  # type: ignore[import-untyped]

from sapper.errors import InputError
from sapper.games.playing import Guard
from sapper.lab.errors import RunStopped
from sapper.lab.identity import check_player
from sapper.lab.move_timer import MoveTimer
from sapper.lab.run import Run
from sapper.lab.workers.process_pool import ignore_ending_signals, print_to_standard_error

__all__ = ["main"]


def main(connection: Connection, evidence: int) -> None:
    """Load a run, then play the games that are asked for, until the connection ends."""
    ignore_ending_signals()
    print_to_standard_error()
    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(connection, requests), daemon=True).start()
    try:
        run, play = cloudpickle.loads(requests.get())
        guard = _guard(run, evidence)
        check_player(run)
    except RunStopped as error:
        connection.send(error)
        return
    except Exception as error:  # whatever the code of a module raises
        problem = InputError(
            f"a worker process cannot load the player: {type(error).__name__}: {error}; define it "
            "where Python can import it"
        )
        connection.send(problem)
        return
    connection.send(None)
    while True:
        begin, end = pickle.loads(requests.get())
        for number in range(begin, end):
            connection.send(play(run, number, guard))


def _guard(run: Run, evidence: int) -> Guard | None:
    if run.limits.move_time is None:
        return None
    return MoveTimer(run.limits.move_time, os.fdopen(evidence, "w"))


def _read(connection: Connection, requests: SimpleQueue[Any]) -> None:
    """Pass requests on; end the process with its parent, even in the middle of a game."""
    try:
        while True:
            requests.put(connection.recv_bytes())
    except (EOFError, OSError):
        os._exit(1)


if __name__ == "__main__":
    main(Connection(int(sys.argv[1])), int(sys.argv[2]))
