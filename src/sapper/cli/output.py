"""Standard output and standard error that cannot end the command with a traceback.

- A sign that the encoding lacks is replaced (`signs.py`).
- A pipe that its reader has closed ends the command quietly with exit code 0.
- Output that cannot be written, as on a full disk, is reported on standard error and ends the
  command with an exit code of its own.
- Standard error may be closed or full: what cannot be said there is dropped.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn, Self

from sapper.cli.exit_codes import OK, OUTPUT_FAILED
from sapper.cli.signs import ERROR_HANDLER

__all__ = ["guard_output"]


class _ClosedPipe(Exception):  # noqa: N818 (not an error: nobody reads any more)
    """The reader of standard output has gone."""


class _CannotWrite(Exception):  # noqa: N818 (never leaves this module)
    """Standard output cannot be written; the message says why."""


@contextmanager
def guard_output() -> Iterator[None]:
    """Run the command within; end it with an exit code if its output cannot be written."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _Output(before[0]), _Messages(before[1])
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except _ClosedPipe:
        _give_up(before[0])
        raise SystemExit(OK) from None
    except _CannotWrite as error:
        _give_up(before[0])
        sys.stderr.write(f"sapper: cannot write the output: {error}\n")
        raise SystemExit(OUTPUT_FAILED) from None
    finally:
        sys.stderr.flush()
        sys.stdout, sys.stderr = before


def _give_up(stream: Any) -> None:
    """Send what is still buffered nowhere: Python would complain about it at the end."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


class _Stream:
    """A stream whose errors are handled; None stands for a closed one."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        with suppress(AttributeError, ValueError, OSError):  # a stream in memory has no encoding
            stream.reconfigure(errors=ERROR_HANDLER)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._stream)

    @property
    def encoding(self) -> str:
        return getattr(self._stream, "encoding", None) or "utf-8"

    @property
    def buffer(self) -> Self:
        """The stream for bytes, such as a Parquet file."""
        return type(self)(getattr(self._stream, "buffer", None))

    def isatty(self) -> bool:
        return self._stream is not None and bool(self._stream.isatty())

    def write(self, text: str | bytes) -> int:
        return self._try("write", text) or 0

    def flush(self) -> None:
        if self._stream is not None and not self._stream.closed:
            self._try("flush")

    def _try(self, name: str, *arguments: str | bytes) -> Any:
        try:
            return getattr(self._stream, name)(*arguments)
        except UnicodeError:
            raise
        except (OSError, ValueError, AttributeError) as error:  # ValueError: it was closed
            self._fail(error)

    def _fail(self, _: Exception, /) -> None:
        raise NotImplementedError


class _Output(_Stream):
    """Standard output: an error ends the command."""

    def _fail(self, error: Exception, /) -> NoReturn:
        if isinstance(error, BrokenPipeError):
            raise _ClosedPipe from None
        reason = error.strerror if isinstance(error, OSError) else "standard output is closed"
        raise _CannotWrite(reason) from None


class _Messages(_Stream):
    """Standard error: an error is dropped."""

    def _fail(self, _: Exception, /) -> None:
        _give_up(self._stream)
