"""The folder of a dataset: claimed for one plan, locked for one command, and resumed.

`plan.json` is written before anything else, so a command that was killed at any moment leaves a
folder that the same command takes up. `parts.jsonl` is the log, and its lock keeps a second command
away; the lock ends with its process, however that ends.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from sapper.errors import InputError, OutputError
from sapper.files import replace_file, write_text
from sapper.lab.dataset.figures import PartFigures
from sapper.lab.dataset.plan import DatasetPlan
from sapper.schema import stamp

__all__ = ["DatasetFolder", "claim_folder"]

_LOG: Final = "parts.jsonl"
_PLAN: Final = "plan.json"


@dataclass(frozen=True)
class DatasetFolder:
    """A folder that belongs to this command."""

    home: Path
    _log: IO[bytes]

    def finished(self, names: set[str]) -> dict[str, PartFigures]:
        """Return the figures of all parts that are there and whole."""
        found: dict[str, PartFigures] = {}
        for line in (self.home / _LOG).read_bytes().split(b"\n"):
            figures = PartFigures.parse(line)
            if figures is not None and figures.name in names and self._is_whole(figures):
                found[figures.name] = figures
        return found

    def keep(self, content: bytes, figures: PartFigures) -> None:
        """Write the file of a part, then its line of the log."""
        with replace_file(self.home / figures.name) as target:
            target.write_bytes(content)
        self._append(figures.line().encode() + b"\n")

    def write(self, name: str, text: str) -> None:
        """Write a file that describes the whole."""
        write_text(self.home / name, text)

    def end_cut_line(self) -> None:
        """End a line that was cut off, which would swallow the next one."""
        if (self.home / _LOG).read_bytes()[-1:] not in (b"", b"\n"):
            self._append(b"\n")

    def _append(self, line: bytes) -> None:
        try:
            is_written = self._log.write(line) == len(line)
        except OSError as error:
            raise OutputError(f"cannot write {self.home / _LOG}: {error.strerror}") from None
        if not is_written:
            raise OutputError(f"cannot write {self.home / _LOG}: the disk is full")

    def _is_whole(self, figures: PartFigures) -> bool:
        try:
            content = (self.home / figures.name).read_bytes()
        except OSError:
            return False
        return hashlib.sha256(content).hexdigest() == figures.sha256


@contextmanager
def claim_folder(home: Path, plan: DatasetPlan) -> Iterator[DatasetFolder]:
    """Yield the folder, made or checked; nobody else may write to it meanwhile.

    Raise `InputError` if it holds something else, or if another command is at work there.
    """
    _check(home, plan)
    try:
        home.mkdir(parents=True, exist_ok=True)
        log = (home / _LOG).open("ab", buffering=0)
    except OSError as error:
        raise InputError(f"cannot make the folder {home}: {error.strerror}") from None
    with log:
        _lock(log, home)
        _check(home, plan)  # again: another command may have been here before the lock
        write_text(home / _PLAN, json.dumps(stamp(plan.to_dict()), indent=1) + "\n")
        try:
            for split in plan.runs:
                (home / split).mkdir(exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot make a folder in {home}: {error.strerror}") from None
        folder = DatasetFolder(home, log)
        folder.end_cut_line()
        yield folder


def _lock(log: IO[bytes], home: Path) -> None:
    try:
        fcntl.flock(log, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(
            f"another command is making the dataset in {home}: wait for it, or stop it first"
        ) from None
    except OSError:  # a file system without locks
        return


def _check(home: Path, plan: DatasetPlan) -> None:
    """Raise `InputError` unless a folder is new, empty, or holds this dataset."""
    if (home / _PLAN).exists():
        _compare(home, _stored_plan(home), stamp(plan.to_dict()))
    elif home.exists() and (not home.is_dir() or not _is_only_begun(home)):
        raise InputError(f"{home} exists and holds no dataset: give a new or an empty folder")


def _is_only_begun(home: Path) -> bool:
    """Return whether a folder is empty but for what a command leaves that was killed at once."""
    begun = {_LOG, f"{_PLAN}.part"}
    log = home / _LOG
    return all(file.name in begun for file in home.iterdir()) and not (
        log.exists() and log.stat().st_size
    )


def _stored_plan(home: Path) -> dict[str, Any]:
    stored: object = None
    with suppress(OSError, ValueError, RecursionError):
        stored = json.loads((home / _PLAN).read_bytes())
    if not isinstance(stored, dict):
        raise InputError(
            f"{home / _PLAN} is damaged, so nobody knows what the folder holds: give another folder"
        )
    return stored


def _compare(home: Path, stored: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raise `InputError` if a folder was made with another plan; say what differs."""
    names = [key for key in {**wanted, **stored} if stored.get(key) != wanted.get(key)]
    if names == ["identities"]:
        raise InputError(
            f"the code of the players ({', '.join(wanted['players'])}) has changed since {home} "
            "was begun, and its rows would be mixed with others: give another folder, or the code "
            "that it was made with"
        )
    names = [name for name in names if name != "identities"]
    if names:
        raise InputError(
            f"{home} holds another dataset, which differs in {', '.join(names)} (see {_PLAN} "
            "there): give another folder, or the options and the players that it was made with"
        )
