"""The scorer: what it accepts, what partial answers are worth, and that no text breaks it."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.games.grades import Grade
from sapper.tasks import Kind, Outcome, Task, TaskPlan, make_tasks, score
from sapper.tasks.task import SolutionDocument


@cache
def tasks() -> tuple[Task, ...]:
    plan = TaskPlan.of(seed=4, levels=["click", "single", "pair", "count"], boards=["6x6/8"])
    return tuple(make_tasks(plan, len(plan.pairs)))


def task_of(kind: Kind, position: str, **solution: object) -> Task:
    data = SolutionDocument(**solution)  # type: ignore[typeddict-item]
    place = Position.parse(position)
    return Task("t", 0, 0, kind, Grade.PAIR, "line", place, "", "", data)


CERTAIN = task_of(Kind.CERTAIN, "1x5/1:_1___", safe=[(0, 3)], mines=[(0, 0)])
CHANCE = task_of(Kind.CHANCE, "1x5/1:_1___", cell=(0, 0), chance="3/7")
GUESS = task_of(Kind.GUESS, "1x5/1:_1___", wins=[((0, 0), "1/2"), ((0, 2), "1/4")])
READ = task_of(Kind.READ, "1x5/1:_1___", cell=(0, 1), shows="1")
COVERED = task_of(Kind.READ, "1x5/1:_1___", cell=(0, 0), shows="covered")
COUNT = task_of(Kind.NEIGHBOURS, "1x5/1:_1___", cell=(0, 1), count=2)
POSSIBLE = task_of(Kind.POSSIBLE, "1x5/1:_1___", possible=True)


@pytest.mark.parametrize("wrap", [
    "{}", "Answer: {}", "**Answer:** {}\n\nI hope that helps; r0c0 was hard.",
    "<think>Answer: r9c9 or 7/9? no</think>\nFinal answer: {}.", "<answer>{}</answer>",
    "Answer: r9c9\n\nNo, that is wrong.\n\nAnswer: {}", "```\nAnswer: {}\n```", "The answer is {}",
    "First the numbers.\n\nThen the cells r1c1 and r2c2.\n\nAnswer:\n\n{}",
])  # fmt: skip
def test_exact_answers_score_one_in_any_wrapping(wrap: str) -> None:
    for task in tasks():
        given = score(task, [wrap.format(turn) for turn in task.turns])
        assert given.value == 1, (task, wrap, task.answer)
        assert given.outcome in (Outcome.RIGHT, Outcome.PROVED)


@pytest.mark.parametrize("text", [
    "safe: r0c3; mines: r0c0", "Safe: (0, 3)\nMines: (0, 0)", "r0c3 is safe and r0c0 is a mine",
    '{"safe": ["r0c3"], "mines": ["r0c0"]}', '```json\n{"safe": [[0, 3]],\n "mines": [[0,0]]}\n```',
    '{"safe": [{"row": 0, "column": 3}], "mines": [{"row": 0, "column": 0}]}',
    "row 0, column 3 is safe; row 0, column 0 is a mine", "- r0c3: safe\n- r0c0: mine",
    "R0C3 safe. R0C0 not safe.", "Safe cells: [0 3]. Bombs: [0 0].",
    "column 3, row 0 has no mine; flag r0c0", '[{"cell": "r0c3", "mine": false},\n'
    ' {"cell": "r0c0", "mine": true}]',
])  # fmt: skip
def test_cells_may_be_written_in_many_ways(text: str) -> None:
    assert score(CERTAIN, f"Answer: {text}").value == 1
    assert score(CERTAIN, f"So we have it.\n\n{text}").value == 1


@pytest.mark.parametrize(("text", "worth"), [
    ("safe: r0c3", "1/2"), ("safe: r0c3, r0c0", "1/2"), ("safe: r0c3, r0c4; mines: r0c0", "2/3"),
    ("mines: r0c3; safe: r0c0", "0"), ("none", "0"), ("safe: r99c99", "0"), ("no idea", "0"),
])  # fmt: skip
def test_lists_of_cells_have_partial_credit(text: str, worth: str) -> None:
    assert score(CERTAIN, f"Answer: {text}").value == Fraction(worth)


@pytest.mark.parametrize(("text", "worth"), [
    ("3/7", "1"), ("6/14", "1"), ("0.4286", "1"), ("0.429", "1"), ("42.9%", "1"), ("42.86 %", "1"),
    ("\\frac{3}{7}", "1"), ("$\\boxed{\\dfrac{3}{7}}$", "1"), ("3 out of 7", "1"), ("3 in 7", "1"),
    ("about 43% (exactly 3/7)", "1"), ("1 - 4/7 = 3/7", "1"), ("42,9 %", "1"), ("42 6/7 %", "1"),
    ("3,000/7,000", "1"), (".4286", "1"), ("r0c0 has 3/7", "1"), ("0.43", "1/2"), ("43%", "1/2"),
    ("0.428", "1/2"), ("0.5", "0"), ("50/50", "0"), ("-3/7", "0"), ("3 of 7", "1"),
    ("3/7 (safe with chance 4/7)", "1"), ("3\u20447", "1"), ("3/7, so safe with 4/7", "1"),
    ("P(mine)=3/7, P(safe)=4/7", "1"), ("three sevenths", "1"), ("0.4286.", "1"), ("0.429...", "1"),
    ("3/7 (not 1/2)", "1"), ("not 1/2 but 3/7", "1"), ("not 3/7", "0"), ("1 3/7", "0"),
    ("4/7", "0"), ("3/0", "0"), ("1e99", "0"),
])  # fmt: skip
def test_chances(text: str, worth: str) -> None:
    assert score(CHANCE, f"Answer: {text}").value == Fraction(worth)


def test_the_other_kinds() -> None:
    assert score(GUESS, "I open r0c0").value == 1
    assert score(GUESS, "Answer: (0, 2)").value == Fraction(1, 2)
    assert score(GUESS, "Answer: r0c4").outcome is Outcome.WRONG
    assert score(READ, "Answer: r0c1 shows 1").value == 1
    assert score(READ, "Answer: one").value == 1
    assert score(READ, "Answer: covered").value == 0
    assert score(COVERED, "it is hidden").value == 1
    assert score(COUNT, "There are two covered neighbours.").value == 1
    assert score(COUNT, "Answer: 3").value == 0
    assert score(POSSIBLE, "Answer: Yes, it is possible.").value == 1
    assert score(POSSIBLE, "Answer: no").value == 0
    assert score(POSSIBLE, "It is impossible.").value == 0
    assert score(POSSIBLE, "").outcome is Outcome.UNREADABLE
    with pytest.raises(InputError, match="is one question and has one answer"):
        score(READ, ["1", "1"])


@pytest.mark.parametrize("text", ["1/2", "\u00bd", "50-50", "50/50", "fifty-fifty", "1\u20442"])
def test_even_chances(text: str) -> None:
    task = task_of(Kind.CHANCE, "1x5/1:_1___", cell=(0, 0), chance="1/2")
    assert score(task, f"Answer: {text}").value == 1


@pytest.mark.parametrize(("text", "is_yes"), [
    ('{"possible": false}', False), ('{"possible": "no"}', False), ("it isn't possible", False),
    ("cannot be possible", False), ("Not a valid position", False), ("No\nInvalid.", False),
    ("a valid layout does not exist", False), ("not at all possible", False),
    ("no, impossible", False), ("no valid layout exists", False), ('{"possible": true}', True),
    ("There is no contradiction, so yes", True), ("No contradiction", True),
    ("does not seem possible", False),
    ("it is not impossible", True), ("a valid layout exists", True), ("non-contradictory", True),
    ("noncontradictory", True), ("contradiction-free", True), ("free of contradictions", True),
    ("nothing contradicts it", True), ("at least one layout fits", True), ("unsatisfiable", False),
    ("non-satisfiable", False), ("Impossible? No.", True), ("0 layouts fit", False),
    ("self-contradictory", False), ("it has a solution", True), ("it has no solution", False),
])  # fmt: skip
def test_verdicts_may_be_negated(text: str, is_yes: bool) -> None:
    assert score(POSSIBLE, text).value == is_yes
    assert score(POSSIBLE, f"Answer: {text}").outcome is (
        Outcome.RIGHT if is_yes else Outcome.WRONG
    )


def test_a_guess_names_one_cell() -> None:
    assert score(GUESS, "Answer: r0c0 or r0c2").outcome is Outcome.UNREADABLE
    assert score(GUESS, "Answer: r0c2, not r0c0").value == Fraction(1, 2)
    assert score(GUESS, "Answer: r0c0 (it touches r0c1)").value == 1
    assert score(GUESS, "Answer: avoid r0c0").outcome is Outcome.UNREADABLE


@pytest.mark.parametrize("text", [
    "Safe: r0c3\n\nMines: r0c0", "So r0c1 is a 1.\n\nSafe: r0c3\n\nMines: r0c0",
    "The safe cells are:\n\n- r0c3\n\nThe mines are:\n\n- r0c0",
    "**Mines**: r0c0\n\n**Safe**: r0c3",
])  # fmt: skip
def test_lists_without_a_mark_may_have_paragraphs(text: str) -> None:
    assert score(CERTAIN, text).value == 1


def test_proofs_are_told_from_claims() -> None:
    task = task_of(Kind.PROVE, "2x3/1:111/___", safe=[(1, 0), (1, 2)], mines=[(1, 1)])
    proved = "r1c0 safe by r0c1, r0c2; r1c2 safe by r0c0, r0c1; r1c1 mine by r0c0, r0c1, r0c2"
    named = "safe: r1c0, r1c2; mines: r1c1"
    wordy = "r1c0 safe by r0c0, r0c1, r0c2; r1c2 safe by r0c0, r0c1; r1c1 mine by r0c0, r0c1, r0c2"
    assert score(task, f"Answer: {proved}") == (Fraction(1), Outcome.PROVED)
    assert score(task, f"Answer: {named}") == (Fraction(1, 2), Outcome.UNPROVED)
    assert score(task, f"Answer: {wordy}") == (Fraction(17, 18), Outcome.UNPROVED)
    for bad in ("r0c2", "r1c1", "r9c9", "mine count"):
        text = proved.replace("r0c1, r0c2;", f"{bad};", 1)
        assert score(task, text) == (Fraction(5, 6), Outcome.UNPROVED), bad
    data = (
        '[{"cell": "r1c0", "verdict": "safe", "numbers": ["r0c1", "r0c2"], "mine count": false},\n'
        '{"cell": "r1c2", "verdict": "safe", "numbers": ["r0c0", "r0c1"]},\n'
        '{"cell": "r1c1", "verdict": "mine", "numbers": ["r0c0", "r0c1", "r0c2"]}]'
    )
    assert score(task, data).value == 1
    assert score(task, "Answer: r1c1 safe by r0c0").value == 0


def test_the_mine_count_may_prove() -> None:
    task = task_of(Kind.PROVE, "1x4/1:_1F_", safe=[(0, 0), (0, 3)], mines=[])
    assert score(task, "Answer: r0c0 safe by r0c1; r0c3 safe by mine count").value == 1
    assert score(task, "Answer: r0c0 safe by mine count; r0c3 safe by mine count").value == 1
    assert score(task, "Answer: r0c0 safe by r0c1 and mine count; r0c3 safe").value == Fraction(
        5, 8
    )


def test_contradictions_may_be_named_in_any_minimal_way() -> None:
    task = task_of(Kind.CLASH, "2x3/1:312/___", numbers=[(0, 0)], uses_mine_count=False)
    assert score(task, "Answer: r0c0").value == 1
    assert score(task, "Answer: r0c0, r0c2").value == Fraction(1, 4)
    assert score(task, "Answer: r0c2 and the mine count").value == 1
    assert score(task, "Answer: r0c1, r0c2").value == 1
    assert score(task, "Answer: r0c1").value == 0
    assert score(task, "Answer: r1c0").value == 0
    assert score(task, "none of them").outcome is Outcome.UNREADABLE


def test_wrong_answers_score_less() -> None:
    """Another task's answer of the same kind is worth less, unless it is the same."""
    for one in tasks():
        for other in tasks():
            if one.kind is other.kind and one.kind is not Kind.GUESS and one.answer != other.answer:
                given = score(one, other.turns)
                assert given.value < 1 or one.kind in (Kind.CHANCE, Kind.PLAY), (one, other.answer)


