"""Puzzles: uniform, the same with any number of workers, and as asked for."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from time import monotonic
from typing import Any

import pytest

from sapper import BoardSpec, BudgetExceeded, Game, Geometry, InputError, Layout, _core
from sapper.games.generating import Puzzle, generate, generate_many
from sapper.games.grades import Grade, grade_of


def _level(puzzle: Puzzle) -> tuple[bool, int]:
    layout = puzzle.layout
    first = layout.geometry.index(puzzle.first)
    cleared = _core.clear_board(layout.geometry.native, layout.cells, layout.spec.mines, first, 4)
    return cleared[0], cleared[1]


@pytest.mark.parametrize("board", ["6x7/9", "torus-7x7/8", "hex-7x7/10"])
@pytest.mark.parametrize("start", ["raw", "safe", "open"])
def test_a_puzzle_is_a_game_that_needs_no_guess(board: str, start: str) -> None:
    for puzzle in generate_many(board, start=start, count=3, first=(2, 3), seed=4):
        assert _level(puzzle) == (True, puzzle.level)
        game = puzzle.game()
        assert Layout(puzzle.layout.geometry, game.layout or b"") == puzzle.layout
        assert Game.parse(puzzle.line).position == game.position
        assert puzzle.link == "#play:" + puzzle.line.replace(" ", "_")
        assert len(puzzle.mines) == BoardSpec.parse(board).mines


def test_a_puzzle_on_a_graph() -> None:
    ring = [[(i - 1) % 20, (i + 1) % 20] for i in range(20)]
    puzzle = generate(BoardSpec.on(Geometry.graph(ring), 4), first=(0, 5), seed=1)
    assert _level(puzzle)[0]
    assert puzzle.game().layout == puzzle.layout.cells


@pytest.mark.parametrize("wishes", [{}, {"bbbv": (20, 30)}])
def test_workers_change_nothing(wishes: dict[str, Any]) -> None:
    one, two = (
        list(generate_many("9x9/16", count=40, workers=workers, seed=2, **wishes))
        for workers in (1, 2)
    )
    assert one == two
    assert one[7] == generate("9x9/16", seed=2, number=7, workers=2, **wishes)
    assert len({puzzle.layout for puzzle in one}) == 40


def test_uniform_means_that_every_board_is_equally_likely() -> None:
    """Chi-square over all no-guess boards of 4x4 with 3 mines from a safe corner."""
    geometry = Geometry.of_shape("grid", 4, 4)
    fitting = []
    for mines in combinations(range(1, 16), 3):
        cells = bytes(i in mines for i in range(16))
        if _core.clear_board(geometry.native, cells, 3, 0, 4)[0]:
            fitting.append(cells)
    each = 20
    wanted = generate_many("4x4/3", count=each * len(fitting), start="safe", first=(0, 0), seed=6)
    found = Counter(puzzle.layout.cells for puzzle in wanted)
    assert set(found) <= set(fitting)
    chi_square = sum((found[cells] - each) ** 2 / each for cells in fitting)
    freedom = len(fitting) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("grade", ["single", "pair", "chain", "count"])
def test_grades(grade: str) -> None:
    puzzle = generate("8x8/14", grade=grade, seed=1)
    grading = grade_of(puzzle.layout, puzzle.first)
    assert puzzle.grade is Grade(grade) is grading.grade
    assert puzzle.hard_steps == grading.hard_steps
    by_level = dict(zip(Grade, puzzle.rounds, strict=True))
    assert {g: n for g, n in by_level.items() if n and g.rank > 1} == {
        g: n for g, n in grading.steps_by_grade.items() if g.rank > 1
    }


def test_limits_on_grades() -> None:
    for puzzle in generate_many("9x9/14", count=20, max_grade="single", seed=3):
        assert puzzle.grade in (Grade.CLICK, Grade.SINGLE)
    for puzzle in generate_many("7x7/12", count=40, max_grade="chain", seed=3):
        assert grade_of(puzzle.layout, puzzle.first).grade is puzzle.grade is not Grade.COUNT


def test_figures_are_filters() -> None:
    plain = list(generate_many("9x9/14", count=1, bbbv=(None, 25), seed=1))
    assert plain[0].metrics.bbbv <= 25
    hard = generate("9x9/14", grade="pair", bbbv=(30, None), seed=1)
    assert hard.metrics.bbbv >= 30
    assert hard.grade is Grade.PAIR


def test_a_search_in_vain_says_what_was_reached() -> None:
    with pytest.raises(BudgetExceeded, match=r"no board found in 50 tries on 16x30/170") as error:
        generate("16x30/170", tries=50)
    assert error.value.limit == "tries"
    with pytest.raises(BudgetExceeded, match="had the reasoning asked for, but not the rest"):
        generate("9x9/10", bbbv=80, tries=200)
    with pytest.raises(BudgetExceeded) as late:
        generate("16x30/170", tries=10**9, seconds=0.05)
    assert late.value.limit == "time"


def test_every_puzzle_has_all_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock jumps by a minute whenever a puzzle is taken."""
    taken = 0
    monkeypatch.setattr(
        "sapper.games.generating.generator.monotonic", lambda: monotonic() + 60 * taken
    )
    wishes: dict[str, Any] = {"bbbv": (30, 35), "count": 6, "seed": 2, "workers": 6}
    for puzzle in generate_many("9x9/14", seconds=30, **wishes):
        assert puzzle.number == taken
        taken += 1
    assert taken == 6


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"grade": "hard"}, "expected one of click, single"),
        ({"grade": "count", "max_grade": "pair"}, "no board of grade count is at most pair"),
        ({"bbbv": (1, 2, 3)}, r"expected \(least, most\) for 3BV, got \(1, 2, 3\)"),
        ({"bbbv": (9, 3)}, "the range of 3BV is empty"),
        ({"bbbv": (-1, 3)}, "whole numbers as the bounds of 3BV"),
        ({"tries": 0}, "1 to 4,294,967,296 tries"),
        ({"seconds": 0}, "expected a positive number of seconds"),
    ],
)
def test_wishes_that_cannot_be_meant(wishes: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        generate("9x9/10", **{"tries": 50, **wishes})
