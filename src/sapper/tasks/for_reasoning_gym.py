"""Tasks as a dataset of reasoning-gym 0.1.25 (extra `tasks`); importing this registers `sapper`.

Games are left out, since a dataset asks only once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reasoning_gym.factory import ProceduralDataset, register_dataset

from sapper.errors import InputError
from sapper.games.grades import Grade
from sapper.language import _
from sapper.tasks.kinds import LEVELS, Kind
from sapper.tasks.making import make_task
from sapper.tasks.plan import TaskPlan
from sapper.tasks.scoring import score
from sapper.tasks.task import Task

__all__ = ["SapperConfig", "SapperDataset"]


@dataclass
class SapperConfig:
    """What is asked: see `TaskPlan.of`."""

    kinds: list[str] | None = None
    levels: list[str] | None = None
    notations: list[str] | None = None
    boards: list[str] | None = None
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Raise `InputError` for what cannot be asked."""
        if self.size < 1:
            raise InputError(_("expected a size of at least 1, got {size}").format(size=self.size))
        if self.kinds is not None and Kind.PLAY in self.kinds:
            raise InputError(
                _("a game has many turns, and reasoning-gym asks once: leave out play")
            )
        self.plan(0)

    def plan(self, seed: int) -> TaskPlan:
        """Return the plan of this configuration."""
        return TaskPlan.of(
            seed=seed,
            kinds=self._kinds(),
            levels=self.levels,
            notations=self.notations,
            boards=self.boards,
        )

    def _kinds(self) -> list[str]:
        """Return the kinds that are named or, without any, all that have the levels."""
        if self.kinds is not None:
            return self.kinds
        levels = set(Grade if self.levels is None else self.levels)
        return [kind for kind in Kind if kind is not Kind.PLAY and levels & set(LEVELS[kind])]


class SapperDataset(ProceduralDataset):  # type: ignore[misc, unused-ignore]
    """Questions about Minesweeper; entry number i is task number i of the seed."""

    def __init__(self, config: SapperConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._plan = config.plan(self.seed)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Return a question with its answer; the task is in the metadata."""
        if not 0 <= idx < self.size:
            raise IndexError(idx)
        task = make_task(self._plan, idx)
        metadata = {"source_dataset": "sapper", "source_index": idx, "task": task.to_dict()}
        metadata["difficulty"] = {"kind": task.kind.value, "level": task.level.value}
        return {"question": task.prompt, "answer": task.answer, "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return the score of an answer, 0 to 1."""
        return (
            0.0
            if answer is None
            else float(score(Task.from_dict(entry["metadata"]["task"]), answer))
        )


register_dataset("sapper", SapperDataset, SapperConfig)
