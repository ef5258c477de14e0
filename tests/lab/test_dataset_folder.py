"""The folder of a dataset: resumed after any interruption, never mixed with another."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from sapper import InputError, Position
from sapper.lab.dataset import DatasetPlan, make_dataset
from sapper.lab.dataset.plan import PART_GAMES
from sapper.lab.errors import RunStopped
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


DAMAGES = ["remove", "change", "cut log", "figures", "types", "garbage"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_part_is_made_again(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "set"
    first = make(folder, form="jsonl")
    before = rows_in(folder)
    part, log = folder / "train/part-000000.jsonl", folder / "parts.jsonl"
    if damage == "remove":
        part.unlink()
    elif damage == "change":
        part.write_bytes(part.read_bytes().replace(b"true", b"false", 1))
    elif damage == "figures":
        log.write_text(log.read_text().replace('"wins": ', '"wins": 1'))
    elif damage == "types":
        log.write_text(log.read_text().replace('"rows": ', '"rows": -0.') + "[[1]]\n7\n{}\n")
    elif damage == "garbage":
        log.write_bytes(b"\xff\xfe\n" + log.read_bytes() + b"[" * 100_000)
    else:
        log.write_text(log.read_text()[:40])
    again = make(folder, form="jsonl")
    assert rows_in(folder) == before
    assert again.splits == first.splits
    seen: list[int] = []
    make_dataset(folder, plan(form="jsonl"), workers=1, report=lambda done, _: seen.append(done))
    assert seen == [PART_GAMES + 9]  # all parts are known now: no line swallowed the next


def test_a_folder_that_was_only_begun_is_resumed(tmp_path: Path) -> None:
    for number, files in enumerate((["parts.jsonl"], ["parts.jsonl", "plan.json.part"])):
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
