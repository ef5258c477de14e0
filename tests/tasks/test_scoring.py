"""Scores of answers by their last line `Answer:`, and the files of tasks and answers."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.documents import document
from sapper.errors import InputError
from sapper.tasks import (
    Conversation,
    Mark,
    Score,
    Task,
    TaskPlan,
    make_task,
    read_tasks,
    score,
    score_all,
    stream_lines,
    summarise,
    write_tasks,
)


def task_of(kind: str, answer: str, index: int = 0) -> Task:
    return Task(
        id=f"{index}-test", plan="", index=index, kind=kind, level="single", notation="line",  # type: ignore[arg-type]
        position="1x5/2:_1___", prompt="?", answer=f"Answer: {answer}", game=None,
    )  # fmt: skip


CERTAIN = task_of("certain", "safe: r0c3; mines: r0c0")
CHANCE = task_of("chance", "3/7")
POSSIBLE = task_of("possible", "yes")
GAME = make_task(TaskPlan(1, kinds=["play"], levels=["single"], boards=["6x6/5"]), 0)


@pytest.mark.parametrize(("task", "reply", "worth"), [
    (CERTAIN, "Answer: safe: r0c3; mines: r0c0", "1"),
    (CERTAIN, "I think so.\n  Answer:  safe: r0c3; mines: r0c0  \n", "1"),
    (CERTAIN, "Answer: safe: r0c3, r0c3; mines: r0c0", "1"),
    (CERTAIN, "Answer: safe: r0c3; mines: none", "1/2"),
    (CERTAIN, "Answer: safe: r0c3, r0c4; mines: r0c0", "2/3"),
    (CERTAIN, "Answer: safe: r0c3, r99c99; mines: r0c0", "2/3"),
    (CERTAIN, "Answer: safe: r0c0; mines: r0c3", "0"),
    (CERTAIN, "Answer: safe: none; mines: none", "0"),
    (CHANCE, "Answer: 3/7", "1"),
    (CHANCE, "Answer: 6/14", "1"),
    (CHANCE, "Answer: 1/2\nNo, wait.\nAnswer: 3/7", "1"),
    (CHANCE, "Answer: 4/7", "0"),
    (CHANCE, "Answer: 9/7", "0"),
    (POSSIBLE, "Answer: yes", "1"),
    (POSSIBLE, "Answer: yes\nAnswer: no", "0"),
])  # fmt: skip
def test_answers_of_the_right_form(task: Task, reply: str, worth: str) -> None:
    value, outcome = score(task, reply)
    assert value == Fraction(worth)
    words = {0: Mark.WRONG, 1: Mark.RIGHT}
    assert outcome is words.get(int(value) if value in (0, 1) else 2, Mark.PARTLY)


@pytest.mark.parametrize(("task", "reply"), [
    (CERTAIN, ""), (CERTAIN, "safe: r0c3; mines: r0c0"), (CERTAIN, "Answer: r0c3 is safe"),
    (CERTAIN, "Answer: safe: r0c3"), (CERTAIN, "Answer: safe: r0c3; mines:"),
    (CERTAIN, "Answer: safe: r0c3; mines: r0c3"), (CERTAIN, "Answer: safe: (0, 3); mines: none"),
    (CERTAIN, "Answer: none"), (CERTAIN, "Answer: safe: r0c3 r0c4; mines: none"),
    (CHANCE, "Answer: 0.4286"), (CHANCE, "Answer: 3/0"), (CHANCE, "Answer: -3/7"),
    (CHANCE, "Answer: 3/7 or 4/7"), (CHANCE, "Answer: 3/7\nAnswer: I am not sure"),
    (CHANCE, "Answer:\n3/7"), (CHANCE, "Answer: ٣/٧"), (CHANCE, "The answer is 3/7"),
    (POSSIBLE, "Answer: 1 covered, 4 open"), (POSSIBLE, "Answer: yes, it is"),
    (POSSIBLE, "It is possible."), (POSSIBLE, "Answer: not impossible"),
])  # fmt: skip
def test_anything_else_is_unreadable(task: Task, reply: str) -> None:
    assert score(task, reply) == Score(Fraction(0), Mark.UNREADABLE)


def test_a_question_has_one_answer() -> None:
    assert score(CHANCE, []) == Score(Fraction(0), Mark.MISSING)
    with pytest.raises(InputError, match="is one question and has one answer"):
        score(CHANCE, ["Answer: 3/7", "Answer: 3/7"])
    with pytest.raises(InputError, match="only tasks of kind play have turns"):
        Conversation(CHANCE)


def test_a_game_is_played_turn_by_turn() -> None:
    talk, turns = Conversation(GAME), GAME.answer.split("\n")
    for turn in turns[:-1]:
        prompt = talk.reply(turn)
        assert prompt is not None
        assert "opened." in prompt
        assert str(talk.position) in prompt
        assert talk.score.outcome is Mark.UNFINISHED
    assert talk.reply(turns[-1]) is None
    assert talk.reply("Answer: r0c0") is None
    assert talk.score == Score(Fraction(1), Mark.RIGHT)
    assert score(GAME, turns[:-1]).value < Fraction(1, 2)


def test_luck_is_worth_less_than_a_proof() -> None:
    lucky = Conversation(GAME)
    mines = {cell for cell in lucky.position.covered() if _is_mine(cell)}
    covered = [cell for cell in lucky.position.covered() if cell not in mines]
    lucky.reply(f"Answer: {', '.join(map(str, covered))}")
    assert lucky.score.outcome is Mark.PARTLY
    assert Fraction(1, 2) < lucky.score.value < 1
    first, mine = next(iter(covered)), min(mines)
    lost = Conversation(GAME)
    assert lost.reply(f"Answer: {first}, {mine}, {covered[-1]}") is None
    assert lost.score.outcome is Mark.LOST
    assert 0 < lost.score.value < Fraction(1, 2)


def _is_mine(cell: object) -> bool:
    talk = Conversation(GAME)
    talk.reply(f"Answer: {cell}")
    return talk.score.outcome is Mark.LOST


def test_means_count_what_is_unreadable_apart() -> None:
    tasks = [task_of("chance", "1/2", i) for i in range(4)] + [replace(POSSIBLE, id="p")]
    answers = {
        "0-test": ["Answer: 1/2"],
        "1-test": ["Answer: 1/3"],
        "2-test": ["half"],
        "p": ["no"],
    }
    found = summarise(score_all(tasks, answers))
    assert found.all.score == 0.2
    outcomes = {"right": 1, "wrong": 1, "unreadable": 1, "no answer": 1}
    assert found.groups["kind"]["chance"] == (4, 0.25, outcomes)
    assert found.groups["level"]["single"] == found.all
    with pytest.raises(InputError, match="there is no task 'x'"):
        score_all(tasks, {"x": ["yes"]})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="holds no tasks"):
        score_all([], {})


WORDS = st.sampled_from([
    "Answer:", "safe:", "mines:", "r1c1", "r0c0,", ";", "\n", "1/0", "99/7", "9" * 5000, "yes",
    "none", "\x00", "٣", "r٣c٣", "\u2028", "-", "½",
])  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=25).map(" ".join)))
def test_no_text_breaks_the_scorer(text: str) -> None:
    for task in (CERTAIN, CHANCE, POSSIBLE, GAME):
        assert 0 <= score(task, text).value <= 1


PLAN = TaskPlan(4, levels=["single"], boards=["6x6/8"])


def test_any_number_of_workers_makes_the_same_lines() -> None:
    one, two = (list(stream_lines(PLAN, 9, workers=workers)) for workers in (1, 2))
    assert one == two
    assert len(one) == 9


def test_a_file_is_resumed(tmp_path: Path) -> None:
    file, whole = tmp_path / "tasks.jsonl", "".join(stream_lines(PLAN, 9, workers=1))
    write_tasks(file, PLAN, 3, workers=1)
    seen: list[tuple[int, int]] = []
    for cut in (0, 1, 40):  # bytes of the fourth line
        file.write_text(whole[: len("".join(whole.splitlines(keepends=True)[:3])) + cut])
        seen.clear()
        made = write_tasks(file, PLAN, 9, workers=1, report=lambda *each: seen.append(each))
        assert made == (str(file), 9, 3)
        assert seen == [(done, 9) for done in range(4, 10)]
        assert file.read_text() == whole
    assert write_tasks(file, PLAN, 2, workers=1) == (str(file), 9, 9)
    assert file.read_text() == whole


def test_another_file_is_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    lines = list(stream_lines(PLAN, 3, workers=1))
    other = TaskPlan(4, levels=["single"], boards=["6x6/8"], notations=["line"])
    for content, plan, says in (
        ("".join(lines), other, "holds something else in line 1"),
        ("".join([lines[0], lines[2]]), PLAN, "holds something else in line 2"),
        ("".join(lines).replace("Minesweeper", "Minesweepers"), PLAN, "line 1: this is not a task"),
        ("my notes\n", PLAN, "line 1: this is not JSON"),
    ):
        file.write_text(content)
        with pytest.raises(InputError, match=says):
            write_tasks(file, plan, 9, workers=1)
        assert file.read_text() == content


def test_tasks_are_read_unchanged_or_not_at_all(tmp_path: Path) -> None:
    file, line = tmp_path / "tasks.jsonl", next(stream_lines(PLAN, 1, workers=1))
    file.write_text(line)
    (task,) = read_tasks(file)
    assert {"schema": 1, **document(task)} == json.loads(line)
    for name, value in document(task).items():
        other = value + 1 if isinstance(value, int) else f"{value}."
        file.write_text(line + json.dumps({**document(task), name: other}) + "\n")
        with pytest.raises(InputError, match=r"line 2: this is not a task, or it has been changed"):
            read_tasks(file)
    for text in ("[]", "3", "null", '{"id": "0-1"}', "{"):
        file.write_text(f"{line}{text}\n")
        with pytest.raises(InputError, match="line 2: "):
            read_tasks(file)
    with pytest.raises(InputError, match="cannot read"):
        read_tasks(tmp_path / "none")
