"""Write parts of an output as they are made: to standard output, a device or a named pipe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from sapper.cli.console import say_note
from sapper.cli.run_progress import end_on_stop
from sapper.errors import InputError
from sapper.files import open_stream
from sapper.language import N_

__all__ = ["stream_parts"]

_STOPPED: Final = N_("stopped; what was written is whole up to here, and nothing else is kept")


def stream_parts(target: str, parts: Iterator[bytes], *, as_json: bool) -> None:
    """Write every part at once, until the last one or until nobody reads any more.

    Raise `InputError` if a document is to be printed as well.
    """
    if as_json:
        raise InputError(f"--json describes what is kept, and nothing is kept in {target}")
    stream = open_stream(Path(target), say_note)
    with end_on_stop(_STOPPED), suppress(BrokenPipeError), stream as write:
        for part in parts:
            write(part)
