"""Fill the folder of a dataset part by part, and resume it.

The first line of `parts.jsonl` says what the folder is for. Every part is a file, and a line there
with its figures and a digest of both: a part whose digest is not right is made again.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from sapper.documents import json_text
from sapper.errors import InputError, OutputError
from sapper.files import lock_file, replace_file, write_text
from sapper.lab.dataset.plan import MOST_FAILURES, DatasetPlan, Settings
from sapper.lab.identity import identity_of
from sapper.lab.ledger.provenance import Provenance
from sapper.lab.workers.mapping import map_in_order

__all__ = ["Dataset", "make_dataset"]

_LOG: Final = "parts.jsonl"
_Record = dict[str, Any]  # of a part: its name and figures


@dataclass(frozen=True)
class Dataset:
    """A dataset: what determines it, the figures of every split, and where it was made.

    Of the `rows` of a split, `certain` have a cell that is certainly safe, in `guesses` the player
    said that it guessed, `unknown` have no answer within the budget. Of its `games`, `wins` were
    won, and in `faults` the player failed; the first of these are in `failures`.
    """

    plan: Settings
    splits: dict[str, dict[str, int]]
    failures: list[str]
    made: Provenance


def make_dataset(
    folder: Path | str,
    plan: DatasetPlan,
    *,
    workers: int | None = None,
    command: str | None = None,
    report: Callable[[int, int], None] = lambda _done, _all: None,
) -> Dataset:
    """Make the parts that a folder lacks; return what it holds then.

    `report` is called with the games that are done, and all. Raise `InputError` if the folder holds
    anything else, and `RunStopped` if a worker process ends: finished parts are kept.
    """
    from sapper.lab.dataset.part import make_part  # needs pyarrow

    home, runs, parts = Path(folder), plan.runs["train"], list(plan.parts())
    where = 1 if all(run.native for run in runs) else workers  # a player may end its process
    settings = plan.settings(list(map_in_order(identity_of, runs, where)))
    total = sum(len(part.games) for part in parts)
    with _open_log(home, settings) as log:
        known = _sound_parts(home, log)
        missing = [part for part in parts if part.name not in known]
        done = total - sum(len(part.games) for part in missing)
        report(done, total)
        for content, record in map_in_order(make_part, missing, workers):
            _store(home, log, content, record)
            known[record["part"]] = record
            done += record["games"]
            report(done, total)
        records = [known[part.name] for part in parts]
        failures = [text for each in records for text in each["failures"]][:MOST_FAILURES]
        dataset = Dataset(settings, _sums(records), failures, Provenance.here(command))
        write_text(home / "dataset.json", json_text(dataset, indent=1) + "\n")
    return dataset


@contextmanager
def _open_log(home: Path, settings: Settings) -> Iterator[IO[bytes]]:
    """Yield the log of a folder, whose first line are the settings; no other command has it then.

    Raise `InputError` if the folder holds something else, or another command is at work there.
    """
    try:
        if home.exists() and not (home / _LOG).exists() and any(home.iterdir()):
            raise InputError(f"{home} exists and holds no dataset: give a new or an empty folder")
        home.mkdir(parents=True, exist_ok=True)
        log = (home / _LOG).open("a+b", buffering=0)
    except OSError as error:
        raise InputError(f"cannot make the folder {home}: {error.strerror}") from None
    with log:
        lock_file(log, f"another command is making the dataset in {home}")
        log.seek(0)
        content = log.read()
        log.truncate(content.rfind(b"\n") + 1)  # a line that was cut off goes
        if b"\n" not in content:
            _append(log, settings)
        elif (stored := _read_line(content.partition(b"\n")[0])) != settings:
            names = [name for name in settings if stored.get(name) != settings[name]]
            raise InputError(
                f"{home} holds another dataset, which differs in {', '.join(names)}: give another "
                f"folder, or the options, players and version that it was made with (see {_LOG})"
            )
        yield log


def _sound_parts(home: Path, log: IO[bytes]) -> dict[str, _Record]:
    """Return the records of the parts whose files are there and whole, by name."""
    log.seek(0)
    found = {}
    for record in map(_read_line, log.read().splitlines()[1:]):
        digest = record.pop("sha256", None)
        try:
            content = (home / record["part"]).read_bytes()
        except (KeyError, OSError):
            continue
        if digest == _digest(content, record):
            found[record["part"]] = record
    return found


def _read_line(line: bytes) -> _Record:
    """Return a line of the log; a damaged one is empty."""
    with suppress(ValueError):
        found = json.loads(line)
        return found if isinstance(found, dict) else {}
    return {}


def _store(home: Path, log: IO[bytes], content: bytes, record: _Record) -> None:
    with replace_file(home / record["part"]) as target:
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(content)
    _append(log, {**record, "sha256": _digest(content, record)})


def _append(log: IO[bytes], line: _Record) -> None:
    try:
        log.write(json.dumps(line).encode() + b"\n")
    except OSError as error:
        raise OutputError(f"cannot write {log.name}: {error.strerror}") from None


def _digest(content: bytes, record: _Record) -> str:
    return hashlib.sha256(content + json.dumps(record).encode()).hexdigest()


def _sums(records: list[_Record]) -> dict[str, dict[str, int]]:
    """Return the figures of every split."""
    splits: dict[str, Counter[str]] = {}
    for record in records:
        figures = {name: value for name, value in record.items() if isinstance(value, int)}
        splits.setdefault(record["part"].partition("/")[0], Counter()).update(figures)
    return {name: dict(figures) for name, figures in splits.items()}
