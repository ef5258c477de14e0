"""The referee of a sequential test: looks at finished games, and says when they suffice."""

from __future__ import annotations

import numpy as np

from sapper.games.table import GameTable
from sapper.lab.run import Run
from sapper.lab.simulation import Referee, Watch
from sapper.lab.sprt import Sprt, SprtState

__all__ = ["SprtReferee"]


class SprtReferee(Referee):
    """Runs the sequential test on the boards in order, so that the verdict is reproducible."""

    def __init__(self, runs: list[Run], games: int, test: Sprt, watch: Watch) -> None:
        self._test, self._watch = test, watch
        self._won = {run: np.full(games, -1, np.int8) for run in runs}

    def see(self, run: Run, games: GameTable) -> None:
        """Note the outcomes of a chunk."""
        self._won[run][games.begin : games.end] = games.won

    def is_decided(self) -> bool:
        """Return whether the games suffice."""
        state = self.state()
        self._watch.test(state)
        return state.verdict != "undecided"

    def state(self) -> SprtState:
        """Return the state of the test on the boards that both players have finished."""
        first, second = self._won.values()
        missing = np.flatnonzero((first < 0) | (second < 0))
        both = int(missing[0]) if len(missing) else len(first)
        return self._test.state(first[:both] - second[:both])
