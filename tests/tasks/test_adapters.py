"""The adapters for reasoning-gym and Inspect, against the installed packages."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.errors import InputError
from sapper.tasks import Task, TaskPlan, make_tasks

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
LEVELS = ["click", "single", "pair"]


def test_reasoning_gym() -> None:
    reasoning_gym = pytest.importorskip("reasoning_gym")
    from sapper.tasks.for_reasoning_gym import SapperConfig

    data = reasoning_gym.create_dataset("sapper", seed=3, size=15, levels=LEVELS)
    assert len(data) == 15
    for entry in data:
        assert data.score_answer(f"Well.\n\nAnswer: {entry['answer']}", entry) == 1.0
        assert data.score_answer("no idea", entry) < 1.0
        assert data.score_answer(None, entry) == 0.0
    assert data[4] == reasoning_gym.create_dataset("sapper", seed=3, size=9, levels=LEVELS)[4]
    with pytest.raises(InputError, match="leave out play"):
        SapperConfig(kinds=["play"]).validate()


def test_inspect(tmp_path: Path) -> None:
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from sapper.tasks.for_inspect import minesweeper

    def _output(text: str) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", text)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    tasks = list(make_tasks(TaskPlan.of(seed=3, kinds=["chance", "play"], levels=["pair"]), 4))
    turns = [turn for task in tasks for turn in _answers(task)]
    model = get_model(
        "mockllm/model",
        custom_outputs=[_output(f"Answer: {turn}") for turn in turns],
    )
    [log] = inspect_ai.eval(
        minesweeper(count=4, seed=3, kinds="chance,play", levels="pair"),
        model=model, max_samples=1, display="none", log_dir=str(tmp_path),
    )  # fmt: skip
    assert log.status == "success", log.error
    values = [sample.scores["provability"].value for sample in log.samples]
    assert values == [1.0] * 3 + [0.0]
    outcomes = [sample.scores["provability"].metadata["outcome"] for sample in log.samples]
    assert outcomes == ["right", "proved", "right", "unfinished"]


def _answers(task: Task) -> list[str]:
    """Return exact answers, but none of the last game."""
    return ["I give up"] * 3 if task.index == 3 else list(task.turns)
