"""Small datasets for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sapper.lab.dataset import DatasetPlan, DatasetSummary, make_dataset
from sapper.lab.dataset.plan import PART_GAMES

__all__ = ["BOARD", "make", "plan", "rows_in"]

BOARD = "5x6/6"


def plan(**options: Any) -> DatasetPlan:
    settings = {"games": PART_GAMES + 3, "validation": 4, "test": 2, "seed": 5} | options
    return DatasetPlan.of(settings.pop("players", "fast"), BOARD, **settings)


def make(folder: Path, workers: int = 1, **options: Any) -> DatasetSummary:
    return make_dataset(folder, plan(**options), workers=workers)


def rows_in(folder: Path) -> list[dict[str, Any]]:
    parts = sorted(folder.glob("*/part-*.jsonl"))
    return [json.loads(line) for part in parts for line in part.read_text().splitlines()]
