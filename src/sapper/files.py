"""Write files completely or not at all, streams as they come, and one command at a time."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import IO, Final, TextIO

from sapper.errors import InputError, OutputError
from sapper.platforms import lock_at_once

__all__ = [
    "STANDARD_OUTPUT",
    "can_only_stream",
    "check_folder",
    "is_standard_output",
    "lock_file",
    "open_output",
    "replace_file",
    "results_alone",
    "standard_output",
    "write_text",
]


STANDARD_OUTPUT: Final = "-"
"""The name that stands for standard output, wherever a file is written."""

_SAME_DEVICE: Final = (STANDARD_OUTPUT, "/dev/stdout", "/dev/fd/1")
_DEVICE_FAILURES = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
_DEVICES = (Path("/dev"), Path("/dev/fd"))


_outputs: list[TextIO] = []  # standard output, while something else is printed to


def standard_output() -> TextIO:
    """Return the stream of results: standard output, also within `results_alone`."""
    return _outputs[-1] if _outputs else sys.stdout


def is_standard_output(path: object) -> bool:
    """Return whether a path, or the value of an option, names standard output."""
    return str(path) in _SAME_DEVICE


@contextmanager
def results_alone() -> Iterator[None]:
    """Send what is printed within to standard error; only results reach standard output."""
    _outputs.append(standard_output())
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _outputs.pop()


def write_text(path: Path, text: str) -> None:
    """Write a text file, or - for standard output; raise `InputError` or `OutputError`."""
    if str(path) == STANDARD_OUTPUT:
        standard_output().write(text if text.endswith("\n") else f"{text}\n")
        return
    with replace_file(path) as target:
        target.write_text(text, encoding="utf-8", errors="backslashreplace")


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside `path` to write to; move it into place at the end.

    A device such as /dev/stdout is written directly, standard output (-) from a temporary file.
    Raise `OutputError` if the disk is full or the device fails, and `InputError` if the path cannot
    be written at all.
    """
    if str(path) == STANDARD_OUTPUT:
        from tempfile import TemporaryDirectory  # slow, and rarely needed

        with TemporaryDirectory() as folder:
            yield Path(folder) / "output"
            standard_output().flush()  # text that was printed before stays before
            standard_output().buffer.write((Path(folder) / "output").read_bytes())
        return
    target = path.with_name(path.name + ".part")
    if can_only_stream(path) or path.is_dir():
        target = path
    try:
        yield target
        if target != path:
            target.replace(path)
    except OSError as error:
        if target != path:
            with suppress(OSError):
                target.unlink()
        raise _cannot_write(path, error) from None


def check_folder(path: Path) -> None:
    """Raise `InputError` if no file can be made in the folder of a path, before long work."""
    if not can_only_stream(path) and not os.access(path.parent, os.W_OK):
        exists = path.parent.is_dir()
        raise _cannot_write(path, OSError(0, os.strerror(errno.EACCES if exists else errno.ENOENT)))


def can_only_stream(path: Path) -> bool:
    """Return whether a path is standard output, a device or a named pipe: nothing stays there."""
    if str(path) == STANDARD_OUTPUT or path.parent in _DEVICES:
        return True
    return path.exists() and not path.is_file() and not path.is_dir()


@contextmanager
def open_output(path: Path) -> Iterator[TextIO]:
    """Yield standard output, or a device or named pipe to write to, which waits for its reader."""
    if is_standard_output(path):  # opened anew, >> would fail
        yield standard_output()
        return
    try:
        with path.open("w", encoding="utf-8") as target:
            yield target
    except BrokenPipeError:  # the reader has closed it
        return
    except OSError as error:
        raise _cannot_write(path, error) from None


def lock_file(file: IO[bytes], busy: str) -> None:
    """Lock an open file until it is closed; raise `InputError` with `busy` if another has it."""
    try:
        lock_at_once(file)
    except BlockingIOError:
        raise InputError(f"{busy}: wait for it, or stop it first") from None
    except OSError:  # a file system without locks
        return


def _cannot_write(path: Path, error: OSError) -> InputError | OutputError:
    kind = OutputError if error.errno in _DEVICE_FAILURES else InputError
    return kind(f"cannot write {path}: {error.strerror}")
