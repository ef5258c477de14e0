"""Pearson's test of equal chances."""

from __future__ import annotations

import math
from collections.abc import Sequence


def chi_square_p(counts: Sequence[int]) -> float:
    """Return the p-value of equal chances (Pearson), by the recurrence of the gamma function."""
    mean, freedom = sum(counts) / len(counts), len(counts) - 1
    half = sum((count - mean) ** 2 for count in counts) / mean / 2
    a, tail = (0.5, math.erfc(math.sqrt(half))) if freedom % 2 else (1.0, math.exp(-half))
    while a < freedom / 2:
        tail += half**a * math.exp(-half) / math.gamma(a + 1)
        a += 1
    return tail
