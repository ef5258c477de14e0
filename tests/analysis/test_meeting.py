"""Combining components: product tree against saddle point, and both against exact integers."""

from __future__ import annotations

import random
from math import comb

import pytest

from sapper import _core

Parts = list[tuple[int, list[float]]]


def random_parts(rng: random.Random, count: int, *, gaps: bool = False) -> Parts:
    """Return whole-number counts of components; with `gaps` some totals in between are 0."""
    parts: Parts = []
    for _ in range(count):
        counts = [float(rng.randint(1, 10 ** rng.randint(0, 4))) for _ in range(rng.randint(1, 5))]
        if gaps and len(counts) > 2 and rng.random() < 0.5:
            counts[rng.randrange(1, len(counts) - 1)] = 0.0
        parts.append((rng.randint(0, 3), counts))
    return parts


def exact(parts: Parts, untouched: int, mines_left: int) -> tuple[list[list[float]], float]:
    """Return the same as `_core.meet`, in integers, joining each part with all others."""
    whole = [(low, [int(n) for n in counts]) for low, counts in parts]
    total = sum(_weights(_join(whole), untouched, mines_left))
    chances = []
    for i, (low, counts) in enumerate(whole):
        others = _join(whole[:i] + whole[i + 1 :])
        rest = [sum(_weights(others, untouched, mines_left - low - k)) for k in range(len(counts))]
        chances.append([n * r / total for n, r in zip(counts, rest, strict=True)])
    mine = sum(_weights(_join(whole), untouched - 1, mines_left - 1)) if untouched else 0
    return chances, mine / total


def _join(parts: list[tuple[int, list[int]]]) -> tuple[int, list[int]]:
    low, product = 0, [1]
    for part_low, counts in parts:
        low += part_low
        longer = [0] * (len(product) + len(counts) - 1)
        for i, a in enumerate(product):
            for j, b in enumerate(counts):
                longer[i + j] += a * b
        product = longer
    return low, product


def _weights(part: tuple[int, list[int]], untouched: int, mines_left: int) -> list[int]:
    low, counts = part
    left = mines_left - low
    return [n * comb(untouched, left - i) if i <= left else 0 for i, n in enumerate(counts)]


def mine_range(parts: Parts, untouched: int) -> tuple[int, int]:
    fewest = sum(low for low, _ in parts)
    return fewest, fewest + sum(len(counts) - 1 for _, counts in parts) + untouched


def assert_equal(
    got: tuple[list[list[float]], float] | None,
    expected: tuple[list[list[float]], float],
    has_untouched: bool,
) -> None:
    assert got is not None
    for here, there in zip(got[0], expected[0], strict=True):
        assert here == pytest.approx(there, abs=1e-12)
        assert [p == 0 for p in here] == [p == 0 for p in there]
    if has_untouched:
        assert got[1] == pytest.approx(expected[1], abs=1e-12)


