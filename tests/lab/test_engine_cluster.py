"""Engines on a cluster: a worker that lacks the engine is refused, and its chunks go elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper.lab import Ledger, RunStopped, Watch, simulate
from tests.support.dask_cluster import Cluster
from tests.support.engines import EXAMPLES
from tests.support.game_tables import are_same_games

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")  # warnings of Dask itself

ENGINE = "engine:sapper-test-engine"


def path_with(folder: Path, version: str | None) -> str:
    """Return a search path that starts with an engine of this version, or without one."""
    folder.mkdir()
    if version is not None:
        text = (EXAMPLES / "plain.py").read_text().replace("version 1.0", f"version {version}")
        program = folder / "sapper-test-engine"
        program.write_text(f"#!{sys.executable}\n{text}")
        program.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


class Notes(Watch):
    def __init__(self) -> None:
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """Yield a cluster with one worker each: the right engine, another version, and none."""
    made = Cluster(tmp_path, 0)
    paths = [path_with(tmp_path / name, name) for name in ("1.0", "1.1")]
    for path in (*paths, path_with(tmp_path / "none", None)):
        made.add_worker(path=path)
    monkeypatch.setenv("PATH", paths[0])
    yield made
    made.close()


def test_workers_without_the_engine_are_refused(cluster: Cluster, tmp_path: Path) -> None:
    from distributed import Client

    with Client(cluster.address, timeout=30) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(3, timeout=60)  # type: ignore[no-untyped-call]
        hosts = {str(pid): address for address, pid in client.run(os.getpid).items()}
    right = hosts[str(cluster.workers[0].pid)]
    watch, path = Notes(), tmp_path / "ledger"
    here = simulate(ENGINE, "5x5/3", games=150, seed=2, workers=1)
    there = simulate(
        ENGINE, "5x5/3", games=150, seed=2, cluster=cluster.address, ledger=path, watch=watch
    )
    assert are_same_games(here.data, there.data)
    assert there.faults.counts == {}
    said = sorted(watch.notes, key=lambda text: "cannot be started" in text)
    assert len(said) == 2
    assert "starts plain-python/1.1 there, and not plain-python/1.0; it is refused" in said[0]
    assert "cannot be started: No such file or directory" in said[1]
    assert not any(right in text for text in said)

    cluster.workers[0].kill()
    cluster.workers[0].wait(timeout=60)
    with pytest.raises(RunStopped, match=r"no worker of the cluster can play this: "):
        simulate(ENGINE, "5x5/3", games=151, seed=2, cluster=cluster.address, ledger=path)
    with Ledger(path) as ledger:
        assert ledger.count(ledger.runs()[0]) == 150
