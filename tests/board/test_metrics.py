"""3BV, openings, islands and ZiNi: equal to other programs and to a slow twin; lazy; linear."""

from __future__ import annotations

import random

import pytest

from sapper import Geometry, Layout, _core
from sapper.board.geometry import SHAPES
from sapper.board.metrics import SCAN_ORDERS
from tests.support.known_metrics import KnownBoard, known_boards
from tests.support.random_positions import random_geometry
from tests.support.slow_metrics import SlowBoard

KNOWN = known_boards()


def random_layout(rng: random.Random, cells: int) -> Layout:
    geometry = random_geometry(rng, cells)
    density = rng.choice([0.0, 0.1, 0.2, 0.3, 0.6])
    mines = bytearray(rng.random() < density for _ in range(geometry.size))
    mines[rng.randrange(geometry.size)] = 0
    return Layout(geometry, bytes(mines))


def random_board(rng: random.Random) -> Layout:
    """Return a board of ordinary size, where ties of premiums are common."""
    shape = rng.choice(SHAPES)
    geometry = Geometry.of_shape(shape, rng.randint(4, 11), rng.randint(4, 11))
    mines = rng.sample(range(geometry.size), geometry.size * rng.randint(10, 30) // 100)
    return Layout(geometry, bytes(i in mines for i in range(geometry.size)))


def check_known(known: KnownBoard) -> None:
    metrics = known.layout.metrics
    for name in known._fields[1:]:
        assert getattr(metrics, name) == getattr(known, name), (name, known.layout)


def check_twin(layout: Layout, orders: tuple[str, ...] = SCAN_ORDERS) -> None:
    slow, metrics = SlowBoard(layout), layout.metrics
    assert metrics.bbbv == slow.bbbv
    assert metrics.openings == len(slow.openings)
    assert metrics.islands == len(slow.islands)
    shown = list(slow.number.values())
    assert metrics.numbers == tuple(shown.count(n) for n in range(len(metrics.numbers)))
    assert sum(metrics.numbers) == layout.spec.safe_cells
    assert metrics.human_zini == slow.zini("columns", is_human=True)
    for order in orders:
        assert metrics.zini_by_order[order] == slow.zini(order), (order, layout)  # type: ignore[index]


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.layout.text[:24])
def test_equal_to_other_programs(known: KnownBoard) -> None:
    check_known(known)


@pytest.mark.parametrize("seed", range(20))
def test_equal_to_the_twin_on_small_boards(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        check_twin(random_layout(rng, 20))


@pytest.mark.parametrize("seed", range(10))
def test_equal_to_the_twin_on_larger_boards(seed: int) -> None:
    rng = random.Random(1000 + seed)
    check_twin(random_board(rng), tuple(rng.sample(SCAN_ORDERS, 2)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_equal_to_the_twin_on_thousands_of_boards(seed: int) -> None:
    rng = random.Random(5000 + seed)
    for _ in range(250):
        check_twin(random_layout(rng, 30))
    for _ in range(5):
        check_twin(random_board(rng))


@pytest.mark.parametrize(
    ("text", "bbbv", "openings", "islands", "zini", "human"),
    [
        ("3x3/1=100", 1, 1, 0, 1, 1),  # one click on a 0 opens all
        ("2x2/1=8", 3, 0, 1, 3, 3),  # open, flag and chord cost as much as three clicks
        ("3x3/1=010", 8, 0, 1, 5, 6),  # open, flag and three chords
        ("1x5/1=04", 2, 2, 0, 2, 2),  # a wall between two openings
        ("1x7/1=08", 2, 2, 0, 2, 2),
        ("1x1/0=0", 1, 1, 0, 1, 1),
        ("1x3/2=5", 1, 0, 1, 1, 1),
        ("hex-3x3/1=010", 5, 2, 1, 5, 5),
    ],
)
def test_by_hand(text: str, bbbv: int, openings: int, islands: int, zini: int, human: int) -> None:
    metrics = Layout.parse(text).metrics
    found = (metrics.bbbv, metrics.openings, metrics.islands, metrics.zini, metrics.human_zini)
    assert found == (bbbv, openings, islands, zini, human)


def test_the_work_of_zini_grows_with_the_cells() -> None:
    work = {}
    for side in (50, 100, 400):
        cells = side * side
        layout = Layout(Geometry.grid(side, side), _core.deal(cells, cells * 99 // 480, [], 1, 0))
        for is_human in (False, True):
            [(_, steps)] = _core.zini(layout.geometry.native, layout.cells, [0], is_human)
            work[side, is_human] = steps / cells
    for is_human in (False, True):
        assert work[400, is_human] < 1.1 * work[50, is_human]
        assert work[400, is_human] < 30


def test_one_huge_opening_and_one_huge_island() -> None:
    geometry = Geometry.grid(300, 300)
    metrics = Layout.of_mines(geometry, [(0, 0)]).metrics
    assert (metrics.bbbv, metrics.zini_8way, metrics.human_zini) == (1, 1, 1)
    every_third = [(r, c) for r in range(1, 300, 3) for c in range(1, 300, 3)]
    metrics = Layout.of_mines(geometry, every_third).metrics
    assert (metrics.bbbv, metrics.openings, metrics.islands) == (80_000, 0, 1)


def test_zini_is_computed_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("ZiNi was computed")

    monkeypatch.setattr(_core, "zini", refuse)
    layout = Layout.parse("3x3/1=010")
    assert layout.metrics is layout.metrics
    assert (layout.metrics.bbbv, layout.metrics.density) == (8, 1 / 9)
    assert repr(layout.metrics)
    with pytest.raises(AssertionError, match="was computed"):
        _ = layout.metrics.zini
