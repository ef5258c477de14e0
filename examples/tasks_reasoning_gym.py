"""Sapper's questions as a dataset of reasoning-gym (pip install reasoning-gym==0.1.25).

Importing this file registers the dataset `sapper`:

    data = reasoning_gym.create_dataset("sapper", seed=3, size=100, levels=["single", "pair"])

Games are left out, since a dataset asks only once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from reasoning_gym.factory import ProceduralDataset, register_dataset

from sapper import document
from sapper.tasks import LEVELS, TaskPlan, check_task, make_task, score


@dataclass
class SapperConfig:
    """What is asked: see `sapper.tasks.TaskPlan`."""

    kinds: list[str] = field(default_factory=lambda: ["certain", "chance", "possible"])
    levels: list[str] = field(default_factory=lambda: [*LEVELS["certain"]])
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Raise an error for what cannot be asked."""
        if "play" in self.kinds:
            raise ValueError("a game has many turns, and reasoning-gym asks once: leave out play")
        TaskPlan(0, self.kinds, self.levels)


class SapperDataset(ProceduralDataset):
    """Questions about Minesweeper; entry number i is task number i of the seed."""

    def __init__(self, config: SapperConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._plan = TaskPlan(self.seed, config.kinds, config.levels)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Return a question with its answer; the task is in the metadata."""
        if not 0 <= idx < self.size:
            raise IndexError(idx)
        task = make_task(self._plan, idx)
        metadata = {"source_dataset": "sapper", "source_index": idx, "task": document(task)}
        return {"question": task.prompt, "answer": task.answer, "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return the score of an answer, 0 to 1."""
        return float(score(check_task(entry["metadata"]["task"]), answer or "").value)


register_dataset("sapper", SapperDataset, SapperConfig)
