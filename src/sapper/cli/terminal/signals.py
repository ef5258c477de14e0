"""End by SIGTERM and SIGHUP as by Ctrl-C, with an exit code that says which it was.

What is finished is kept. A second signal ends the command at once: it may be waiting for a chunk
of games, and nothing is lost, since a ledger holds a chunk whole or not at all and workers end
with the command.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any, Final

from sapper.cli.exit_codes import HUNG_UP, INTERRUPTED, TERMINATED
from sapper.platforms import HANG_UP

__all__ = ["terminate_like_ctrl_c"]

_CODES: Final = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED} | (
    {HANG_UP: HUNG_UP} if HANG_UP else {}
)


@contextmanager
def terminate_like_ctrl_c() -> Iterator[Callable[[int], int]]:
    """Raise `KeyboardInterrupt` at the first ending signal, and end the process at the next.

    Yield a function from the exit code of the command to that of the signal, if it was interrupted
    by one. A signal that is ignored stays so.
    """
    received: list[int] = []

    def interrupt(number: int, _: object) -> None:
        received.append(number)
        if len(received) == 1:
            raise KeyboardInterrupt
        os._exit(_CODES[signal.Signals(received[0])])

    def code_of(code: int) -> int:
        is_ended = code == INTERRUPTED and received
        return _CODES[signal.Signals(received[0])] if is_ended else code

    before = _install(interrupt)
    try:
        yield code_of
    finally:
        for number, handler in {} if received else before.items():
            if signal.getsignal(number) is interrupt:  # a server handles its signals to the end
                signal.signal(number, handler)


def _install(handler: Callable[[int, object], None]) -> dict[signal.Signals, Any]:
    """Handle the ending signals that are not ignored; return what handled them before."""
    if current_thread() is not main_thread():
        return {}
    ours = [
        n for n in _CODES if signal.getsignal(n) in (signal.SIG_DFL, signal.default_int_handler)
    ]
    return {number: signal.signal(number, handler) for number in ours}
