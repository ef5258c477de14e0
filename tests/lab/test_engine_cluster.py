"""Engines on a cluster: a worker that lacks the engine stops the run and is named."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from sapper.lab import RunStopped, simulate
from tests.support.dask_cluster import Cluster
from tests.support.engines import EXAMPLES
from tests.support.game_tables import are_same_games

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")  # warnings of Dask itself

ENGINE = "engine:sapper-test-engine"


def path_with(folder: Path, version: str) -> str:
    """Return a search path that starts with an engine of this version."""
    folder.mkdir()
    text = (EXAMPLES / "plain.py").read_text().replace("version 1.0", f"version {version}")
    program = folder / "sapper-test-engine"
    program.write_text(f"#!{sys.executable}\n{text}")
    program.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.parametrize(
    ("there", "says"),
    [("1.1", "starts plain-python/1.1 there, and not plain-python/1.0"),
     ("none", "cannot be started: No such file or directory")],
)  # fmt: skip
def test_a_worker_without_the_engine_stops_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: str, says: str
) -> None:
    ours, theirs = path_with(tmp_path / "1.0", "1.0"), os.environ["PATH"]
    if there != "none":
        theirs = path_with(tmp_path / there, there)
    cluster = Cluster(tmp_path, 0)
    first = cluster.add_worker(path=ours)
    monkeypatch.setenv("PATH", ours)
    asked: dict[str, Any] = {"seed": 2, "cluster": cluster.address, "ledger": tmp_path / "ledger"}
    try:
        here = simulate(ENGINE, "5x5/3", games=50, seed=2, workers=1)
        assert are_same_games(here.data, simulate(ENGINE, "5x5/3", games=50, **asked).data)
        first.kill()
        first.wait(timeout=60)
        cluster.add_worker(path=theirs)
        with pytest.raises(RunStopped, match=rf"the worker at tcp.* cannot play this: .*{says}"):
            simulate(ENGINE, "5x5/3", games=90, **asked)
    finally:
        cluster.close()
