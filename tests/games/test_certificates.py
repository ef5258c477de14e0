"""Certificates: valid for every kind of board, complete as JSON, made of minimal proofs."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sapper.board.geometry import Geometry
from sapper.board.layout import Layout
from sapper.documents import document
from sapper.errors import InputError
from sapper.games.certificates import make_certificate
from sapper.games.generating import generate_many
from sapper.games.grades import Grade, grade_of
from tests.support.slow_grades import dealt, random_layout

KINDS = [
    ("9x9/10", 12), ("16x16/40", 4), ("16x30/99", 12), ("torus-9x9/12", 8),
    ("hex-10x10/18", 8), ("torus-7x7/12", 25), ("30x3/15", 8), ("4x20/10", 8),
]  # fmt: skip


def check(layout: Layout, first: tuple[int, int]) -> Grade | None:
    """Check the certificate of a board, if it has one, and return its grade."""
    grading = grade_of(layout, first, start="safe")
    if grading.grade is None:
        with pytest.raises(InputError, match="needs a guess"):
            make_certificate(layout, first, start="safe")
        return None
    made = make_certificate(layout, first, start="safe")
    finding = made.check()
    assert finding.is_valid, (layout, first, finding)
    assert made.grade is grading.grade
    assert made.difficulty == pytest.approx(grading.difficulty, abs=1e-4)
    hardest = max((move.technique.rank for move in made.moves), default=0)
    assert hardest == made.grade.rank
    return made.grade


@pytest.mark.parametrize(("board", "games"), KINDS)
def test_certificates_of_dealt_boards_are_valid(board: str, games: int) -> None:
    grades = set()
    for game in range(games):
        layout, first = dealt(board, game)
        grades.add(check(layout, layout.geometry.cell(first)))
    assert grades - {None}


def test_certificates_of_small_boards_of_all_shapes_are_valid() -> None:
    shapes = set()
    for seed in range(120):
        layout, first = random_layout(random.Random(seed), 20)
        if check(layout, layout.geometry.cell(first)) is not None:
            shapes.add(layout.geometry.shape)
    assert shapes == {"grid", "torus", "hex", "graph"}


def test_a_certificate_of_a_graph_contains_its_neighbours() -> None:
    graph = Geometry.graph([[1], [0, 2], [1, 3], [2]])
    made = make_certificate(Layout(graph, bytes([1, 0, 0, 0])), (0, 3))
    assert document(made)["neighbours"] == [[1], [0, 2], [1, 3], [2]]
    assert made.check().is_valid


def test_where_a_guess_is_needed_the_error_has_the_position() -> None:
    with pytest.raises(InputError, match=r"^the board needs a guess at 1x5/2:__F10; no other"):
        make_certificate(Layout.parse("1x5/2=14"), (0, 4))
    with pytest.raises(InputError, match="the first cell r0c1 is a mine"):
        make_certificate(Layout.parse("1x4/1=4"), (0, 1), start="raw")


def test_where_a_guess_is_needed_the_error_names_the_nearest_cell_without_one() -> None:
    layout = Layout.parse("1x5/2=14")
    with pytest.raises(InputError, match=r"; from r0c1 it needs none$"):
        make_certificate(layout, (0, 4), start="safe")
    assert make_certificate(layout, (0, 1), start="safe").check().is_valid


def test_the_techniques_of_a_certificate_count_its_moves() -> None:
    for game in range(4):
        layout, first = dealt("9x9/10", game)
        try:
            made = make_certificate(layout, layout.geometry.cell(first))
        except InputError:
            continue
        assert sum(made.techniques.values()) == len(made.moves)
        assert all(f"{g.label} {n}" in made.solved_by for g, n in made.techniques.items())
        assert list(made.techniques) == sorted(made.techniques, key=lambda grade: grade.rank)


def test_unneeded_mines_are_left_out() -> None:
    # Every mine of a move is an argument of a later one.
    for game in range(12):
        layout, first = dealt("9x9/10", game)
        if grade_of(layout, layout.geometry.cell(first)).grade is None:
            continue
        moves = make_certificate(layout, layout.geometry.cell(first)).moves
        for number, move in enumerate(moves):
            if move.opened:
                continue
            later = [n for after in moves[number + 1 :] for n in after.numbers]
            near = {cell for n in later for cell in layout.geometry.around(n)}
            counted = any(after.uses_mine_count for after in moves[number + 1 :])
            assert counted or near.intersection(move.mines)


PUZZLES: list[tuple[str, int, dict[str, Any]]] = [
    ("9x9/10", 1500, {}),
    ("9x9/10", 1000, {"max_grade": "chain"}),
    ("9x9/10", 500, {"grade": "single"}),
    ("9x9/10", 500, {"grade": "pair"}),
    ("9x9/10", 200, {"grade": "chain"}),
    ("9x9/10", 40, {"grade": "pair", "start": "safe"}),
    ("9x9/10", 300, {"grade": "count"}),
    ("9x9/10", 100, {"grade": "chain", "bbbv": (15, 25)}),
    ("9x9/10", 500, {"start": "safe", "first": "corner"}),
    ("9x9/10", 300, {"start": "raw", "first": (3, 7)}),
    ("8x8/12", 1000, {}),
    ("4x20/10", 400, {"max_grade": "chain"}),
    ("torus-8x8/10", 700, {}),
    ("torus-7x7/12", 300, {"max_grade": "chain"}),
    ("hex-9x9/14", 700, {}),
    ("16x16/40", 300, {}),
    ("16x16/40", 50, {"grade": "pair", "first": "corner"}),
    ("16x30/99", 60, {}),
    ("16x30/99", 30, {"max_grade": "chain"}),
]
"""A board, how many of it, and what is asked of them: 8,440 in all."""


SLOW = (pytest.mark.slow, pytest.mark.timeout(3600))


@pytest.mark.parametrize(
    ("board", "count", "wishes"),
    [
        *((board, 2, wishes) for board, _, wishes in PUZZLES[:8]),
        *(pytest.param(*each, marks=SLOW) for each in PUZZLES),
    ],
)
def test_generated_boards_are_certified(board: str, count: int, wishes: dict[str, Any]) -> None:
    for puzzle in generate_many(board, count=count, seed=19, **wishes):
        made = puzzle.certificate
        finding = made.check()
        assert finding.is_valid, (puzzle, finding)
        assert made.grade is puzzle.grade
        assert puzzle.grade == wishes.get("grade", puzzle.grade)
