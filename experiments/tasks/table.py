"""The table of experiments/tasks, from its stored result."""

from __future__ import annotations

import json
from typing import Any

from experiments.tasks import run
from sapper.lab.table import Table, Value

__all__ = ["answer"]


def answer() -> str:
    """Return the mean score of every baseline, by skill and by kind, in Markdown."""
    document: dict[str, Any] = json.loads(run.RESULT.read_text("utf-8"))
    found = document["baselines"]
    columns = ["", "tasks", *(f"`{name}`" for name in found)]
    rows: list[list[Value]] = []
    for name in ("skill", "kind", "level"):
        groups = next(iter(found.values()))[f"by_{name}"]
        for key, group in groups.items():
            scores = [f"{each[f'by_{name}'][key]['score']:.3f}" for each in found.values()]
            rows.append([f"{name}: {key}", group["tasks"], *scores])
    rows.append(["all", document["tasks"], *(f"{each['score']:.3f}" for each in found.values())])
    plan = document["plan"]
    note = (
        f"Mean scores, 0 to 1. Seed {plan['seed']}, boards {', '.join(plan['boards'])}, sapper "
        f"{document['sapper']}."
    )
    return f"{Table('', columns, rows).to_markdown()}\n\n{note}"
