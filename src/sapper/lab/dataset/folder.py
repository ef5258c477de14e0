"""The folder of a dataset: claimed for one plan, locked for one command, and resumed.

`plan.json` is written before anything else, so a command that was killed at any moment leaves a
folder that the same command takes up. `ledger.sqlite` is a ledger of its own with the records of
the parts: it stays with the files that it describes. A lock keeps a second command away; it ends
with its process, however that ends.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from sapper.errors import InputError
from sapper.files import lock_file, replace_file, write_text
from sapper.lab.dataset.figures import PartFigures
from sapper.lab.dataset.plan import DatasetPlan
from sapper.lab.jobs.output import JobOutput, PartContent
from sapper.lab.ledger import Ledger
from sapper.language import _
from sapper.schema import stamp

__all__ = ["DatasetFolder", "claim_folder"]

_LEDGER: Final = "ledger.sqlite"
_LOCK: Final = ".lock"
_PLAN: Final = "plan.json"


class DatasetFolder(JobOutput):
    """A folder that belongs to this command: a file for every part."""

    def __init__(self, home: Path, ledger: Ledger, plan: DatasetPlan) -> None:
        super().__init__(ledger, plan.job)
        self.home = home

    def holds(self, record: str) -> bool:
        """Return whether the file of a part is there and whole."""
        figures = PartFigures.of_record(record)
        try:
            content = (self.home / figures.name).read_bytes()
        except OSError:
            return False
        return hashlib.sha256(content).hexdigest() == figures.sha256

    def write(self, part: PartContent) -> None:
        """Write the file of a part."""
        with replace_file(self.home / PartFigures.of_record(part.record).name) as target:
            target.write_bytes(part.content)

    def write_text(self, name: str, text: str) -> None:
        """Write a file that describes the whole."""
        write_text(self.home / name, text)


@contextmanager
def claim_folder(home: Path, plan: DatasetPlan) -> Iterator[DatasetFolder]:
    """Yield the folder, made or checked; nobody else may write to it meanwhile.

    Raise `InputError` if it holds something else, or if another command is at work there.
    """
    _check(home, plan)
    try:
        home.mkdir(parents=True, exist_ok=True)
        lock = (home / _LOCK).open("ab", buffering=0)
    except OSError as error:
        raise InputError(
            _("cannot make the folder {home}: {strerror}").format(
                home=home, strerror=error.strerror
            )
        ) from None
    with lock:
        busy = _("another command is making the dataset in {home}").format(home=home)
        lock_file(lock, busy)
        _check(home, plan)  # again: another command may have been here before the lock
        write_text(home / _PLAN, json.dumps(stamp(plan.to_dict()), indent=1) + "\n")
        try:
            for split in plan.runs:
                (home / split).mkdir(exist_ok=True)
        except OSError as error:
            raise InputError(
                _("cannot make a folder in {home}: {strerror}").format(
                    home=home, strerror=error.strerror
                )
            ) from None
        with Ledger(home / _LEDGER) as ledger:
            yield DatasetFolder(home, ledger, plan)


def _check(home: Path, plan: DatasetPlan) -> None:
    """Raise `InputError` unless a folder is new, empty, or holds this dataset."""
    if (home / _PLAN).exists():
        _compare(home, _stored_plan(home), stamp(plan.to_dict()))
    elif home.exists() and (not home.is_dir() or not _is_only_begun(home)):
        raise InputError(
            _("{home} exists and holds no dataset: give a new or an empty folder").format(home=home)
        )


def _is_only_begun(home: Path) -> bool:
    """Return whether a folder is empty but for what a command leaves that was killed at once."""
    begun = {_LOCK, f"{_PLAN}.part"}
    return all(file.name in begun for file in home.iterdir())


def _stored_plan(home: Path) -> dict[str, Any]:
    stored: object = None
    with suppress(OSError, ValueError, RecursionError):
        stored = json.loads((home / _PLAN).read_bytes())
    if not isinstance(stored, dict):
        raise InputError(
            _(
                "{home} is damaged, so nobody knows what the folder holds: give another folder"
            ).format(home=home / _PLAN)
        )
    return stored


def _compare(home: Path, stored: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raise `InputError` if a folder was made with another plan; say what differs."""
    names = [key for key in {**wanted, **stored} if stored.get(key) != wanted.get(key)]
    if names == ["identities"]:
        raise InputError(
            _(
                "the code of the players ({wanted}) has changed since {home} was begun, and its "
                "rows would be mixed with others: give another folder, or the code that it was "
                "made with"
            ).format(wanted=", ".join(wanted["players"]), home=home)
        )
    names = [name for name in names if name != "identities"]
    if names:
        raise InputError(
            _(
                "{home} holds another dataset, which differs in {names} (see {plan} there): "
                "give another folder, or the options and the players that it was made with"
            ).format(home=home, names=", ".join(names), plan=_PLAN)
        )
