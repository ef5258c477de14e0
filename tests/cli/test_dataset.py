"""`sapper dataset`: folders, pipes, errors."""

from __future__ import annotations

import fcntl
import json
from pathlib import Path

import pytest

from tests.support.command import sapper

SMALL = ["--board", "4x4/3", "--games", "3", "--seed", "2", "--workers", "1"]


def test_a_folder_is_written_and_described(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    done = sapper("dataset", str(folder), *SMALL, "--validation", "2")
    assert done.returncode == 0, done.stderr
    assert "positions of 3 games" in done.stdout
    sheet = (folder / "README.md").read_text()
    assert "| train | 2 | 3 |" in sheet
    assert "| validation | 3 | 2 |" in sheet
    again = sapper("dataset", str(folder), *SMALL, "--validation", "2", "--json")
    document = json.loads(again.stdout)
    assert document["plan"]["games"] == {"train": 3, "validation": 2, "test": 0}
    stored = json.loads((folder / "dataset.json").read_text())
    assert stored["splits"] == document["splits"]


def test_a_pipe_gets_json_lines() -> None:
    done = sapper("dataset", "-", *SMALL)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {row["player"] for row in rows} == {"fast"}
    assert all(row["position"].startswith("4x4/3:") for row in rows)
    refused = sapper("dataset", "-", *SMALL, "--form", "parquet")
    assert refused.returncode == 2
    assert "only JSON lines can be written to standard output" in refused.stderr


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = sapper("dataset", str(tmp_path / "file" / "set"), *SMALL)
    assert done.returncode == 2
    assert "cannot make the folder" in done.stderr


BAD = "tests.support.bad_players:"
FEW = ["--board", "5x5/3", "--games", "9", "--seed", "2", "--form", "jsonl"]


def test_a_player_that_ends_its_process_stops_with_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    done = sapper("dataset", str(folder), *FEW, "--player", f"{BAD}Dies", "--workers", "2")
    assert done.returncode == 5
    assert "Traceback" not in done.stderr
    said = " ".join(done.stderr.split())
    assert f"a worker process ended while {BAD}Dies played" in said
    assert "finished parts are kept" in said
    piped = sapper("dataset", "-", *FEW, "--player", f"{BAD}Dies", "--workers", "2")
    assert "the rows before are whole" in " ".join(piped.stderr.split())


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_move_that_takes_too_long_is_a_failure(tmp_path: Path, workers: str) -> None:
    limit = ["--move-time", "0.1", "--workers", workers, "--player", f"{BAD}Loops"]
    done = sapper("dataset", str(tmp_path / "set"), *FEW, *limit)
    assert done.returncode == 0, done.stderr
    assert "took longer than 0.1 s for a move" in " ".join(done.stderr.split())


class Stuck:
    """Never returns from C code, which no signal interrupts."""

    def __init__(self, seed: int) -> None: ...

    def decide(self, position: object) -> int:
        return sum(range(10**12))


def test_a_move_stuck_in_c_ends_its_process_only(tmp_path: Path) -> None:
    limit = ["--move-time", "0.1", "--workers", "1", "--player", "tests.cli.test_dataset:Stuck"]
    done = sapper("dataset", str(tmp_path / "set"), *FEW, *limit, "--games", "2")
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stderr.split())
    assert "took longer than 0.1 s for a move and could not be interrupted" in said
    assert "in 2 games the player failed" in said


@pytest.mark.parametrize("target", ["-", "set"])
def test_failures_are_told(tmp_path: Path, target: str) -> None:
    folder = target if target == "-" else str(tmp_path / target)
    done = sapper("dataset", folder, *FEW, "--player", f"{BAD}Raises", "--workers", "1")
    said = " ".join(done.stderr.split())
    assert f"note: train, game 2: {BAD}Raises failed: ZeroDivisionError: no idea" in said
    assert "replay: sapper play -p tests.support.bad_players:Raises -b 5x5/3" in said
    assert "games the player failed" in said


def test_too_many_moves_are_a_failure() -> None:
    done = sapper("dataset", "-", *FEW, "--player", f"{BAD}Sound", "--game-moves", "2")
    assert "does not end its game: 2 moves" in " ".join(done.stderr.split())


def test_bad_workers_leave_nothing(tmp_path: Path) -> None:
    done = sapper("dataset", str(tmp_path / "set"), *FEW, "--workers", "0")
    assert done.returncode == 2
    assert not (tmp_path / "set").exists()


def test_a_small_board_shares_positions(tmp_path: Path) -> None:
    done = sapper("dataset", str(tmp_path / "set"), *SMALL, "--games", "30", "--validation", "30")
    assert "different positions of validation are in train too" in " ".join(done.stderr.split())
    sheet = (tmp_path / "set/README.md").read_text()
    assert "The board has only 560 layouts" in sheet
    assert "no board is in two" not in sheet


def test_two_commands_do_not_share_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    assert sapper("dataset", str(folder), *SMALL).returncode == 0
    with (folder / ".lock").open("ab") as log:
        fcntl.flock(log, fcntl.LOCK_EX)
        done = sapper("dataset", str(folder), *SMALL)
    assert done.returncode == 2
    assert "another command is making the dataset" in " ".join(done.stderr.split())


def test_places_where_nothing_stays(tmp_path: Path) -> None:
    small = [*FEW, "--games", "2", "--workers", "1"]
    assert sapper("dataset", "/dev/null", *small).returncode == 0
    (tmp_path / "file").write_text("mine")
    for words, code, said in (
        (["/dev/full"], 4, "cannot write /dev/full: No space left"),
        (["/dev/null", "--form", "parquet"], 2, "only JSON lines can be written to"),
        ([str(tmp_path / "file")], 2, "exists and holds no dataset"),
        ([str(tmp_path / "file/set")], 2, "cannot make the folder"),
        (["-", "--json"], 2, "nothing is kept in -"),
    ):
        done = sapper("dataset", *small, *words)
        assert (done.returncode, said in " ".join(done.stderr.split())) == (code, True), done
