"""Every worker says whose games it played, and games of another player are refused."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper.lab import Ledger, Watch, simulate
from sapper.lab.chunk import Chunk, play_chunk
from sapper.lab.errors import RunStopped
from sapper.lab.identity import identity_of, this_worker
from sapper.lab.run import Run
from sapper.lab.standing import Standing
from tests.support.dask_cluster import Cluster
from tests.support.game_tables import are_same_games
from tests.support.imports import forget_modules

MINE = """
import time

class Mine:
    def decide(self, position):
        time.sleep(0.001)
        return list(position.covered())[{index}]
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "worked_player.py").write_text(MINE.format(index=0))
    monkeypatch.syspath_prepend(folder)
    yield folder
    forget_modules("worked_")


def games_in(path: Path) -> int:
    with Ledger(path) as ledger:
        return sum(entry.games for entry in ledger.entries())


def test_a_chunk_carries_the_identity_and_its_worker() -> None:
    run = Run.of("greedy", "9x9/10")
    chunk = play_chunk(run, 0, 3)
    assert chunk.identity == identity_of(run)
    assert chunk.worker == this_worker()
    assert str(os.getpid()) in str(chunk.worker)


def test_a_chunk_of_an_older_version_has_no_identity() -> None:
    """It is unpickled without these fields, and refused."""
    old = object.__new__(Chunk)
    old.__dict__.update(games=None, elapsed=0.0)
    assert (old.identity, old.worker) == ("", None)


def test_a_process_beside_a_worker_says_its_own_identity(home: Path) -> None:
    """Moves with a limit of time are decided there."""
    module = importlib.import_module("worked_player")
    limited = {"games": 12, "seed": 1, "workers": 1, "move_time": 60.0}
    assert simulate(module.Mine, "5x5/3", **limited).games == 12  # type: ignore[arg-type]
    (home / "worked_player.py").write_text(MINE.format(index=-1))
    with pytest.raises(RunStopped, match=r"process \d+ on .* plays another worked_player:Mine: "):
        simulate(module.Mine, "5x5/3", **limited)  # type: ignore[arg-type]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_file_that_was_edited_after_its_import(home: Path, workers: int) -> None:
    """One worker plays what is in memory; others would import the new file, and are refused."""
    module = importlib.import_module("worked_player")
    first = simulate(module.Mine, "5x5/3", games=20, seed=1, workers=1)
    (home / "worked_player.py").write_text(MINE.format(index=-1))
    path = home / "ledger"
    if workers == 1:
        again = simulate(module.Mine, "5x5/3", games=20, seed=1, workers=1)
        assert again.identity == first.identity
        assert are_same_games(first.data, again.data)
        return
    with pytest.raises(RunStopped, match=r"process \d+ on .* plays another worked_player:Mine: "):
        simulate(module.Mine, "5x5/3", games=20, seed=1, workers=2, ledger=path)
    assert games_in(path) == 0


def test_an_attribute_that_workers_do_not_have(home: Path) -> None:
    """It would be lost on the way to them: they import the class from its file."""
    (home / "worked_swept.py").write_text(
        "class Swept:\n    depth = 0\n    def decide(self, position):\n"
        "        return list(position.covered())[self.depth]"
    )
    module = importlib.import_module("worked_swept")
    assert simulate(module.Swept, "5x5/3", games=20, workers=2).games == 20
    module.Swept.depth = -1
    assert simulate(module.Swept, "5x5/3", games=20, workers=1).games == 20
    wanted = (
        r"only in this process, worked_swept\.Swept\.depth differs .* Give every worker the same"
    )
    with pytest.raises(RunStopped, match=wanted):
        simulate(module.Swept, "5x5/3", games=20, workers=2)


