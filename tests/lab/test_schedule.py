"""How runs are cut into chunks."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.lab.identity import identity_of, sapper_version
from sapper.lab.ledger import Ledger
from sapper.lab.run import Run
from sapper.lab.schedule import Task
from sapper.lab.workers import LocalPool


@pytest.mark.parametrize(("at_once", "sizes"), [(1, [64, 36]), (2, [25, 19, 14, 11, 8, 8, 8, 7])])
def test_only_chunks_that_are_played_together_end_small(at_once: int, sizes: list[int]) -> None:
    run = Run.of("fast", "9x9/10")
    with Ledger() as ledger:
        entry = ledger.enter(run, sapper_version(), identity_of(run))
    task, cut = Task(entry, 100, [(0, 100)], size=64), []
    while task.missing:
        cut.append(task.cut_chunk(at_once))
    assert [size for _, size in cut] == sizes
    assert [begin for begin, _ in cut] == np.cumsum([0, *sizes[:-1]]).tolist()


def test_the_core_plays_one_chunk_with_all_threads() -> None:
    pool = LocalPool(4)
    assert pool.at_once(Run.of("fast", "9x9/10")) == 1
    assert pool.at_once(Run.of("greedy", "9x9/10")) == 4
