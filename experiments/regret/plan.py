"""What is rolled out, searched and trained: all sizes and seeds, decided before the first run."""

from __future__ import annotations

from experiments.regret.guesses import Sample

__all__ = ["LESSONS", "MEASURED"]

MEASURED = Sample("measured", 20262201, {"safe": 1_200, "open": 2_000}, 0.5, 64, 100)
LESSONS = Sample("lessons", 20262202, {"safe": 16_000, "open": 26_000}, 0.5, 3, 2_000)