VARIOUS = """
import collections, enum, functools, math, random
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
import numpy as np
import sapper
from sapper import Position, analyse
from sapper.lab import simulate
from sapper.players import Decision, Move, Player, PlayerSpec

WEIGHTS = np.arange(6.0)
TABLE = collections.defaultdict(list, {"a": [1, 2]})
RANDOM = random.Random(4)
NAMES = {"one", "two", "three", "four"}
calls = 0

class Mode(enum.Enum):
    FIRST = 0
    LAST = 1

def first(cells): return cells[0] if NAMES else second(cells)
def second(cells): return first(cells[::-1])

def remembered(number): return number * math.pi

@dataclass(frozen=True)
class Plan:
    mode: Mode = Mode.FIRST
    parts: list = field(default_factory=list)

class Base(ABC):
    __slots__ = ("plan",)
    def __init__(self): self.plan = Plan()
    @property
    def cells(self): return first
    @abstractmethod
    def decide(self, position): ...

class Slotted(Base):
    limit = WEIGHTS.sum()
    @staticmethod
    def pick(cells): return first(cells)
    @classmethod
    def make(cls): return cls
    def decide(self, position):
        super().__init__()
        class Inner:
            value = 3
        if self.plan.mode is Mode.LAST or remembered(TABLE['a'][0]) < 0: RANDOM.random()
        return self.pick(list(position.covered()))

class Ours(Player):
    def decide(self, position: Position) -> Decision:
        global calls
        calls += 1
        safe = sorted(analyse(position).safe)
        return Decision(Move("open", (safe or list(position.covered()))[0]), "", None, True)

def counting():
    count = 0
    def decide(position):
        nonlocal count
        count += 1
        return [cell for cell in position.covered() if cell is not None][0]
    return decide

def through(function):
    @functools.wraps(function)
    def decide(position, *, scale=WEIGHTS): return function(position)
    return decide

players = [
    Slotted, counting(), through(counting()), lambda p: sapper.best(p).cell,
    PlayerSpec("partly", "", "", functools.partial(Ours)),
    PlayerSpec("bound", "", "", Slotted.make()),
    PlayerSpec("lambda", "", "", lambda seed: Ours(seed)),
]
for player in players:
    one, two = (simulate(player, "5x5/3", games=30, seed=1, workers=n) for n in (1, 2))
    assert one.data.last.tolist() == two.data.last.tolist()
    print(two.identity)
"""


@pytest.mark.slow
def test_players_of_all_kinds_are_the_same_after_the_way_to_a_worker(tmp_path: Path) -> None:
    """A worker refuses nobody who only travelled; and two sessions agree."""
    (tmp_path / "script.py").write_text(VARIOUS)
    texts = [
        subprocess.run(
            [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True,
            check=False, timeout=240, env={**os.environ, "PYTHONHASHSEED": seed},
        )
        for seed in ("1", "2")
    ]  # fmt: skip
    assert [text.returncode for text in texts] == [0, 0], texts[0].stderr + texts[1].stderr
    first, second = (text.stdout.split() for text in texts)
    assert len({*first}) == len(first) == 7
    assert first == second


@pytest.fixture
def cluster(tmp_path: Path, home: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    made = Cluster(tmp_path, 0, python_path=home)
    yield made
    made.close()


@pytest.fixture
def away(tmp_path: Path) -> Path:
    """Return a folder with another version of the player's module."""
    folder = tmp_path / "away"
    folder.mkdir()
    (folder / "worked_player.py").write_text(MINE.format(index=-1))
    return folder


@pytest.mark.filterwarnings("default")  # warnings of Dask itself
def test_a_cluster_worker_with_other_code_is_refused(
    home: Path, away: Path, cluster: Cluster
) -> None:
    module = importlib.import_module("worked_player")
    cluster.add_worker(away)
    with pytest.raises(RunStopped, match="plays another worked_player:Mine: its identity is "):
        simulate(
            module.Mine, "5x5/3", games=50, seed=1, cluster=cluster.address, ledger=home / "ledger"
        )
    assert games_in(home / "ledger") == 0


class Replace(Watch):
    """Replaces the only worker by another one once some games are done."""

    def __init__(self, cluster: Cluster, folder: Path) -> None:
        self.cluster, self.folder = cluster, folder

    def update(self, standing: Standing) -> None:
        if standing.done >= 8 and len(self.cluster.workers) == 1:
            self.cluster.add_worker(self.folder)
            os.killpg(self.cluster.workers[0].pid, signal.SIGKILL)


@pytest.mark.filterwarnings("default")
def test_a_cluster_worker_with_other_code_that_joins_later_is_refused(
    home: Path, away: Path, cluster: Cluster
) -> None:
    module = importlib.import_module("worked_player")
    cluster.add_worker(home)
    path = home / "ledger"
    with pytest.raises(RunStopped, match="plays another worked_player:Mine: its identity is "):
        simulate(
            module.Mine, "5x5/3", games=5000, seed=1, cluster=cluster.address, ledger=path,
            watch=Replace(cluster, away),
        )  # fmt: skip
    stored = games_in(path)
    assert 8 <= stored < 5000
    with Ledger(path) as ledger:
        (entry,) = ledger.entries()
        games = ledger.games(entry, 5000)
    here = simulate(module.Mine, "5x5/3", games=len(games), seed=1, workers=1)
    assert are_same_games(games, here.data)
