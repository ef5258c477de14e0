"""Players of the core in the laboratory: one call per chunk, the same columns."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from sapper.lab import simulate
from sapper.lab.playing import play_chunk
from sapper.lab.run import Run
from sapper.play import StartRule
from sapper.strategies import strategies

NATIVE = [s.name for s in strategies() if getattr(s, "native", None) is not None]

pytestmark = pytest.mark.skipif(not NATIVE, reason="no player of the core is registered")


@dataclass
class Table:
    """What a core would give for games that are lost by their only guess or without any."""

    guesses: np.ndarray
    won: np.ndarray
    moves: np.ndarray = field(default_factory=lambda: np.array([7, 1, 9], np.int32))

    def __post_init__(self) -> None:
        self.survived = self.guesses - ~self.won * (self.guesses > 0)
        self.expected, self.variance = 0.75 * self.guesses, 0.1875 * self.guesses
        self.seconds = np.full(3, 0.001)


@pytest.mark.parametrize("start", ["raw", "safe"])
def test_a_raw_first_click_is_a_guess_here_too(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    guesses, won = np.array([1, 0, 2], np.int32), np.array([False, False, True])
    monkeypatch.setattr("sapper.lab.playing.play_games", lambda *_: Table(guesses, won))
    games = play_chunk(Run.of(NATIVE[0], "9x9/10", start=start), 0, 3).games
    more = 1 if start == StartRule.RAW else 0
    assert games.guesses.tolist() == [1 + more, more, 2 + more]
    assert games.survived.tolist() == [more, 0, 2 + more]
    assert games.expected[2] == pytest.approx(1.5 + more * 71 / 81)
    assert games.steps.tolist() == [7, 1, 9]
    assert games.safeties is None


@pytest.mark.parametrize("name", NATIVE)
def test_workers_and_interruptions_do_not_matter(name: str) -> None:
    one, two, five = (
        simulate(name, "9x9/10", games=200, seed=8, workers=n).data for n in (1, 2, 5)
    )
    assert one.won.tolist() == two.won.tolist() == five.won.tolist()
    assert one.steps.tolist() == two.steps.tolist() == five.steps.tolist()
    assert one.expected.tolist() == two.expected.tolist() == five.expected.tolist()


@pytest.mark.parametrize("name", NATIVE)
@pytest.mark.parametrize("start", ["raw", "safe", "open"])
def test_calibration(name: str, start: str) -> None:
    result = simulate(name, "9x9/10", start=start, games=1000, seed=8)
    assert abs(result.calibration.deviations) < 4
    assert result.win_rate.value > 0.7
    random = simulate(name, "9x9/10", start=start, first="random", games=50, seed=8)
    assert len(set(random.data.first.tolist())) > 25
