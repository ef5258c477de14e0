"""Traces and lessons: data first; text, JSON, SVG and frames show the same steps."""

import json
from xml.etree import ElementTree

import pytest

import sapper
from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.players import StepPlayer, player_spec, player_specs, search_tree, solve_layout, trace
from sapper.players.papers.lessons import LessonExample, lessons
from sapper.players.trace_steps import (
    ChanceStep,
    ComponentStep,
    MemoStep,
    NoteStep,
    QueueStep,
    RuleStep,
    SearchNode,
    SearchStep,
    TryStep,
    WeightStep,
)
from sapper.players.tracing.frames import Film, film_of
from sapper.players.tracing.svg import svg_of
from sapper.players.tracing.tracer import trace_tree

PUZZLE_A = Position.parse("3x4/?:01_1/01_1/0111")
CORNER = Position.parse("3x3/?:01_/12_/___")
GUESS = Position.parse("3x3/2:___/_2_/___")
ALL = [entry.name for entry in player_specs() if entry.paper]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("position", [PUZZLE_A, CORNER, GUESS], ids=["a", "corner", "guess"])
def test_a_trace_changes_no_decision_and_has_all_forms(name, position):
    found = trace(position, name, seed=4)
    assert found.decision == player_spec(name).player(4).decide(position)
    document = json.loads(found.render("json"))
    assert [step["kind"] for step in document["steps"]]
    assert ElementTree.fromstring(found.render("svg")).tag.endswith("svg")
    with pytest.raises(InputError, match="text, json or svg"):
        found.render("png")


def test_no_steps_without_a_log(monkeypatch):
    """Tracing costs nothing when it is off."""

    def refuse(*args, **kwargs):
        raise AssertionError("a step was made")

    structures = (QueueStep, ComponentStep, MemoStep, WeightStep, TryStep)
    for step in (RuleStep, NoteStep, ChanceStep, SearchNode, SearchStep, *structures):
        monkeypatch.setattr(step, "__init__", refuse)
    for name in ALL:
        for position in (PUZZLE_A, CORNER, GUESS):
            player_spec(name).player().decide(position)
    with pytest.raises(AssertionError, match="a step was made"):
        trace(GUESS, "greedy")


def test_a_search_marks_too_many_mines():
    position = Position.parse("1x5/1:_1_1_")
    (tree,) = search_tree(position)
    over = [node for node in tree.nodes if node.over_mines]
    assert over
    assert not any(node.is_solution for node in over)
    assert "mine count" in svg_of(position, [tree], None)


def test_a_large_tree_is_cut_off():
    position = Position.parse("3x5/6:_____/_3_3_/_____")
    (tree,) = search_tree(position, budget=50)
    assert not tree.is_complete
    assert len(tree.nodes) == 50
    assert "cut at the budget" in svg_of(position, [tree], None)


def of_kind(found, kind):
    return [step for step in found.steps if isinstance(step, kind)]


@pytest.mark.parametrize(
    "line", ["3x4/2:_1__/____/__1_", "3x4/?:_1__/____/__1_", "4x4/4:____/_2__/____/____"]
)
@pytest.mark.parametrize("name", ["probability", "probability-frontier", "hybrid-global"])
def test_the_matrix_is_the_sum_of_its_weights(name, line):
    found = trace(line, name)
    [chances] = of_kind(found, ChanceStep)
    filled = dict.fromkeys(chances.cells, 0)
    for step in of_kind(found, WeightStep):
        for cell, ways in zip(step.cells, step.mine_ways, strict=True):
            filled[cell] += ways
    total = sum(w.frontier_ways * w.outside_ways for w in of_kind(found, WeightStep))
    assert tuple(filled.values()) == chances.mine_ways
    assert set(chances.ways) == {total}


def test_the_last_memo_entry_has_all_layouts():
    found = trace("2x5/?:_____/12221", "hybrid")
    [component] = of_kind(found, ComponentStep)
    memo = of_kind(found, MemoStep)
    assert sum(component.needs) == 8
    assert [step.is_hit for step in memo].count(True) == 1
    assert memo[-1].is_hit
    assert not any(memo[-1].needs)
    assert {memo[-1].ways} == set(of_kind(found, ChanceStep)[0].ways)


@pytest.mark.parametrize("line", ["3x3/2:01_/12_/___", "4x4/3:__20/__20/2210/0000"])
def test_what_leaves_a_queue_stood_at_its_front(line):
    queues: dict[str, list[Cell]] = {"single-square": [], "multi-square": []}
    steps = of_kind(trace(line, "bfs"), QueueStep)
    for step in steps:
        before = queues[step.queue]
        if step.taken is not None:
            assert before[0] == step.taken
            assert set(step.waiting) <= set(before)
        assert set(step.added) <= set(step.waiting)
        queues[step.queue] = list(step.waiting)
    assert any(step.taken is not None for step in steps)


