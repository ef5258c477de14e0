"""The referee of a sequential test: looks at finished games, and says when they suffice."""

from __future__ import annotations

import numpy as np

from sapper.lab.run import Run
from sapper.lab.simulation import Referee, Watch
from sapper.lab.sprt import Sprt, SprtState
from sapper.lab.stored_chunk import StoredChunk

__all__ = ["SprtReferee"]


class SprtReferee(Referee):
    """Runs the sequential test on the boards in order, so that the verdict is reproducible."""

    def __init__(self, runs: list[Run], test: Sprt, watch: Watch) -> None:
        self._test, self._watch = test, watch
        self._won = {run: np.full(0, -1, np.int8) for run in runs}

    def see(self, run: Run, chunk: StoredChunk) -> None:
        """Note the outcomes of a chunk."""
        assert chunk.won is not None
        won = self._won[run]
        if len(won) < chunk.end:
            won = np.concatenate([won, np.full(chunk.end - len(won), -1, np.int8)])
            self._won[run] = won
        won[chunk.begin : chunk.end] = chunk.won

    def games(self) -> int | None:
        """Return the boards that the test used."""
        return self.state().games

    def is_decided(self) -> bool:
        """Return whether the games suffice."""
        state = self.state()
        self._watch.test(state)
        return state.verdict != "undecided"

    def state(self) -> SprtState:
        """Return the state of the test on the boards that both players have finished."""
        first, second = self._won.values()
        both = min(len(first), len(second))
        first, second = first[:both], second[:both]
        missing = np.flatnonzero((first < 0) | (second < 0))
        both = int(missing[0]) if len(missing) else len(first)
        return self._test.state(first[:both] - second[:both])
