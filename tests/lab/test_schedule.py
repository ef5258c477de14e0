"""How runs are cut into chunks."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.lab.playing.chunk import Chunk
from sapper.lab.playing.schedule import Backlog
from sapper.lab.playing.sums import GameSums
from sapper.lab.runs.run import Run

RUN = Run.of("fast", "9x9/10")


def chunk(games: int, seconds: float) -> Chunk:
    """Return lost games that took some time."""
    return Chunk(0, GameSums(games=games), seconds=seconds)


@pytest.mark.parametrize(
    ("at_once", "least", "sizes"),
    [
        (1, 8, [64, 36]),
        (2, 8, [25, 19, 14, 11, 8, 8, 8, 7]),
        (2, 20, [25, 20, 20, 18, 9, 8]),
        (8, 60, [13, 11, 10, 9, 8, 8, 8, 8, 8, 8, 8, 1]),
    ],
)
def test_only_chunks_that_are_played_together_end_small(
    at_once: int, least: int, sizes: list[int]
) -> None:
    backlog, cut = Backlog(RUN, [(0, 100)], size=64, least=least), []
    while backlog.missing:
        cut.append(backlog.cut_chunk(at_once))
    assert [size for _, size in cut] == sizes
    assert [begin for begin, _ in cut] == np.cumsum([0, *sizes[:-1]]).tolist()


@pytest.mark.parametrize(("target", "full", "least"), [(0.5, 500, 50), (1.0, 1000, 100)])
def test_a_chunk_takes_the_wanted_time(target: float, full: int, least: int) -> None:
    backlog = Backlog(RUN, [(0, 10**6)], size=400)
    backlog.adapt_size(chunk(100, 0.1), target)
    assert (backlog.size, backlog.least) == (full, least)