WORDS = st.sampled_from([
    "Answer:", "safe", "mine", "mines:", "by", "r1c1", "r0c0", "(2, 3)", "[", "]", "{", "}", ";",
    "\n", "\n\n", "\\boxed{", "<answer>", "</think>", "```", "1/0", "99/7", "%", "9" * 5000, "yes",
    "none", "mine count", "row 1, column", "\x00", "٣", "r٣c٣", "open", '"', "NaN", "1e9", "-", "½",
])  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=25).map(" ".join)))
def test_no_text_breaks_the_scorer(text: str) -> None:
    for kind in Kind:
        task = next(task for task in tasks() if task.kind is kind)
        assert 0 <= score(task, text).value <= 1


def test_long_texts_take_little_time() -> None:
    for piece in ("Answer: ", "(", "r1c1 safe by ", "1,", "{", "\\boxed{", "\n\n", "_", "9"):
        for kind in (Kind.PROVE, Kind.CHANCE, Kind.PLAY, Kind.READ):
            task = next(task for task in tasks() if task.kind is kind)
            assert 0 <= score(task, piece * (60_000 // len(piece))).value <= 1


def test_reading_takes_time_in_proportion() -> None:
    begin = time.process_time()
    for piece in ("r1c1 ", "not ", "safe ", "mine count ", "valid a ", "r1c1 safe\n\n", "(safe "):
        for task in (CERTAIN, CHANCE, GUESS, POSSIBLE):
            score(task, piece * 8000)
    assert time.process_time() - begin < 20


def test_answers_survive_any_order_of_cells() -> None:
    task = next(task for task in tasks() if task.kind is Kind.CERTAIN)
    safe = [str(Cell(*pair)) for pair in task.solution["safe"]]
    mines = [str(Cell(*pair)) for pair in task.solution["mines"]]
    random.Random(1).shuffle(safe)
    text = f"mines: {', '.join(mines) or 'none'}. safe: {' and '.join(safe) or 'none'}."
    assert score(task, text).value == 1
