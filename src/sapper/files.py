"""Write files completely or not at all."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sapper.errors import InputError, OutputError
from sapper.language import _

__all__ = ["STANDARD_OUTPUT", "replace_file", "write_text"]


STANDARD_OUTPUT: Final = "-"
"""The name that stands for standard output, wherever a file is written."""

_DEVICE_FAILURES = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def write_text(path: Path, text: str) -> None:
    """Write a text file, or - for standard output; raise `InputError` or `OutputError`."""
    if str(path) == STANDARD_OUTPUT:
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
        return
    with replace_file(path) as target:
        target.write_text(text, encoding="utf-8")


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside `path` to write to; move it into place at the end.

    A device such as /dev/stdout is written directly, standard output (-) from a temporary file.
    Raise `OutputError` if the disk is full or the device fails, and `InputError` if the path cannot
    be written at all.
    """
    if str(path) == STANDARD_OUTPUT:
        with TemporaryDirectory() as folder:
            yield Path(folder) / "output"
            sys.stdout.flush()  # text that was printed before stays before
            sys.stdout.buffer.write((Path(folder) / "output").read_bytes())
        return
    target = path.with_name(path.name + ".part")
    if path.parent == Path("/dev") or (path.exists() and not path.is_file()):
        target = path
    try:
        yield target
        if target != path:
            target.replace(path)
    except OSError as error:
        if target != path:
            with suppress(OSError):
                target.unlink()
        kind = OutputError if error.errno in _DEVICE_FAILURES else InputError
        raise kind(
            _("cannot write {path}: {strerror}").format(path=path, strerror=error.strerror)
        ) from None