@pytest.mark.parametrize("line", ["3x3/?:111/101/111", "2x3/?:101/111", "3x3/2:010/121/010"])
def test_both_ways_to_the_layout_are_watched(line):
    [first] = solve_layout(line, most=1).solutions
    tries = of_kind(trace(line, "brute-force"), TryStep)
    assert set(tries[-1].mines) == first
    assert [bool(step.violated) for step in tries] == [True] * (len(tries) - 1) + [False]
    [tree] = of_kind(trace(line, "backtracking"), SearchStep)
    nodes = {node.id: node for node in tree.nodes}
    [end] = tree.solutions
    mines = set()
    while end.parent is not None:
        mines |= {end.cell} if end.verdict == "mine" else set()
        end = nodes[end.parent]
    assert mines == first


def test_a_long_trace_is_cut_and_says_so():
    found = trace("4x4/5:____/__3_/____/____", "probability-naive")
    assert len(found.steps) == 2_001
    assert found.render().splitlines()[-2] == "only the first 2,000 steps are shown"
    assert found.decision is not None


class Watched(StepPlayer):
    """Yields what it sees, then a cell."""

    def steps(self, position):
        yield NoteStep("look")
        yield RuleStep("first", (), (Cell(2, 2),), "safe")
        yield (2, 2)


class Endless(StepPlayer):
    def steps(self, position):
        yield NoteStep("nothing")


def test_your_own_player_is_watched():
    assert trace(CORNER, Watched).render().splitlines() == [
        "look",
        "first: r2c2 is safe",
        "=> open r2c2: " + trace(CORNER, Watched).decision.reason,
    ]
    with pytest.raises(InputError, match="the steps of Endless end without a decision"):
        trace(CORNER, Endless)


LESSONS = {lesson.key: lesson for lesson in lessons().lessons}
EXAMPLES = [example for lesson in LESSONS.values() for example in lesson.examples]


def film(example: LessonExample) -> Film:
    position = sapper.Position.parse(example.position)
    return film_of(trace_tree(position) if example.tree else trace(position, example.player))


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{e.player}-{e.name}" for e in EXAMPLES])
def test_every_frame_has_a_sentence_and_a_line_of_the_pseudocode(example: LessonExample) -> None:
    found = film(example)
    assert found.frames
    assert not found.left_out
    known = {line.key for line in found.code} | {"note"}
    for frame in found.frames:
        assert frame.text
        assert frame.line in known
        assert not set(frame.safe) & set(frame.mines)


def test_a_tree_has_a_frame_for_every_node_with_its_path() -> None:
    found = film(LESSONS["amadia"].examples[0])
    assert [frame.node for frame in found.frames] == [1, 2, 3, 4, 5, 6, 7]
    dead, solution = found.frames[2], found.frames[5]
    assert (dead.line, dead.mines, dead.violated) == ("dead", ((0, 2), (1, 2)), ((0, 1),))
    assert (solution.line, solution.safe, solution.mines) == ("solution", ((0, 2),), ((1, 2),))
    nodes = ElementTree.fromstring(found.trees[0]).findall("{*}g")
    heights = [float(node.find("{*}circle").attrib["cy"]) for node in nodes]
    assert [sorted(set(heights)).index(y) for y in heights] == [0, 1, 2, 2, 1, 2, 2]


def test_figures_of_the_papers_stand_beside_ours() -> None:
    assert [figure.ours for figure in LESSONS["amadia"].figures] == ["7", "1", "5", "0"]
    assert [(f.printed, f.ours) for f in LESSONS["sansani"].figures] == [("4", "4")]
    costs = [(f.printed, f.ours) for f in LESSONS["layout"].figures]
    assert costs == [("≤ 81", "5"), ("≤ 4608", "17")]


def test_the_positions_show_the_mistakes_that_are_told() -> None:
    huda = LESSONS["huda"]
    example = huda.examples[huda.shown]
    steps = trace(example.position, example.player).steps
    states = {s.needs for s in steps if isinstance(s, MemoStep) and s.group == ((0, 1),)}
    one_mine = {(0, 1, 2, 2, 1), (0, 1, 1, 2, 1)}  # in r0c0, or in r0c1
    assert states == one_mine
    amadia = LESSONS["amadia"]
    demo = trace_tree(sapper.Position.parse(amadia.examples[amadia.shown].position))
    assert not any(step.solutions for step in demo.steps if isinstance(step, SearchStep))


def test_a_long_trace_has_few_frames() -> None:
    position = "4x30/60:" + "/".join(["_" * 30, "2" * 30, "_" * 30, "_" * 30])
    found = film_of(trace(position, "backtracking"))
    assert len(found.frames) <= 1001
    assert found.left_out > 0
    assert max(tree.count("<circle") for tree in found.trees) == 400
