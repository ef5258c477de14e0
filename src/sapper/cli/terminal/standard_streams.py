"""Standard output and standard error that cannot end the command with a traceback.

- A sign that the encoding lacks is written as its number.
- A pipe that its reader has closed ends the command quietly with exit code 0.
- Output that cannot be written, as on a full disk, has an exit code of its own.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, NoReturn, TextIO

from sapper.cli.exit_codes import OK, OUTPUT_FAILED

__all__ = ["give_up", "guard_streams"]

_CANNOT_WRITE: Final = (
    errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF
)  # fmt: skip


@contextmanager
def guard_streams() -> Iterator[None]:
    """Run the command within; end it with an exit code if its output cannot be written."""
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115 (until the end)
    if sys.stdout is None:
        _fail("standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):  # a stream in memory
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        give_up(sys.stdout)
        raise SystemExit(OK) from None
    except OSError as error:
        if error.errno not in _CANNOT_WRITE:
            raise
        give_up(sys.stdout)
        _fail(error.strerror or str(error))


def give_up(stream: TextIO) -> None:
    """Send what is still buffered nowhere: Python would complain about it at the end."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _fail(reason: str) -> NoReturn:
    with suppress(OSError):
        sys.stderr.write(f"sapper: cannot write the output: {reason}\n")
    raise SystemExit(OUTPUT_FAILED)
