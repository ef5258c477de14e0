"""The lessons on the papers: their examples as frames, with figures that are computed."""

from xml.etree import ElementTree

import pytest

import sapper
from sapper.players.papers.lessons import LessonExample, lessons
from sapper.players.trace_steps import MemoStep, SearchStep
from sapper.players.tracing.frames import Film, film_of
from sapper.players.tracing.tracer import trace, trace_tree

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


def test_a_long_trace_is_cut_and_says_so() -> None:
    position = "4x30/60:" + "/".join(["_" * 30, "2" * 30, "_" * 30, "_" * 30])
    found = film_of(trace(position, "backtracking"))
    assert len(found.frames) <= 1001
    assert found.left_out > 0
    assert max(tree.count("<circle") for tree in found.trees) == 400
