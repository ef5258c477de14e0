"""What is rolled out, searched and trained: all sizes and seeds, decided before the first run."""

from __future__ import annotations

from dataclasses import asdict

from experiments.regret.ends import Ends
from experiments.regret.guesses import Sample

__all__ = ["ENDS", "HELD_OUT", "LESSONS", "MEASURED", "PLAN", "TRAINING_SEED"]

MEASURED = Sample("measured", 20262201, {"safe": 600, "open": 1_000}, 0.5, 64, 100)
LESSONS = Sample("lessons", 20262202, {"safe": 10_000, "open": 26_000}, 0.5, 3, 2_000)
ENDS = Ends(20262203, "open", 8_000, 16_000)
TRAINING_SEED = 20262204
HELD_OUT = 10  # one game of the lessons in so many
PLAN: dict[str, object] = {
    "measured": asdict(MEASURED),
    "lessons": asdict(LESSONS),
    "ends": asdict(ENDS),
    "training_seed": TRAINING_SEED,
    "held_out": HELD_OUT,
}
