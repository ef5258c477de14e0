"""What is no cluster is refused soon; a cluster that fails in the middle costs time, not games."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper.lab import RunStopped, simulate
from tests.support.command import sapper
from tests.support.dask_cluster import Cluster, Killer
from tests.support.game_tables import are_same_games

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")  # warnings of Dask itself


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path, 2)
    yield made
    made.close()


@pytest.fixture
def silent_port() -> Iterator[int]:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield server.getsockname()[1]


def test_a_port_of_something_else_is_refused(
    silent_port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.lab.workers.cluster._ANSWER_SECONDS", 1.0)
    address = f"tcp://127.0.0.1:{silent_port}"
    words = ["--cluster", address, "--ledger", str(tmp_path / "ledger")]
    done = sapper("run", "greedy", "--games", "5", *words)
    assert done.returncode == 2
    assert f"there is no Dask scheduler at '{address}': nothing answers within 1" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_lost_scheduler_is_named_and_loses_no_games(cluster: Cluster, tmp_path: Path) -> None:
    killer, path = Killer([cluster.scheduler, *cluster.workers]), tmp_path / "ledger"
    with pytest.raises(RunStopped, match=r"scheduler .* is lost; finished games are stored"):
        simulate(
            "hybrid", "16x16/40", games=150, seed=6, cluster=cluster.address, watch=killer,
            ledger=path,
        )  # fmt: skip
    result = simulate("hybrid", "16x16/40", games=150, seed=6, ledger=path, workers=1)
    here = simulate("hybrid", "16x16/40", games=150, seed=6, workers=2)
    assert are_same_games(result.data, here.data)


PLAYER = """
import os

class Mine:
    def decide(self, position):
        return next(position.covered())

class Deadly(Mine):
    def __init__(self, seed):
        self.is_deadly = seed % 3 == 0

    def decide(self, position):
        if self.is_deadly:
            os._exit(3)
        return super().decide(position)

class Endless(Deadly):
    def decide(self, position):
        while self.is_deadly:
            pass
        return Mine.decide(self, position)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "code"
    folder.mkdir()
    path = folder / "shipped_player.py"
    path.write_text(PLAYER)
    monkeypatch.syspath_prepend(folder)
    yield path
    sys.modules.pop("shipped_player", None)


def test_a_module_can_be_shipped(cluster: Cluster, module: Path) -> None:
    name, words = "shipped_player:Mine", ["--games", "20", "--json", "--cluster", cluster.address]
    ledger = ["--ledger", str(module.parent / "ledger")]
    missing = sapper("run", name, *words, *ledger)
    assert missing.returncode == 5
    assert "No module named 'shipped_player'" in missing.stderr
    assert "--ship FILE" in missing.stderr
    assert "Traceback" not in missing.stderr
    done = sapper("run", name, *words, *ledger, "--ship", str(module))
    assert (done.returncode, done.stderr) == (0, "")
