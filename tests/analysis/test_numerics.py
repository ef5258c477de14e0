"""Numerical limits: large components, extreme boards, few mines, densities near 0 and 1."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from sapper import Analysis, ContradictionError, Geometry, InputError, Position, analyse
from sapper.board.cell import HIDDEN, MAX_NUMBER
from sapper.board.geometry import SHAPES
from tests.support.exact_chances import assert_exact, assert_exact_at
from tests.support.middle_games import (
    beyond_doubles,
    dotted_line,
    near_points,
    scattered,
    ways,
)
from tests.support.random_positions import numbers_of


def widest_component(analysis: Analysis) -> int:
    return max(len(component.cells) for component in analysis.components)


# Large components: beyond 500 cells counts may exceed the range of doubles


@pytest.mark.parametrize(("seed", "columns"), [(1, 300), (2, 480), (3, 600)])
def test_components_of_more_than_500_cells(seed: int, columns: int) -> None:
    analysis = analyse(dotted_line(seed, columns, 0.5))
    assert widest_component(analysis) > 500, "the seed should make a large component"
    assert_exact(analysis, 6)
    assert math.fsum(analysis.chances[~np.isnan(analysis.chances)]) == pytest.approx(
        analysis.position.mines, abs=1e-9
    )


def test_numbers_behind_a_cell_of_a_large_component() -> None:
    position = dotted_line(1, 300, 0.5)
    analysis = analyse(position)
    large = max(analysis.components, key=lambda component: len(component.cells))
    for cell in large.cells[:: len(large.cells) // 4]:
        shown = analysis.numbers(cell)
        for n in range(6):
            exact = Fraction(ways(position.with_faces({cell: n})), analysis.ways)
            assert shown[n] == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("cells", [498, 499, 500, 501, 502, 503])
def test_components_around_500_cells(cells: int) -> None:
    """A chain of ones: each number touches two cells, so it has exactly two layouts."""
    analysis = analyse(chain(cells).with_mines(cells // 2 + cells % 2))
    assert widest_component(analysis) == cells
    assert analysis.ways == (1 if cells % 2 else 2)
    assert analysis.chance((0, 0)) == (1.0 if cells % 2 else 0.5)


def chain(cells: int) -> Position:
    """Return cells 0, 1, 2, ... with a 1 between every two neighbours, after all the cells."""
    lists: list[list[int]] = [[] for _ in range(2 * cells - 1)]
    for i in range(cells - 1):
        for j in (i, i + 1):
            lists[cells + i].append(j)
            lists[j].append(cells + i)
    return Position(Geometry.graph(lists), None, bytes([HIDDEN] * cells + [1] * (cells - 1)))


def test_more_layouts_than_doubles_can_count() -> None:
    position = beyond_doubles(None)
    analysis = analyse(position, density=Fraction(1, 2))
    assert widest_component(analysis) == 1280
    assert analysis.ways > 2**1024
    part = analysis.components[0]
    for mines in (part.fewest_mines, part.fewest_mines + 1, part.most_mines - 9, part.most_mines):
        assert_exact(analyse(position.with_mines(mines)), 4)


# Wide states: many open numbers, or numbers above 15


@pytest.mark.parametrize("seed", range(12))
def test_graphs_of_many_neighbours(seed: int) -> None:
    rng = random.Random(seed)
    geometry = near_points(rng, 75, 0.35)
    position = scattered(rng, geometry, rng.choice([15, 35, 55]), 0.3)
    assert_exact(analyse(position), 8, seed)


@pytest.mark.parametrize("need", [1, 14, 15, 16, 17, 34])
def test_one_number_among_35_cells(need: int) -> None:
    """Two numbers: one of 35 cells; the other shares 18 of them and has one of its own."""
    lists: list[list[int]] = [[*range(2, 37)], [*range(2, 20), 37], *([] for _ in range(36))]
    for number in (0, 1):
        for cell in lists[number]:
            lists[cell].append(number)
    other = (need + 1) // 2 if need < 34 else 18
    position = Position(Geometry.graph(lists), None, bytes([need, other, *[HIDDEN] * 36]))
    for alone in (0, 1):  # the mines of the cell that only the second number touches
        shared = other - alone
        analysis = analyse(position.with_mines(need + alone))
        assert analysis.ways == math.comb(18, shared) * math.comb(17, need - shared)
        assert analysis.chance((0, 37)) == alone
        assert analysis.chance((0, 2)) == pytest.approx(shared / 18, abs=1e-13)
        assert_exact(analysis, 36)


@pytest.mark.parametrize("count", [2, 15, 16, 17, 18, 30, 35])
def test_numbers_that_all_open_at_once(count: int) -> None:
    """One cell touches all numbers, each of which has its own pair: it or one of every pair."""
    lists: list[list[int]] = [[*range(1, count + 1)], *([0] for _ in range(count))]
    for number in range(1, count + 1):
        lists[number] += [len(lists), len(lists) + 1]
        lists += [[number], [number]]
    lists += [[] for _ in range(count)]  # untouched, so that either case can make up the mines
    faces = bytes([HIDDEN, *[1] * count, *[HIDDEN] * (3 * count)])
    analysis = analyse(Position(Geometry.graph(lists), count, faces))
    shared = math.comb(count, count - 1)
    assert analysis.ways == shared + 2**count
    assert analysis.fraction((0, 0)) == Fraction(shared, analysis.ways)
    assert analysis.chance((0, 0)) == pytest.approx(shared / analysis.ways, abs=1e-13)
    assert analysis.chance((0, count + 1)) == pytest.approx(2**count / 2 / analysis.ways, abs=1e-13)


@pytest.mark.parametrize("density", [0.2, 0.5, 0.8])
def test_more_than_16_open_numbers(density: float) -> None:
    rng = random.Random(f"wide {density}")
    geometry = Geometry.grid(21, 21)
    mines = round(density * geometry.size)
    layout = set(rng.sample(range(geometry.size), mines))
    numbers = numbers_of(geometry, layout)
    faces = bytes(
        numbers[i] if i not in layout and i // 21 % 2 == 0 and i % 21 % 2 == 0 else HIDDEN
        for i in range(geometry.size)
    )
    assert_exact(analyse(Position(geometry, mines, faces)), 5)


@pytest.mark.parametrize("density", [0.2, 1e-6, 1e-13, 1e-100])
def test_the_safest_cells_at_any_density(density: float) -> None:
    """Three ones share cell 3 (one mine), or each has its own (three mines); 7 is untouched."""
    around = [[3, 4], [3, 5], [3, 6], [0, 1, 2], [0], [1], [2], []]
    position = Position(Geometry.graph(around), None, bytes([1, 1, 1] + [HIDDEN] * 5))
    analysis = analyse(position, density=density)
    assert analysis.safest == ((0, 4), (0, 5), (0, 6))
    assert analysis.chance((0, 4)) < analysis.chance((0, 7))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (1, 9), (9, 1), (2, 2)])
def test_nothing_open_on_tiny_boards(rows: int, columns: int, shape: str) -> None:
    geometry = Geometry.of_shape(shape, rows, columns)  # type: ignore[arg-type]
    for mines in range(geometry.size + 1):
        analysis = analyse(Position.hidden(geometry, mines))
        assert analysis.ways == math.comb(geometry.size, mines)
        assert np.allclose(analysis.chances, mines / geometry.size, rtol=0, atol=1e-15)
        everything = frozenset(geometry.cells())
        assert analysis.safe == (everything if mines == 0 else frozenset())
        assert analysis.mines == (everything if mines == geometry.size else frozenset())
        assert analysis.by_mine_count == analysis.safe | analysis.mines
        assert analysis.components == ()
        assert analysis.safest


def test_no_covered_cell() -> None:
    analysis = analyse(Position.parse("2x2/1:1X/11"))
    assert analysis.ways == 1
    assert analysis.safe == analysis.mines == frozenset()
    assert analysis.safest == ()
    assert analysis.untouched_chance is None
    assert np.isnan(analysis.chances).all()
    assert repr(analysis)


def test_all_covered_cells_are_mines() -> None:
    analysis = analyse(Position.parse("2x2/3:3_/__"))
    assert analysis.mines == {(0, 1), (1, 0), (1, 1)}
    assert analysis.safest == ((0, 1), (1, 0), (1, 1))
    assert analysis.by_mine_count == frozenset()
    assert not any(analysis.numbers((0, 1)))


@pytest.mark.parametrize("line", ["1x1/1:0", "1x1/0:X", "1x3/0:1__", "1x3/3:1__", "2x2/4:__/_3"])
def test_impossible_mine_counts(line: str) -> None:
    with pytest.raises(ContradictionError) as caught:
        analyse(Position.parse(line))
    assert caught.value.is_mine_count


@pytest.mark.parametrize(
    "mines",
    [
        pytest.param(0, marks=pytest.mark.slow),  # a million certain cells as Python objects
        1,
        206_000,
        999_999,
        pytest.param(1_000_000, marks=pytest.mark.slow),
    ],
)
def test_a_million_hidden_cells(mines: int) -> None:
    position = Position.hidden(Geometry.grid(1000, 1000), mines)
    analysis = analyse(position)
    assert analysis.chances[0, 0] == analysis.chances[999, 999] == mines / 1_000_000
    assert analysis.untouched_chance == mines / 1_000_000
    assert analysis.safe if mines == 0 else not analysis.safe
    assert analysis.mines if mines == 1_000_000 else not analysis.mines


def test_the_highest_number_of_neighbours() -> None:
    lists = [[j for j in range(MAX_NUMBER + 1) if j != i] for i in range(MAX_NUMBER + 1)]
    geometry = Geometry.graph(lists)
    position = Position.hidden(geometry, 20).with_faces({geometry.cell(0): 20})
    analysis = analyse(position)
    assert analysis.ways == math.comb(35, 20)
    shown = analysis.numbers((0, 1))
    assert len(shown) == 36
    assert shown[20] == pytest.approx(15 / 35, abs=1e-12)
    assert np.count_nonzero(shown) == 1


@pytest.mark.parametrize("mines", [1, 2, 5, 40])
@pytest.mark.parametrize("size", [100, 300])
def test_few_mines_on_a_large_board(size: int, mines: int) -> None:
    """A chance of 1e-30 is a chance: no cell may become certain by rounding."""
    geometry = Geometry.grid(size, size)
    position = Position.hidden(geometry, mines).with_faces({geometry.cell(0): 1})
    analysis = analyse(position)
    assert not analysis.safe or mines == 1
    assert not analysis.mines
    assert analysis.chance((0, 1)) == pytest.approx(1 / 3, abs=1e-13)
    untouched = geometry.size - 4
    assert analysis.untouched_chance == pytest.approx((mines - 1) / untouched, rel=1e-12)


@pytest.mark.parametrize("size", [30, 100, 300])
@pytest.mark.parametrize("hidden_mines", [-1, -2, -5, -40])
def test_nearly_all_are_mines(size: int, hidden_mines: int) -> None:
    geometry = Geometry.grid(size, size)
    position = Position.hidden(geometry, geometry.size - 2 + hidden_mines)
    position = position.with_faces({geometry.cell(0): 2})  # itself and one neighbour are safe
    analysis = analyse(position)
    assert not analysis.safe
    assert not analysis.mines
    assert analysis.chance((0, 1)) == pytest.approx(2 / 3, abs=1e-13)
    left = geometry.size - 4
    assert analysis.untouched_chance == pytest.approx(1 + hidden_mines / left, rel=1e-12)


@pytest.mark.parametrize("extra", [0, 1, 3, 20, -20, -3, -1])
@pytest.mark.parametrize("size", [60, 200])
def test_wide_component_beside_a_steep_rest(size: int, extra: int) -> None:
    """A line whose mines may differ by dozens, each of them a factor of thousands."""
    columns = 240
    line = dotted_line(7, columns, 0.5)
    geometry = Geometry.graph([*line.geometry.neighbour_lists, *([] for _ in range(size * size))])
    free = Position(geometry, None, line.faces + bytes([HIDDEN]) * (size * size))
    parts = analyse(free, density=0.5)
    settled = len(parts.mines - {c for part in parts.components for c in part.cells})
    fewest = settled + sum(part.fewest_mines for part in parts.components)
    most = settled + sum(part.most_mines for part in parts.components) + size * size
    analysis = analyse(free.with_mines(fewest + extra if extra >= 0 else most + 1 + extra))
    assert_exact(analysis, 5)
    assert_exact_at(analysis, (0, geometry.size - 1))


def test_a_chance_too_small_for_doubles_is_not_certain() -> None:
    """Either four cells are mines or 120 others, which is about 2^1480 times less likely."""
    hubs, spokes, untouched = 4, 30, 300_000
    lists: list[list[int]] = [[] for _ in range(hubs + hubs * spokes + hubs - 1)]
    faces = bytearray([HIDDEN]) * len(lists)

    def one_of(a: int, b: int) -> None:
        number = len(lists)
        lists.append([a, b])
        lists[a].append(number)
        lists[b].append(number)
        faces.append(1)

    for hub in range(hubs):
        for spoke in range(spokes):
            one_of(hub, hubs + hub * spokes + spoke)
    for link in range(hubs - 1):  # hub, link, next hub: the two hubs are alike
        one_of(link, hubs + hubs * spokes + link)
        one_of(hubs + hubs * spokes + link, link + 1)
    lists += [[] for _ in range(untouched)]
    faces += bytes([HIDDEN]) * untouched
    mines = hubs * spokes + hubs - 1
    analysis = analyse(Position(Geometry.graph(lists), mines, bytes(faces)))
    assert not analysis.safe
    assert not analysis.mines
    rare = Fraction(1, 1 + math.comb(untouched, mines - hubs))
    assert analysis.fraction((0, hubs)) == rare
    assert analysis.chance((0, hubs)) == float(rare) == 0.0
    assert analysis.chance((0, 0)) == 1.0


@pytest.mark.parametrize("density", [1e-300, 1e-30, 1e-6, 1 - 1e-6, 1 - 2**-53])
def test_densities_near_0_and_1(density: float) -> None:
    position = dotted_line(3, 300, 0.5).with_mines(None)
    likely, even = analyse(position, density=density), analyse(position, density=0.5)
    assert (likely.safe, likely.mines) == (even.safe, even.mines)
    assert not np.isnan(likely.chances[0]).any()
    for cell, n in position.numbers():
        near = [c for c in position.geometry.around(cell) if position.is_covered(c)]
        assert sum(map(likely.chance, near)) == pytest.approx(n, abs=1e-10)


@pytest.mark.parametrize("density", [Fraction(1, 10**400), 1 - Fraction(1, 10**20)])
def test_densities_that_round_to_0_or_1(density: Fraction) -> None:
    """Either an answer without a false certain cell, or a clear error."""
    try:
        analysis = analyse(Position.parse("4x4/?:____/_1__/____/____"), density=density)
    except InputError:
        return
    assert not analysis.safe
    assert not analysis.mines


@pytest.mark.parametrize("density", [0, 1, -0.1, 1.1, float("nan"), float("inf")])
def test_impossible_densities(density: float) -> None:
    with pytest.raises(InputError, match="density between 0 and 1"):
        analyse(Position.parse("1x2/?:__"), density=density)
