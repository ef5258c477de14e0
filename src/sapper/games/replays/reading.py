"""Read a replay of any format: the one door for bytes from files, pipes and uploads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Final, NamedTuple

from sapper.errors import InputError, ReplayError
from sapper.games.replays.avf import is_avf, read_avf
from sapper.games.replays.evf import is_evf, read_evf
from sapper.games.replays.mvf import is_mvf, read_mvf
from sapper.games.replays.rawvf import is_rawvf, read_rawvf
from sapper.games.replays.recording import MOST_BYTES, Recording
from sapper.games.replays.replay import Replay, replay_of
from sapper.games.replays.rmv import is_rmv, read_rmv
from sapper.language import _

__all__ = ["ENDINGS", "is_replay", "read_recording", "read_replay"]


class _Reader(NamedTuple):
    """How one format is recognised and read."""

    recognise: Callable[[bytes], bool]
    read: Callable[[bytes], Recording]


_READERS = {
    ".rmv": _Reader(is_rmv, read_rmv),
    ".rawvf": _Reader(is_rawvf, read_rawvf),
    ".avf": _Reader(is_avf, read_avf),
    ".evf": _Reader(is_evf, read_evf),
    ".mvf": _Reader(is_mvf, read_mvf),
}
"""In the order in which they are asked: those with the clearest marks first."""

ENDINGS: Final = tuple(_READERS)
"""How the names of replays end."""


def read_replay(data: bytes, *, name: str = "") -> Replay:
    """Return the replay in the bytes of a file; its format is told by its contents.

    The ending of the file's `name` decides only where the contents say nothing. Raise
    `ReplayError` for anything that is no replay, and for a damaged one.
    """
    return replay_of(read_recording(data, name=name))


def read_recording(data: bytes, *, name: str = "") -> Recording:
    """Return what the bytes of a file say, before it is played; raise `ReplayError`."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise InputError(f"expected the bytes of a replay, got {type(data).__name__}")
    data = bytes(data)
    if len(data) > MOST_BYTES:
        raise ReplayError(
            _("the replay has {count:,} bytes; sapper reads up to {most_bytes:,}").format(
                count=len(data), most_bytes=MOST_BYTES
            )
        )
    reader = _reader_of(data, name)
    if reader is None:
        raise ReplayError(_("this is no replay: sapper reads RMV, AVF, EVF, RAWVF and MVF"))
    try:
        return reader.read(data)
    except ReplayError:
        raise
    except InputError as error:
        raise ReplayError(_("the replay is damaged: {error}").format(error=error)) from None


def is_replay(data: bytes, *, name: str = "") -> bool:
    """Return whether the bytes, or the ending of the file's name, are those of a replay."""
    return _reader_of(data, name) is not None


def _reader_of(data: bytes, name: str) -> _Reader | None:
    by_name = _READERS.get(PurePath(name).suffix.lower())
    if by_name is not None and by_name.recognise(data):
        return by_name
    return next((r for r in _READERS.values() if r.recognise(data)), by_name)
