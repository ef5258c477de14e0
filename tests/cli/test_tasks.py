"""`sapper tasks`: files, pipes, games turn by turn, errors."""

from __future__ import annotations

import json
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
    with file.open("a") as opened:
        opened.write('{"schema": 1, "id": "cut')
    done = sapper("tasks", "make", str(file), "-n", "14", *SMALL, "--json")
    assert "3 tasks were in" in done.stderr
    assert json.loads(done.stdout)["tasks"] == 14
    assert file.read_text() == piped
    other = sapper("tasks", "make", str(file), "-n", "14", *SMALL, "--notation", "grid")
    assert other.returncode == 2
    assert "holds something else in line 1" in " ".join(other.stderr.split())
    file.write_text("a text of mine")
    assert sapper("tasks", "make", str(file), *SMALL).returncode == 2
    assert file.read_text() == "a text of mine"


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
