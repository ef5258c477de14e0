"""`sapper tasks`: files, pipes, games turn by turn, errors."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sapper.tasks import read_tasks
from tests.support.command import sapper

SMALL = ["--level", "single", "--kind", "chance", "--kind", "play", "--seed", "2", "--workers", "1"]


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
