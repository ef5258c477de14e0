"""A real Dask cluster: the same figures, what is no cluster, and what is lost with one."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper.errors import InputError
from sapper.lab import RunStopped, simulate
from sapper.lab.workers import worker_pool
from sapper.players import PlayerSpec, player_spec
from tests.support.command import sapper
from tests.support.dask_cluster import Cluster, Killer
from tests.support.engines import PLAIN
from tests.support.stored_games import are_same_games

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")  # warnings of Dask itself


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("cluster"), 2)
    yield made
    made.close()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster of its own for a test that kills some of it."""
    made = Cluster(tmp_path, 2)
    yield made
    made.close()


def test_killing_a_worker_does_not_change_the_figures(mortal: Cluster) -> None:
    here = simulate("hybrid", "16x16/40", games=120, seed=6, workers=1)
    killer = Killer(mortal.workers[:1])
    there = simulate("hybrid", "16x16/40", games=120, seed=6, cluster=mortal.address, watch=killer)
    assert killer.killed_at is not None
    assert killer.killed_at < 120
    assert mortal.workers[0].poll() == -signal.SIGKILL
    assert are_same_games(here.data, there.data)


def test_a_player_without_a_module_plays_on_a_cluster(cluster: Cluster) -> None:
    """Like a player of a notebook, it is pickled by value."""
    make = player_spec("greedy").make
    chosen = PlayerSpec("unregistered", "", "", lambda seed: make(seed=seed))
    here = simulate(chosen, "9x9/10", games=40, seed=6, workers=1)
    there = simulate(chosen, "9x9/10", games=40, seed=6, cluster=cluster.address)
    assert are_same_games(here.data, there.data)


def test_a_result_that_comes_as_the_wait_ends_is_taken(cluster: Cluster) -> None:
    class Late:
        status, waits = "finished", 0

        def done(self) -> bool:
            return True

        def result(self, timeout: float) -> str:
            self.waits += 1
            if self.waits == 1:
                raise TimeoutError
            return f"the chunk, after {timeout:g} seconds at most"

    with worker_pool(cluster=cluster.address) as pool:
        assert str(pool._await(Late())).startswith("the chunk")  # type: ignore[attr-defined]


def test_a_worker_of_another_version_is_refused(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.lab.workers.cluster.sapper_version", lambda: "99")
    with pytest.raises(RunStopped, match=r"the worker .* has sapper .* and not 99"):
        simulate("greedy", "9x9/10", games=5, cluster=cluster.address)


def test_an_engine_plays_on_this_machine_only(cluster: Cluster) -> None:
    with pytest.raises(InputError, match="plays on this machine only: leave out --cluster"):
        simulate(PLAIN, "5x5/3", games=5, cluster=cluster.address)


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
def test_a_lost_scheduler_is_named_and_loses_no_games(mortal: Cluster, tmp_path: Path) -> None:
    killer, path = Killer([mortal.scheduler, *mortal.workers]), tmp_path / "ledger"
    with pytest.raises(RunStopped, match=r"scheduler .* is lost; finished games are stored"):
        simulate(
            "hybrid", "16x16/40", games=150, seed=6, cluster=mortal.address, watch=killer,
            ledger=path,
        )  # fmt: skip
    result = simulate("hybrid", "16x16/40", games=150, seed=6, ledger=path, workers=1)
    here = simulate("hybrid", "16x16/40", games=150, seed=6, workers=2)
    assert are_same_games(result.data, here.data)


PLAYER = """
class Mine:
    def decide(self, position):
        return next(position.covered())
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


def test_a_module_can_be_sent(cluster: Cluster, module: Path) -> None:
    distributed = pytest.importorskip("distributed")
    name, words = "shipped_player:Mine", ["--games", "20", "--json", "--cluster", cluster.address]
    ledger = ["--ledger", str(module.parent / "ledger")]
    missing = sapper("run", name, *words, *ledger)
    assert missing.returncode == 5
    assert "No module named 'shipped_player'" in missing.stderr
    assert "upload_file" in missing.stderr
    assert "Traceback" not in missing.stderr
    with distributed.Client(cluster.address) as client:
        client.upload_file(str(module))
    done = sapper("run", name, *words, *ledger)
    assert (done.returncode, done.stderr) == (0, "")
