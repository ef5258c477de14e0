"""Score simple answerers on the same tasks, so that the scale has known points.

python -m experiments.tasks.run [--tasks N] [--workers N]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rich.console import Console

from experiments.tasks.baselines import BASELINES, answers_of
from sapper.documents import document
from sapper.files import write_text
from sapper.lab.ledger.provenance import sapper_version
from sapper.tasks import TaskPlan, check_task, score_all, stream_lines, summarise

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
    plan = TaskPlan(SEED)
    lines = stream_lines(plan, asked.tasks or ROUNDS * len(plan.pairs), workers=asked.workers)
    tasks = [check_task(json.loads(line)) for line in lines]
    say(f"{len(tasks)} tasks made")
    report: dict[str, Any] = {"sapper": sapper_version(), "plan": str(plan), "baselines": {}}
    for name in BASELINES:
        answers = {task.id: answers_of(name, task) for task in tasks}
        found = summarise(score_all(tasks, answers))
        report["baselines"][name] = document(found)
        say(f"{name}: {found.all.score:.3f}")
    write_text(asked.out, json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
