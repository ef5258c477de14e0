"""The referee of a sequential test: looks at finished games, and says when they suffice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sapper.errors import InputError
from sapper.games.table import GameTable
from sapper.lab.playing.chunk import Chunk
from sapper.lab.runs.run import Run
from sapper.lab.simulation import Referee, Watch
from sapper.lab.statistics.sprt import Basis, Sprt, SprtState

__all__ = ["SprtReferee", "basis_of", "check_basis"]

Values = npt.NDArray[np.float64] | npt.NDArray[np.int8]


class SprtReferee(Referee):
    """Runs the sequential test on the boards in order, so that the verdict is reproducible."""

    def __init__(self, runs: Sequence[Run], test: Sprt, on: Basis, watch: Watch) -> None:
        self._test, self._watch = test.run(on), watch
        self._players = {run: _InOrder() for run in runs}

    @property
    def needs_games(self) -> bool:
        """Whether scores are needed, which are kept with the games only."""
        return self._test.on == "scores"

    def see(self, run: Run, chunk: Chunk) -> None:
        """Give a chunk to the test as soon as all boards before it are finished."""
        if self._test.is_decided:
            return
        self._players[run].put(chunk.begin, self._values(run, chunk))
        ready = min(player.ready for player in self._players.values())
        first, second = (player.take(ready) for player in self._players.values())
        self._test.add(first - second)

    def _values(self, run: Run, chunk: Chunk) -> Values:
        kept = chunk.table if self.needs_games else chunk
        if kept is None or kept.won is None:
            raise InputError(
                f"the ledger keeps only sums of some games of {run}, not their {self._test.on}, "
                "which the sequential test needs: use another ledger, or another seed"
            )
        return kept.score if isinstance(kept, GameTable) else kept.won.astype(np.int8)

    def games(self) -> int | None:
        """Return the boards that the test used."""
        return self.state().games

    def is_decided(self) -> bool:
        """Return whether the games suffice."""
        self._watch.test(self._test.state())
        return self._test.is_decided

    def state(self) -> SprtState:
        """Return the state of the test on the boards that both players have finished."""
        return self._test.state()


class _InOrder:
    """Puts chunks that arrive in any order into the order of their games."""

    def __init__(self) -> None:
        self._waiting: dict[int, Values] = {}
        self._in_order: Values = np.zeros(0, np.int8)  # added to scores, they become scores
        self._end = 0

    @property
    def ready(self) -> int:
        """The number of games that can be taken."""
        return len(self._in_order)

    def put(self, begin: int, values: Values) -> None:
        """Add a chunk."""
        if len(values) > len(self._waiting.get(begin, ())):
            self._waiting[begin] = values
        while self._waiting and (first := min(self._waiting)) <= self._end:
            chunk = self._waiting.pop(first)[self._end - first :]  # parts may overlap
            self._in_order = np.concatenate([self._in_order, chunk])
            self._end += len(chunk)

    def take(self, games: int) -> Values:
        """Return the next games, and forget them."""
        taken, self._in_order = self._in_order[:games], self._in_order[games:]
        return taken


def basis_of(runs: Sequence[Run]) -> Basis:
    """Return what the test of these players is on if nothing is chosen: scores if all have them."""
    return "scores" if all(run.is_scored for run in runs) else "outcomes"


def check_basis(runs: Sequence[Run], on: Basis | None) -> None:
    """Raise `InputError` if a test cannot be on what was chosen."""
    if on not in (None, "scores", "outcomes"):
        raise InputError(f"expected --sprt-on scores or outcomes, got {on!r}")
    if on == "scores" and (why := [run.why_unscored for run in runs if run.why_unscored]):
        raise InputError(f"--sprt-on scores needs two players with scores: {'; '.join(why)}")
