"""The examples for reasoning-gym and Inspect, against the packages: `make test-adapters`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from sapper.tasks import TaskPlan, make_task

pytestmark = pytest.mark.filterwarnings("ignore")
EXAMPLES = str(Path(__file__).parents[2] / "examples")


def test_reasoning_gym(monkeypatch: pytest.MonkeyPatch) -> None:
    reasoning_gym = pytest.importorskip("reasoning_gym")
    monkeypatch.setattr(sys, "path", [EXAMPLES, *sys.path])
    example = importlib.import_module("tasks_reasoning_gym")
    data = reasoning_gym.create_dataset("sapper", seed=3, size=15, levels=["single", "pair"])
    assert len(data) == 15
    for entry in data:
        assert data.score_answer(f"Well.\n{entry['answer']}", entry) == 1.0
        assert data.score_answer("no idea", entry) == data.score_answer(None, entry) == 0.0
    with pytest.raises(ValueError, match="leave out play"):
        example.SapperConfig(kinds=["play"]).validate()


def test_inspect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    monkeypatch.setattr(sys, "path", [EXAMPLES, *sys.path])
    example = importlib.import_module("tasks_inspect")
    plan = TaskPlan(3, kinds=["chance", "play"])
    tasks = [make_task(plan, index) for index in range(8)]
    replies = [turn for task in tasks[:-1] for turn in task["answer"].split("\n")]
    outputs = []
    for reply in [*replies, *["I give up"] * 3]:  # of the last game
        output = ModelOutput.from_content("mockllm/model", reply)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        outputs.append(output)
    [log] = inspect_ai.eval(
        example.minesweeper(count=8, seed=3, kinds="chance,play"),
        model=get_model("mockllm/model", custom_outputs=outputs),
        max_samples=1, display="none", log_dir=str(tmp_path),
    )  # fmt: skip
    assert log.status == "success", log.error
    scores = [sample.scores["points"] for sample in log.samples]
    assert [given.value for given in scores] == [1.0] * 7 + [0.0]
    assert [given.metadata["outcome"] for given in scores] == ["right"] * 7 + ["unreadable"]
