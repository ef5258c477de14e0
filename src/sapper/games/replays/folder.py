"""All replays of a folder, one after the other; a file that cannot be read is named and skipped."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from sapper.errors import InputError, SapperError
from sapper.games.replays.byte_reader import decode_text
from sapper.games.replays.reading import ENDINGS, read_replay
from sapper.games.replays.replay import Replay
from sapper.language import _

__all__ = ["SkippedFile", "each_replay"]

T = TypeVar("T")


class SkippedFile(NamedTuple):
    """A file of a folder that gave nothing, and why."""

    file: str
    problem: str


def each_replay(
    folder: Path,
    use: Callable[[Replay, str], T],
    watch: Callable[[int, int], None] | None = None,
) -> tuple[list[T], list[SkippedFile]]:
    """Return what `use(replay, file)` makes of every replay in a folder, and the skipped files.

    Folders within it count too; files are known by their endings, and named from the folder on.
    `watch` is called with (done, files). Raise `InputError` if no replay could be used.
    """
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)
    if not files:
        text = _("the folder {folder} has no replays: files that end in {endings}")
        raise InputError(text.format(folder=folder, endings=", ".join(ENDINGS)))
    used, skipped = list[T](), list[SkippedFile]()
    for number, path in enumerate(files):
        name = decode_text(os.fsencode(path.relative_to(folder).as_posix()))
        if watch is not None:
            watch(number, len(files))
        try:
            used.append(use(read_replay(path.read_bytes(), name=name), name))
        except SapperError as problem:
            skipped.append(SkippedFile(name, str(problem)))
        except OSError as problem:
            skipped.append(SkippedFile(name, problem.strerror or str(problem)))
    if not used:
        text = _("no replay of the folder could be used; {file}: {problem}")
        raise InputError(text.format(**skipped[0]._asdict()))
    return used, skipped
