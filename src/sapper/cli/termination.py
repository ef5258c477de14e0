"""End by SIGTERM as by Ctrl-C: what is finished is kept, and the exit code says which it was."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

__all__ = ["terminate_like_ctrl_c"]


@contextmanager
def terminate_like_ctrl_c() -> Iterator[Callable[[], bool]]:
    """Raise `KeyboardInterrupt` at SIGTERM; yield a function that says whether there was one.

    Where SIGTERM is ignored it stays so.
    """
    received: list[int] = []

    def interrupt(number: int, _: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    is_ours = (
        current_thread() is main_thread() and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    )
    if is_ours:
        signal.signal(signal.SIGTERM, interrupt)
    try:
        yield lambda: bool(received)
    finally:
        if is_ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
