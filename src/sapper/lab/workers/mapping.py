"""Map a function over numbered parts on worker processes: datasets and files of tasks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

from sapper.board.number_checks import whole_number
from sapper.lab.errors import ProcessDied, RunStopped
from sapper.lab.workers.processes import Processes
from sapper.players.protocol.process import close_engines
from sapper.processors import available_processors

__all__ = ["map_in_order"]

P = TypeVar("P")
R = TypeVar("R")


def map_in_order(
    function: Callable[[P], R], parts: Iterable[P], workers: int | None = None
) -> Iterator[R]:
    """Yield what the function makes of every part, in order, while workers make the next ones.

    A single worker is this process. Raise whatever the function raises, and `RunStopped` if a
    worker process ends or the memory runs out.
    """
    count = available_processors() if workers is None else workers
    count = whole_number(count, 1, 1024, "1 to 1024 workers")
    try:
        if count == 1:
            yield from map(function, parts)
        else:
            yield from _map_in_processes(function, iter(parts), count)
    except ProcessDied:
        raise RunStopped(
            "a worker process ended: it was killed, or a player ended it; what was finished is kept"
        ) from None
    except MemoryError:
        raise RunStopped("the memory ran out; what was finished is kept") from None
    finally:
        close_engines()


def _map_in_processes(function: Callable[[P], R], parts: Iterator[P], workers: int) -> Iterator[R]:
    processes, threads = Processes(), ThreadPoolExecutor(workers)  # each thread waits for a process
    waiting: deque[Future[R]] = deque()
    try:
        while True:
            for part in islice(parts, 2 * workers - len(waiting)):
                waiting.append(threads.submit(processes.call, function, part))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        processes.close()
        threads.shutdown(cancel_futures=True)
