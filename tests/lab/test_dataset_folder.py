"""The folder of a dataset: resumed after any interruption, never mixed with another."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from sapper import InputError, Position
from sapper.lab.dataset import DatasetPlan, make_dataset
from sapper.lab.dataset.plan import PART_GAMES
from sapper.lab.errors import RunStopped
from sapper.lab.identity import sapper_version, this_worker
from sapper.lab.ledger import Ledger
from sapper.players import Move
from tests.support.datasets import make, plan, rows_in


def test_a_stopped_dataset_is_resumed(tmp_path: Path) -> None:
    whole = make(tmp_path / "whole", form="jsonl")
    folder = tmp_path / "stopped"

    class Stop(Exception):  # noqa: N818
        pass

    def stop(done: int, total: int) -> None:
        if 0 < done < total:
            raise Stop

    with pytest.raises(Stop):
        make_dataset(folder, plan(form="jsonl"), workers=1, report=stop)
    assert not (folder / "dataset.json").exists()
    seen: list[int] = []
    again = make_dataset(
        folder, plan(form="jsonl"), workers=1, report=lambda done, _: seen.append(done)
    )
    assert seen[0] == PART_GAMES
    assert again.splits == whole.splits
    assert rows_in(folder) == rows_in(tmp_path / "whole")


CHANGES = {
    "figures": "UPDATE parts SET record = replace(record, '\"wins\": ', '\"wins\": 1')",
    "no text": "UPDATE parts SET record = x'ff'",
    "another size": "UPDATE parts SET size = size + 1 WHERE number = 0",
    "no record": "DELETE FROM parts WHERE number = 1",
}


@pytest.mark.parametrize("damage", ["remove", "change", "no ledger", *CHANGES])
def test_a_damaged_part_is_made_again(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "set"
    first = make(folder, form="jsonl")
    before = rows_in(folder)
    part, ledger = folder / "train/part-000000.jsonl", folder / "ledger.sqlite"
    if damage == "remove":
        part.unlink()
    elif damage == "change":
        part.write_bytes(part.read_bytes().replace(b"true", b"false", 1))
    elif damage == "no ledger":
        ledger.unlink()
    else:
        with sqlite3.connect(ledger) as base:
            assert base.execute(CHANGES[damage]).rowcount
        base.close()
    again = make(folder, form="jsonl")
    assert rows_in(folder) == before
    assert again.splits == first.splits
    seen: list[int] = []
    make_dataset(folder, plan(form="jsonl"), workers=1, report=lambda done, _: seen.append(done))
    assert seen == [PART_GAMES + 9]  # all parts are known now


def test_every_part_has_its_worker_and_origin(tmp_path: Path) -> None:
    """As every chunk of games has; the identity is that of the code and of the player."""
    made = plan(form="jsonl")
    make_dataset(tmp_path / "set", made, workers=1, command="sapper dataset set")
    with Ledger(tmp_path / "set/ledger.sqlite", read_only=True) as ledger:
        (entry,) = ledger.jobs.entries()
        workers, origins = ledger.jobs.workers(entry.number), ledger.jobs.origins(entry.number)
    parts = len(list(made.parts()))
    what = (1, "dataset", sapper_version(), made.job.identity, parts, made.total_games)
    assert entry == (*what, made.job.plan)
    assert workers == {this_worker(): parts}
    assert [(origin.command, count) for origin, count in origins] == [("sapper dataset set", parts)]


def test_a_folder_that_was_only_begun_is_resumed(tmp_path: Path) -> None:
    for number, files in enumerate(([".lock"], [".lock", "plan.json.part"])):
        folder = tmp_path / str(number)
        folder.mkdir()
        for file in files:
            (folder / file).touch()
        assert make(folder, games=2).rows
    for split in (tmp_path / "0").glob("*/"):
        shutil.rmtree(split)
    assert make(tmp_path / "0", games=2).rows


@pytest.mark.parametrize("content", [b"\xff\xfe", b"{", b"[1]", b"[" * 100_000])
def test_a_damaged_plan_is_said(tmp_path: Path, content: bytes) -> None:
    make(tmp_path / "set", games=2)
    (tmp_path / "set/plan.json").write_bytes(content)
    with pytest.raises(InputError, match="is damaged"):
        make(tmp_path / "set", games=2)


def test_changed_code_of_a_player_is_said(tmp_path: Path) -> None:
    make(tmp_path / "set", games=2)
    stored = tmp_path / "set/plan.json"
    document = json.loads(stored.read_text())
    stored.write_text(json.dumps({**document, "identities": ["0123456789ab"]}))
    with pytest.raises(InputError, match=r"the code of the players \(fast\) has changed"):
        make(tmp_path / "set", games=2)


def test_shared_positions_are_counted(tmp_path: Path) -> None:
    for form in ("jsonl", "parquet"):
        made = DatasetPlan.of("fast", "3x4/2", games=30, test=30, form=form)
        summary = make_dataset(tmp_path / form, made, workers=1)
        sets: dict[str, set[str]] = {"2": set(), "0": set()}
        for row in rows_in(tmp_path / "jsonl"):
            sets[row["game"].split()[2]].add(row["position"])
        assert summary.splits["test"]["shared"] == len(sets["0"] & sets["2"]) > 0
        assert summary.splits["train"]["shared"] is None


class Hungry:
    def __init__(self, seed: int) -> None: ...

    def decide(self, position: Position) -> Move:
        raise MemoryError


def test_a_lack_of_memory_is_no_fault_of_a_game(tmp_path: Path) -> None:
    with pytest.raises(RunStopped, match="the memory ran out while"):
        make(tmp_path / "set", players=Hungry)


def test_another_dataset_or_folder_is_not_overwritten(tmp_path: Path) -> None:
    make(tmp_path / "set", games=2)
    with pytest.raises(InputError, match="holds another dataset"):
        make(tmp_path / "set", games=3)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.txt").write_text("important")
    with pytest.raises(InputError, match="holds no dataset"):
        make(tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]
