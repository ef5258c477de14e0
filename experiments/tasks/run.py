"""Score our own baselines on the same tasks, so that the scale has known points.

python -m experiments.tasks.run [--tasks N] [--workers N]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rich.console import Console

from sapper.files import write_text
from sapper.lab.identity import sapper_version
from sapper.tasks import (
    BASELINES,
    Task,
    TaskPlan,
    TaskScores,
    baseline_turns,
    score_all,
    stream_lines,
)

RESULT = Path(__file__).parent / "result.json"
SEED = 20261120
ROUNDS = 8  # tasks of every kind and level
say = Console(highlight=False, soft_wrap=True).print


def main() -> None:
    """Make the tasks, let every baseline answer them, and store the means."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tasks", type=int, default=None, help="number of tasks, for a trial")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    plan = TaskPlan.of(seed=SEED)
    count = asked.tasks or ROUNDS * len(plan.pairs)
    tasks: list[Task] = []
    for lines in stream_lines(plan, count, workers=asked.workers):
        tasks += [Task.from_dict(json.loads(line)) for line in lines.splitlines()]
    say(f"{len(tasks)} tasks made")
    found = {name: _scores(name, tasks) for name in BASELINES}
    document: dict[str, Any] = {
        "sapper": sapper_version(),
        "plan": plan.to_dict(),
        "tasks": len(tasks),
        "baselines": {name: scores.to_dict() for name, scores in found.items()},
    }
    write_text(asked.out, json.dumps(document, indent=1) + "\n")


def _scores(name: str, tasks: list[Task]) -> TaskScores:
    scores = score_all(tasks, {task.id: baseline_turns(name, task) for task in tasks})
    say(f"{name}: {float(scores.value):.3f}")
    return scores


if __name__ == "__main__":
    main()
