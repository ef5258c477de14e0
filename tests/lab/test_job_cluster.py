"""Jobs on a cluster: the same bytes as here, and limits that hold there too."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.lab import Ledger
from sapper.lab.dataset import DatasetPlan, make_dataset
from sapper.tasks import TaskPlan, write_tasks
from tests.support.bad_players import Loops
from tests.support.dask_cluster import Cluster

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")  # warnings of Dask itself


def test_jobs_on_a_cluster_are_the_same_and_limited(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path, 1)
    tasks = TaskPlan.of(kinds=["chance"], levels=["single"], boards=["6x6/8"], seed=3)
    rows = DatasetPlan.of(Loops, "5x5/3", games=4, seed=2, form="jsonl", move_time=0.2)
    try:
        there = {"cluster": cluster.address}
        for place, where in (("here", {"workers": 1}), ("there", there)):
            (tmp_path / place).mkdir()
            write_tasks(tmp_path / place / "tasks", tasks, 25, **where)  # type: ignore[arg-type]
            made = make_dataset(tmp_path / place / "set", rows, **where)  # type: ignore[arg-type]
            assert made.splits["train"]["faults"] > 0
            assert "took longer than 0.2 s for a move" in made.failures[0]["words"]
    finally:
        cluster.close()
    for name in ("tasks", "set/train/part-000000.jsonl"):
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()
    with Ledger(tmp_path / "there/tasks.ledger", read_only=True) as ledger:
        workers = ledger.jobs.workers(ledger.jobs.entries()[0].number)
    assert {worker.process for worker in workers} == {cluster.workers[0].pid}
