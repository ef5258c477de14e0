"""A real Dask cluster of separate processes: the same figures, also when a worker is killed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper.errors import InputError
from sapper.lab import simulate
from sapper.lab.errors import RunStopped
from sapper.lab.workers import worker_pool
from sapper.players import PlayerSpec, player_spec
from tests.support.dask_cluster import Cluster, Killer
from tests.support.engines import PLAIN
from tests.support.game_tables import are_same_games

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")  # warnings of Dask itself


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path, 2)
    yield made
    made.close()


def test_killing_a_worker_does_not_change_the_figures(cluster: Cluster) -> None:
    here = simulate("hybrid", "16x16/40", games=120, seed=6, workers=1)
    killer = Killer(cluster.workers[:1])
    there = simulate("hybrid", "16x16/40", games=120, seed=6, cluster=cluster.address, watch=killer)
    assert killer.killed_at is not None
    assert killer.killed_at < 120
    assert cluster.workers[0].poll() == -signal.SIGKILL
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


def test_a_missing_cluster_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.lab.workers.cluster._ANSWER_SECONDS", 1.0)
    with pytest.raises(InputError, match="Dask scheduler"):
        simulate("greedy", "9x9/10", games=5, cluster="not an address")
    with pytest.raises(InputError, match=r"Dask scheduler at 'tcp://127\.0\.0\.1:9'"):
        simulate("greedy", "9x9/10", games=5, cluster="tcp://127.0.0.1:9")


def test_an_engine_plays_on_this_machine_only(cluster: Cluster) -> None:
    with pytest.raises(InputError, match="plays on this machine only: leave out --cluster"):
        simulate(PLAIN, "5x5/3", games=5, cluster=cluster.address)