@pytest.mark.parametrize("seed", range(60))
def test_the_tree_is_exact(seed: int) -> None:
    """Every mine count, including tight ones: what is impossible has a weight of exactly zero."""
    rng = random.Random(seed)
    parts = random_parts(rng, rng.randint(0, 9), gaps=True)
    untouched = rng.choice([0, 1, 5, 40, 3000])
    fewest, most = mine_range(parts, untouched)
    for mines_left in {fewest, fewest + 1, (fewest + most) // 2, most - 1, most}:
        if fewest <= mines_left <= most and any(
            _weights(_join([(a, [int(n) for n in b]) for a, b in parts]), untouched, mines_left)
        ):
            expected = exact(parts, untouched, mines_left)
            got = _core.meet(parts, untouched, mines_left, by_saddle=False)
            assert_equal(got, expected, untouched > 0)


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("untouched", [0, 50, 20_000])
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_tree_and_saddle_agree(share: float, untouched: int, gaps: bool) -> None:
    rng = random.Random(f"{share} {untouched} {gaps}")
    parts = random_parts(rng, 2000, gaps=gaps)
    fewest, most = mine_range(parts, untouched)
    mines_left = round(fewest + share * (most - fewest))
    by_saddle = _core.meet(parts, untouched, mines_left, by_saddle=True)
    by_tree = _core.meet(parts, untouched, mines_left, by_saddle=False)
    assert by_saddle is not None, "the saddle point should have taken this one"
    assert by_tree is not None
    assert_equal(by_saddle, by_tree, untouched > 0)


@pytest.mark.parametrize("seed", range(24))
def test_the_saddle_agrees_with_the_tree(seed: int) -> None:
    """Any possible mine count: the saddle declines, or agrees with the tree."""
    rng = random.Random(seed)
    parts = random_parts(rng, rng.choice([24, 300, 2000]), gaps=rng.random() < 0.5)
    untouched = rng.choice([0, 3, 100, 1500])
    fewest, most = mine_range(parts, untouched)
    middle = (fewest + most) // 2
    answered = 0
    for mines_left in [*range(fewest, fewest + 6), *range(most - 5, most + 1), middle,
                       rng.randint(fewest, most), rng.randint(fewest, most)]:  # fmt: skip
        by_saddle = _core.meet(parts, untouched, mines_left, by_saddle=True)
        if by_saddle is None:
            continue
        answered += 1
        by_tree = _core.meet(parts, untouched, mines_left, by_saddle=False)
        assert by_tree is not None
        assert_equal(by_saddle, by_tree, untouched > 0)
    assert answered or len(parts) < 2000


@pytest.mark.parametrize(
    ("parts", "untouched", "mines_left"),
    [
        pytest.param([(0, [1.0, 1.0])] * 2000, 0, 0, id="no mine is left"),
        pytest.param([(0, [1.0, 1.0])] * 2000, 0, 2000, id="all are mines"),
        pytest.param([(0, [1.0, 1.0])] * 2000, 0, 1, id="one mine among thousands"),
        pytest.param([(0, [1.0, 0.0, 1.0])] * 2000, 0, 1999, id="an odd total of pairs"),
        pytest.param([(0, [1.0, 0.0, 1.0])] * 2000, 1, 1999, id="one cell makes the total odd"),
        pytest.param([(0, [1.0, 0.0, 0.0, 1.0])] * 2000, 2, 3000, id="steps of three"),
        pytest.param([(0, [1.0] * 200)] * 4, 10, 300, id="few and wide parts"),
        pytest.param([(0, [1.0, 1e-200])] * 2000, 0, 1000, id="very rare"),
        pytest.param([(0, [1.0] + [1e-300] * 2)] * 40, 5, 40, id="rare beyond doubles"),
        pytest.param([(1, [1.0])] * 2000, 100, 2000, id="nothing left for the untouched"),
        pytest.param([], 0, 0, id="nothing at all"),
    ],
)
def test_the_saddle_declines_or_is_right(parts: Parts, untouched: int, mines_left: int) -> None:
    by_saddle = _core.meet(parts, untouched, mines_left, by_saddle=True)
    if by_saddle is not None:
        by_tree = _core.meet(parts, untouched, mines_left, by_saddle=False)
        assert by_tree is not None
        assert_equal(by_saddle, by_tree, untouched > 0)


@pytest.mark.parametrize(
    ("untouched", "mines_left"), [(0, 0), (0, 2000), (0, 1), (500, 0), (500, 2500), (500, 2499)]
)
def test_the_saddle_declines_where_the_count_decides(untouched: int, mines_left: int) -> None:
    parts: Parts = [(0, [1.0, 1.0])] * 2000
    assert _core.meet(parts, untouched, mines_left, by_saddle=True) is None


def test_pairs_that_cannot_make_an_odd_total() -> None:
    parts: Parts = [(0, [1.0, 0.0, 1.0])] * 2000
    assert _core.meet(parts, 0, 1000, by_saddle=True) is None
    assert _core.meet(parts, 1, 1999, by_saddle=True) is None


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("untouched", [0, 700])
@pytest.mark.parametrize("distance", [16, 17, 30, 100, 400])
def test_the_saddle_works_near_the_limits(distance: int, untouched: int, gaps: bool) -> None:
    """Too far from an end for a short tree, too near for a nearly normal total."""
    parts = random_parts(random.Random(f"{distance} {untouched} {gaps}"), 2000, gaps=gaps)
    fewest, most = mine_range(parts, untouched)
    for mines_left in (fewest + distance, most - distance):
        by_saddle = _core.meet(parts, untouched, mines_left, by_saddle=True)
        by_tree = _core.meet(parts, untouched, mines_left, by_saddle=False)
        assert by_saddle is not None, "the saddle point should have taken this one"
        assert by_tree is not None
        assert_equal(by_saddle, by_tree, untouched > 0)


@pytest.mark.parametrize("untouched", [0, 3])
@pytest.mark.parametrize("distance", range(5))
def test_the_tree_is_exact_at_the_limits_of_many_parts(distance: int, untouched: int) -> None:
    parts = random_parts(random.Random(distance), 60, gaps=True)
    fewest, most = mine_range(parts, untouched)
    whole = _join([(low, [int(n) for n in counts]) for low, counts in parts])
    for mines_left in (fewest + distance, most - distance):
        if any(_weights(whole, untouched, mines_left)):
            got = _core.meet(parts, untouched, mines_left, by_saddle=False)
            assert_equal(got, exact(parts, untouched, mines_left), untouched > 0)


def test_the_tree_carries_few_totals_at_a_limit() -> None:
    """Otherwise a hundred thousand parts would exceed the budget, which this test would raise."""
    parts: Parts = [(0, [1.0, 2.0, 1.0])] * 100_000
    for mines_left in (0, 1, 200_000 - 1, 200_000):
        assert _core.meet(parts, 0, mines_left, by_saddle=False) is not None
