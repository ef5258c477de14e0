"""`sapper tasks`: files, pipes, games turn by turn, errors."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sapper.tasks import read_tasks
from tests.support.command import sapper

SMALL = ["--level", "single", "--kind", "chance", "--kind", "play", "--seed", "2", "--workers", "1"]


def write_answers(tasks: Path, answers: Path, count: int) -> None:
    """Write the exact answers to the first tasks, and one that cannot be read."""
    turns = {task.id: task.answer.split("\n") for task in read_tasks(tasks)[:count]}
    turns[read_tasks(tasks)[count].id] = ["no idea"]
    lines = [json.dumps({"id": name, "turns": given}) for name, given in turns.items()]
    answers.write_text("\n".join(lines))


def test_tasks_are_made_and_scored(tmp_path: Path) -> None:
    tasks, answers = tmp_path / "tasks.jsonl", tmp_path / "answers.jsonl"
    assert "5 tasks are in" in sapper("lab", "tasks", "make", str(tasks), "-n", "5", *SMALL).stdout
    write_answers(tasks, answers, 3)
    command = ["lab", "tasks", "score", str(tasks), str(answers)]
    document = json.loads(sapper(*command, "--json").stdout)
    assert document["all"]["score"] == 3 / 5
    assert document["all"]["outcomes"] == {"right": 3, "unreadable": 1, "no answer": 1}
    assert document["groups"]["kind"]["play"]["tasks"] == 2
    last = sapper(*command, COLUMNS="80").stdout.strip().splitlines()[-1]
    assert last.split() == ["all", "5", "0.600", "1", "1"]
    rows = sapper(*command, "--output", "-").stdout.splitlines()
    assert [json.loads(row)["outcome"] for row in rows][2:] == ["right", "unreadable", "no answer"]


def test_a_file_is_resumed_and_never_mixed(tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    piped = sapper("lab", "tasks", "make", "-", "-n", "14", *SMALL).stdout
    sapper("lab", "tasks", "make", str(file), "-n", "3", *SMALL)
    file.write_text(piped[: len(file.read_text()) + 40])  # in the fourth line
    done = sapper("lab", "tasks", "make", str(file), "-n", "14", *SMALL, "--json")
    assert "3 tasks were in" in done.stderr
    assert json.loads(done.stdout)["tasks"] == 14
    assert file.read_text() == piped
    other = sapper("lab", "tasks", "make", str(file), "-n", "14", *SMALL, "--notation", "grid")
    assert other.returncode == 2
    assert "holds something else in line 1" in " ".join(other.stderr.split())
    assert file.read_text() == piped


def test_places_where_nothing_stays(tmp_path: Path) -> None:
    few = ["-n", "3", *SMALL]
    pipe, expected = tmp_path / "pipe", sapper("lab", "tasks", "make", "-", *few).stdout
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit(pipe.read_text)
        assert sapper("lab", "tasks", "make", str(pipe), *few).returncode == 0
        assert read.result(timeout=60) == expected
    assert sapper("lab", "tasks", "make", os.devnull, *few).returncode == 0
    assert sapper("lab", "tasks", "make", "/dev/stdout", *few).stdout == expected
    for words, code, said in (
        (["/dev/full"], 4, "cannot write /dev/full: No space left"),
        (["-", "--json"], 2, "nothing is kept in -"),
        ([str(tmp_path / "none" / "file")], 2, "cannot write"),
        ([str(tmp_path / "none"), "-n", "0"], 2, "expected 1 to 2^31 tasks, got 0"),
        ([str(tmp_path / "none"), "--kind", "read"], 2, "expected a kind, one of certain"),
    ):
        done = sapper("lab", "tasks", "make", *few, *words)
        assert (done.returncode, said in " ".join(done.stderr.split())) == (code, True), done


def test_games_are_played_turn_by_turn(tmp_path: Path) -> None:
    tasks, answers = tmp_path / "tasks.jsonl", tmp_path / "answers.jsonl"
    sapper("lab", "tasks", "make", str(tasks), "-n", "2", *SMALL)
    answers.write_text("")
    command = ("lab", "tasks", "next", str(tasks), str(answers))
    waiting = [json.loads(line) for line in sapper(*command).stdout.splitlines()]
    chance, game = read_tasks(tasks)
    assert [one["prompt"] for one in waiting] == [chance.prompt, game.prompt]
    given: list[str] = []
    for turn in game.answer.split("\n"):
        given.append(turn)
        lines = [{"id": chance.id, "answer": "?"}, {"id": game.id, "turns": given}]
        answers.write_text("\n".join(map(json.dumps, lines)))
        prompts = [json.loads(line) for line in sapper(*command).stdout.splitlines()]
        assert [one["id"] for one in prompts] in ([game.id], [])
    assert prompts == []


def test_bad_files_are_said(tmp_path: Path) -> None:
    tasks, answers = tmp_path / "tasks.jsonl", tmp_path / "answers.jsonl"
    sapper("lab", "tasks", "make", str(tasks), "-n", "1", *SMALL)
    for text, said in (
        ('{"id": "x", "answer": "1/2"}', "there is no task 'x'"),
        ('{"id": "x"}', "line 1: expected the id of a task"),
        ("x", "line 1: this is not JSON"),
    ):
        answers.write_text(text)
        done = sapper("lab", "tasks", "score", str(tasks), str(answers))
        assert (done.returncode, said in " ".join(done.stderr.split())) == (2, True), done
    done = sapper("lab", "tasks", "score", str(tmp_path / "none"), str(answers))
    assert (done.returncode, "cannot read" in done.stderr) == (2, True)
