"""Percentages: an undecided chance is never 0 or 100; by default a whole figure is exact."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.percent import percent, percent_figure

UNDECIDED = st.floats(min_value=0, max_value=1, exclude_min=True, exclude_max=True)


@given(UNDECIDED, st.integers(0, 4))
def test_an_undecided_chance_is_never_0_or_100(chance: float, decimals: int) -> None:
    shown = percent_figure(chance, decimals)
    bare = shown.lstrip("<>")
    assert 0 < float(bare) < 100
    step = 10**-decimals
    if shown.startswith("<"):
        assert 100 * chance < step
    elif shown.startswith(">"):
        assert 100 * chance > 100 - step
    else:
        assert abs(float(shown) - 100 * chance) <= step / 2 + 1e-9


@given(st.fractions(min_value=0, max_value=1))
def test_a_whole_percentage_is_exact(chance: Fraction) -> None:
    shown = percent_figure(float(chance))
    if "." not in shown:
        assert abs(100 * chance - int(shown)) < Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("chance", "decimals", "shown"),
    [
        (0, None, "0 %"),
        (1, None, "100 %"),
        (0.5, None, "50 %"),
        (0.29, None, "29 %"),
        (0, 1, "0.0 %"),
        (0.93, 2, "93.00 %"),
        (0.50004, None, "50.0 %"),
        (0.50004, 1, "50.0 %"),
        (0.0625, 1, "6.3 %"),
        (0.125, 0, "13 %"),
        (1 / 3, 2, "33.33 %"),
        (1e-12, 1, "<0.1 %"),
        (0.0004, 1, "<0.1 %"),
        (0.0005, 1, "0.1 %"),
        (0.99999, 2, ">99.99 %"),
        (0.004, 0, "<1 %"),
        (0.997, 0, ">99 %"),
        (1.0035, 1, "100.4 %"),
        (-0.0123, 1, "-1.2 %"),
        (float("nan"), 1, "–"),
    ],
)
def test_percentages(chance: float, decimals: int | None, shown: str) -> None:
    assert percent(chance, decimals) == shown
