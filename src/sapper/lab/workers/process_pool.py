"""A process pool for functions that are defined anywhere.

`concurrent.futures` pickles functions by name, and its workers import the main script. Here calls
are pickled by cloudpickle, by value if necessary (a notebook, a script, a lambda), so workers do
not import the main script, and scripts need no `if __name__ == "__main__":`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import ForkServerContext
from pickle import PicklingError
from threading import Lock, Thread
from types import ModuleType
from typing import Any, Final, TypeVar

import cloudpickle  # type: ignore[import-untyped]

from sapper.errors import InputError
from sapper.language import language, use_language

__all__ = [
    "ProcessPool",
    "hide_main_module",
    "ignore_ending_signals",
    "pickle_by_value",
    "print_to_standard_error",
    "start_method",
]

T = TypeVar("T")

_MANAGER_SECONDS: Final = 10.0


class ProcessPool(ProcessPoolExecutor):
    """Worker processes; they ignore Ctrl-C and end when this process ends, even by kill -9."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, start_method(), _start_worker)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Return the future result of a call; raise `InputError` if it cannot be pickled."""
        try:
            pickled = pickle_by_value((fn, args, kwargs, language()))
        except (TypeError, AttributeError, PicklingError) as error:
            raise InputError(
                f"the player cannot be sent to a worker process: {error}; use one worker"
            ) from error
        with hide_main_module():  # submitting may start a process
            return super().submit(_call, pickled)

    def terminate(self) -> None:
        """Terminate the workers without waiting for their calls.

        The thread that manages them is awaited: at the end of the program Python writes to its
        pipe, which fails with a traceback if the thread closes it at that moment.
        """
        processes = list(self._processes.values()) if self._processes else []
        manager: Any = self._executor_manager_thread
        self.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        if manager is not None:
            manager.join(_MANAGER_SECONDS)


def pickle_by_value(value: object) -> bytes:
    """Return the pickled value, including code that other processes cannot import."""
    pickled: bytes = cloudpickle.dumps(value)
    return pickled


def start_method() -> ForkServerContext:
    """Return the start method: forkserver, with the imported modules of sapper preloaded.

    Importing takes a quarter of a second; here it happens once for all workers of all pools. Unlike
    a plain fork this is safe with threads. SIGINT is blocked while the server starts: it ignores
    Ctrl-C by itself, but only after its imports, which would end with a traceback. SIGHUP it would
    never ignore, nor would the tracker: blocked now, it stays blocked for them. Raise `InputError`
    if the system refuses to start it.
    """
    context = multiprocessing.get_context("forkserver")
    modules = sorted(name for name in [*sys.modules] if _is_ours(name))
    context.set_forkserver_preload([*modules, "sapper.lab.workers.preloaded"])
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    try:
        resource_tracker.ensure_running()  # the server needs it; its start would unblock SIGINT
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        forkserver.ensure_running()
    except OSError as error:
        raise InputError(
            f"worker processes cannot be started here: {error}; use one worker"
        ) from error
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return context


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "sapper"


def _call(pickled: bytes) -> Any:
    try:
        function, arguments, options, told = cloudpickle.loads(pickled)
    except Exception as error:  # whatever the code of a module raises
        raise InputError(
            f"a worker process cannot load the player: {type(error).__name__}: {error}; use one "
            "worker, or define it where Python can import it"
        ) from None
    with use_language(told):
        return function(*arguments, **options)


_MAIN_MODULE_LOCK = Lock()  # several threads may use pools


@contextmanager
def hide_main_module() -> Iterator[None]:
    """Keep new processes from importing the main script, which would run it again."""
    with _MAIN_MODULE_LOCK:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


def ignore_ending_signals() -> None:
    """Ignore Ctrl-C and its kin, which reach a whole group: a worker ends with its parent."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def print_to_standard_error() -> None:
    """Send what this process prints, in Python or in C, to standard error.

    Standard output belongs to the process that asked for the games, and may hold its document.
    """
    sys.stdout = sys.stderr
    with suppress(OSError):  # standard error is closed
        os.dup2(2, 1)


def _start_worker() -> None:
    ignore_ending_signals()
    print_to_standard_error()
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
