"""`sapper tasks`: files, pipes, games turn by turn, errors."""

from __future__ import annotations

import json
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
