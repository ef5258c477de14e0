"""What differs between operating systems: locks on files, groups of processes, priorities, signals.

Windows lacks the modules and calls of POSIX that are used here, so each stands beside its twin, and
nowhere else. What is there decides, not the name of the system.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from subprocess import Popen

__all__ = ["HANG_UP", "OWN_GROUP", "kill_group", "lock_at_once", "yield_to_others"]

_NEW_PROCESS_GROUP: Final = 0x200  # an option of Windows
_BELOW_NORMAL: Final = 0x4000  # a priority class of Windows
_FAR: Final = 2**30  # a byte that no file here has: Windows does not let a locked one be read

HANG_UP: Final[signal.Signals | None] = getattr(signal, "SIGHUP", None)
"""The signal of a terminal that is closed, where there is one."""

OWN_GROUP: Final[dict[str, Any]] = (
    {"start_new_session": True} if hasattr(os, "setsid") else {"creationflags": _NEW_PROCESS_GROUP}
)
"""Options of `Popen` for a process that Ctrl-C does not reach and `kill_group` ends."""


def lock_at_once(file: IO[bytes]) -> None:
    """Lock an open file until it is closed; raise `BlockingIOError` if another process has it."""
    try:
        posix: Any = import_module("fcntl")
    except ImportError:
        windows: Any = import_module("msvcrt")
        file.seek(_FAR)
        try:
            windows.locking(file.fileno(), windows.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from None
        finally:
            file.seek(0, os.SEEK_END)
    else:
        posix.flock(file, posix.LOCK_EX | posix.LOCK_NB)


def kill_group(process: Popen[bytes]) -> None:
    """Kill a process that was started with `OWN_GROUP`, and those that it started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        return
    from subprocess import run

    with suppress(OSError):
        run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)
    process.kill()


def yield_to_others(steps: int) -> None:
    """Lower the priority of this process by `steps`; on Windows to the class below normal."""
    if hasattr(os, "nice"):
        os.nice(steps)
        return
    kernel: Any = import_module("ctypes").windll.kernel32
    kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL)
