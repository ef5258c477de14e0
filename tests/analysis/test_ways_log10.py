"""The logarithm of the layouts: equal to that of the exact count, and asked for without it."""

from __future__ import annotations

import math
import pickle
import random
from typing import NoReturn

import pytest

from sapper import Geometry, Position, analyse
from sapper.analysis.analysis import Analysis
from sapper.analysis.core_query import CoreQuery
from sapper.documents import document
from tests.support.middle_games import beyond_doubles, lattice, marked, mid_game, some_board

LONG = Position.hidden(Geometry.grid(130, 130), 8450)  # 10^5085 layouts: Python prints up to 4300


@pytest.fixture
def no_exact_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: CoreQuery, budget: object = None) -> NoReturn:
        raise AssertionError("asked for the exact counts")

    monkeypatch.setattr(CoreQuery, "exact_counts", refuse)


def assert_logarithm(analysis: Analysis) -> None:
    """Assert that the core's logarithm is that of the exact count."""
    expected = math.log10(analysis.ways)
    assert analysis._answer.ways_log10 == pytest.approx(expected, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("seed", range(60))
def test_any_board(seed: int) -> None:
    position = some_board(seed)
    assert_logarithm(analyse(position))
    assert_logarithm(analyse(position.with_mines(None), density=0.3))
    marks = marked(random.Random(seed), position)
    assert_logarithm(analyse(marks.with_mines(None), density=0.1))


@pytest.mark.parametrize("side", [40, 90])
@pytest.mark.parametrize("opened", [0.1, 0.3, 0.6])
def test_boards_of_many_components(side: int, opened: float) -> None:
    """Also those that are combined around the saddle point."""
    rng = random.Random(side)
    position = mid_game(rng, Geometry.grid(side, side), side * side // 5, opened)
    analysis = analyse(position)
    assert side == 40 or len(analysis.components) >= 24
    assert_logarithm(analysis)
    assert_logarithm(analyse(position.with_mines(None), density=0.2))


def test_one_component_beyond_doubles() -> None:
    position = beyond_doubles(610)
    assert analyse(position).ways > 2**1024
    assert_logarithm(analyse(position))
    assert_logarithm(analyse(position.with_mines(None), density=0.5))


@pytest.mark.parametrize("mines", [0, 1, 2, 200, 399, 400])
def test_untouched_cells_alone(mines: int) -> None:
    analysis = analyse(Position.hidden(Geometry.grid(20, 20), mines))
    assert analysis.ways == math.comb(400, mines)
    assert_logarithm(analysis)


def test_the_exact_logarithm_where_the_count_is_printed() -> None:
    analysis = analyse(lattice(14, density=0.3))
    assert analysis.ways_log10 == math.log10(analysis.ways)
    assert document(analysis)["ways"] == str(analysis.ways)


@pytest.mark.usefixtures("no_exact_counts")
@pytest.mark.parametrize("mines", [8450, None])
def test_a_long_count_is_not_made(mines: int | None) -> None:
    analysis = analyse(LONG.with_mines(mines), density=None if mines else 0.5)
    for some in (analysis, pickle.loads(pickle.dumps(analysis))):
        written = document(some)
        assert written["ways"] is None
        exact = math.comb(130 * 130, mines) if mines else 2 ** (130 * 130)
        assert written["ways_log10"] == pytest.approx(math.log10(exact), rel=1e-12)


def test_the_limit_of_digits_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit the exact count is printed, however long it is."""
    monkeypatch.setattr("sys.get_int_max_str_digits", lambda: 0)
    small = analyse(Position.hidden(Geometry.grid(20, 20), 200))
    assert document(small)["ways"] == str(small.ways)
    monkeypatch.setattr("sys.get_int_max_str_digits", lambda: 100)
    assert document(small)["ways"] is None
