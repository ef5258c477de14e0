"""`sapper tasks`: files, pipes, games turn by turn, errors."""

from __future__ import annotations

import fcntl
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.support.command import sapper

SMALL = ["--level", "single", "--kind", "chance", "--kind", "play", "--seed", "2", "--workers", "1"]


def test_tasks_are_made_answered_and_scored(tmp_path: Path) -> None:
    tasks, answers = str(tmp_path / "tasks.jsonl"), str(tmp_path / "answers.jsonl")
    assert "4 tasks are in" in sapper("tasks", "make", tasks, "-n", "4", *SMALL).stdout
    for baseline, least, most in (("exact", 1, 1), ("champion", 0.9, 1), ("random", 0, 0.6)):
        sapper("tasks", "answer", tasks, "--as", baseline, "-o", answers)
        document = json.loads(sapper("tasks", "score", tasks, answers, "--json").stdout)
        assert least <= document["score"] <= most
        assert document["by_kind"]["play"]["tasks"] == document["answered"] / 2 == 2
    shown = sapper("tasks", "score", tasks, answers, COLUMNS="80").stdout
    assert "one number" in shown
    rows = sapper("tasks", "score", tasks, answers, "--output", "-").stdout.splitlines()
    assert {json.loads(row)["kind"] for row in rows} == {"chance", "play"}


def test_a_file_is_resumed_and_never_mixed(tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    piped = sapper("tasks", "make", "-", "-n", "14", *SMALL).stdout
    sapper("tasks", "make", str(file), "-n", "3", *SMALL)
    file.write_text(piped[: len(file.read_text()) + 40])  # in the fourth line
    done = sapper("tasks", "make", str(file), "-n", "14", *SMALL, "--json")
    assert "3 tasks were in" in done.stderr
    assert json.loads(done.stdout)["tasks"] == 14
    assert file.read_text() == piped
    other = sapper("tasks", "make", str(file), "-n", "14", *SMALL, "--notation", "grid")
    assert other.returncode == 2
    assert "exists and holds something else" in " ".join(other.stderr.split())
    file.write_text("a text of mine")
    assert sapper("tasks", "make", str(file), *SMALL).returncode == 2
    assert file.read_text() == "a text of mine"


def test_what_a_file_holds_is_compared_and_never_lost(tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    sapper("tasks", "make", str(file), "-n", "14", *SMALL)
    whole = file.read_bytes()
    for ledger in ("kept", "lost"):
        if ledger == "lost":
            (tmp_path / "tasks.jsonl.ledger").unlink()
        assert sapper("tasks", "make", str(file), "-n", "14", *SMALL).returncode == 0
        assert file.read_bytes() == whole
        changed = whole.replace(b'"index": 11', b'"index": 91')
        file.write_bytes(changed)
        done = sapper("tasks", "make", str(file), "-n", "16", *SMALL)
        assert done.returncode == 2
        assert "holds something else in line 12" in " ".join(done.stderr.split())
        assert file.read_bytes() == changed
        file.write_bytes(whole)
    less = json.loads(sapper("tasks", "make", str(file), "-n", "2", *SMALL, "--json").stdout)
    assert (less["tasks"], less["kept"]) == (14, 14)
    with file.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        done = sapper("tasks", "make", str(file), "-n", "14", *SMALL)
    assert "another command is writing" in " ".join(done.stderr.split())


def test_places_where_nothing_stays(tmp_path: Path) -> None:
    """Devices and pipes are written as they are; folders and impossible numbers are errors."""
    few = [*SMALL, "-n", "2", "--kind", "chance"]
    pipe, expected = tmp_path / "pipe", sapper("tasks", "make", "-", *few).stdout
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as thread:
        read = thread.submit(pipe.read_text)
        assert sapper("tasks", "make", str(pipe), *few).returncode == 0
        assert read.result(60) == expected
        thread.submit(lambda: pipe.open().close())  # nobody reads any more
        assert sapper("tasks", "make", str(pipe), *few, "-n", "12").returncode == 0
    assert expected.count("\n") == 2
    assert sapper("tasks", "make", os.devnull, *few).returncode == 0
    assert sapper("tasks", "make", "/dev/stdout", *few).stdout == expected
    for words, code, said in (
        (["/dev/full"], 4, "cannot write /dev/full: No space left"),
        ([str(tmp_path)], 2, "Is a directory"),
        ([str(tmp_path / "no/file")], 2, "No such file or directory"),
        ([str(tmp_path / "none"), "-n", "0"], 2, "expected 1 to 2^31 tasks, got 0"),
        (["-", "--json"], 2, "nothing is kept in -"),
    ):
        done = sapper("tasks", "make", *few, *words)
        assert (done.returncode, said in " ".join(done.stderr.split())) == (code, True), done
    assert {path.name for path in tmp_path.iterdir()} == {"pipe"}


def test_games_go_on_turn_by_turn(tmp_path: Path) -> None:
    tasks, answers = tmp_path / "tasks.jsonl", tmp_path / "answers.jsonl"
    sapper("tasks", "make", str(tasks), "-n", "2", *SMALL)
    answers.write_text("")
    waiting = [json.loads(line) for line in _next(tasks, answers)]
    assert len(waiting) == 2
    game = json.loads(tasks.read_text().splitlines()[1])
    turns = game["answer"].split("\n")
    for count in range(1, len(turns) + 1):
        answers.write_text(json.dumps({"id": game["id"], "turns": turns[:count]}))
        prompts = [json.loads(line) for line in _next(tasks, answers)]
        assert (game["id"] in [each["id"] for each in prompts]) == (count < len(turns))


def _next(tasks: Path, answers: Path) -> list[str]:
    return sapper("tasks", "next", str(tasks), str(answers)).stdout.splitlines()


def test_bad_files_are_named(tmp_path: Path) -> None:
    tasks, answers = tmp_path / "tasks.jsonl", tmp_path / "answers.jsonl"
    sapper("tasks", "make", str(tasks), "-n", "1", *SMALL)
    for text, said in (
        ("x", "line 1: this is no JSON"),
        ('{"id": 3, "answer": ""}', "line 1: expected the id of a task"),
        ('{"id": "a"}', "line 1: expected a text as answer"),
        ('{"id": "a", "answer": "1"}', "there is no task 'a'"),
    ):
        answers.write_text(text)
        done = sapper("tasks", "score", str(tasks), str(answers))
        assert (done.returncode, said in " ".join(done.stderr.split())) == (2, True), done.stderr
    done = sapper("tasks", "score", str(answers), str(answers))
    assert "a task needs 'seed'" in " ".join(done.stderr.split())
    assert sapper("tasks", "answer", str(tasks), "--as", "me").returncode == 2
