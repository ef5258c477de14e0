"""Very few or nearly all mines among very many cells, and densities near 0 and 1."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from sapper import Geometry, InputError, Position, analyse
from sapper.board.cell import HIDDEN
from tests.support.exact_chances import assert_exact, assert_exact_at
from tests.support.middle_games import (
    dotted_line,
)


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
