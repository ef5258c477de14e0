"""The table of experiments/tasks, from its stored result."""

from __future__ import annotations

import json
from typing import Any

from experiments.tasks import run
from sapper.lab.table import Table, Value

__all__ = ["answer"]


def answer() -> str:
    """Return the mean score of every baseline, by kind and by level, in Markdown."""
    document: dict[str, Any] = json.loads(run.RESULT.read_text("utf-8"))
    found = document["baselines"]
    first = next(iter(found.values()))
    rows: list[list[Value]] = []
    for name in ("kind", "level"):
        for key, group in first["groups"][name].items():
            scores = [f"{each['groups'][name][key]['score']:.3f}" for each in found.values()]
            rows.append([f"{name}: {key}", group["tasks"], *scores])
    means = (f"{each['all']['score']:.3f}" for each in found.values())
    rows.append(["all", first["all"]["tasks"], *means])
    columns = ["", "tasks", *(f"`{name}`" for name in found)]
    seed, *_others, boards = document["plan"].split("; ")
    note = f"Mean scores, 0 to 1. {seed}, boards {boards}, sapper {document['sapper']}."
    return f"{Table('', columns, rows).to_markdown()}\n\n{note}"
