"""Measure how often each interval that sapper prints contains the truth.

    python -m experiments.coverage.run [--samples N]

Every row is written as soon as it is measured. An estimate that is refused is not printed, so it
does not count; the plain interval, which stands beside it, has rows of its own.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console

from experiments.coverage.populations import SEED, Columns, Pairing, Population, play, simulated
from sapper import _core
from sapper.files import write_text
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.statistics.intervals import Estimate, paired_difference, unpaired_difference, wilson
from sapper.lab.statistics.moments import Moments, control_variate, luck_free
from sapper.players.engine.intervals import NORMAL_95, win_bounds

RESULT = Path(__file__).parent / "result.json"
SIZES = (50, 100, 200, 500, 1000, 2000, 5000, 10_000)
UNPAIRED = (("fast on 9x9/10", "greedy on 9x9/10"), ("champion on 9x9/16", "fast on 9x9/16"),
            ("champion on 16x30/99", "fast on 16x30/99"))  # fmt: skip
say = Console(highlight=False, soft_wrap=True).print

Estimates = dict[str, Estimate | None]
Measure = Callable[[Columns], Estimates]
"""The intervals of a sample by name, None where they are refused."""


def main() -> None:
    """Measure every interval on every population, for every number of games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, default=2000, help="samples of each size")
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    rows: list[dict[str, object]] = []
    for row in measure(asked.samples):
        rows.append(row)
        say(row)
        result = {"sapper": sapper_version(), "seed": SEED, "samples": asked.samples, "rows": rows}
        write_text(asked.out, json.dumps(result, indent=1) + "\n")


def measure(samples: int) -> Iterator[dict[str, object]]:
    """Yield one row for each interval, population and number of games."""
    (played, played_pairs), (made, made_pairs) = play(), simulated()
    populations, pairings = played + made, played_pairs + made_pairs
    by_name = {population.name: population for population in populations}
    for one in populations:
        yield from rows_of(one, intervals_of_games, truths_of(one), samples)
    for pairing in pairings:
        yield from rows_of(pairing, intervals_of_pairs, {}, samples)
    for first, second in UNPAIRED:
        both = unpaired(by_name[first], by_name[second])
        yield from rows_of(both, intervals_unpaired, {}, samples)


def rows_of(
    source: Population | Pairing, measure: Measure, truths: dict[str, float], samples: int
) -> Iterator[dict[str, object]]:
    """Yield the coverage of the intervals of one population, for every number of games."""
    for games in SIZES:
        random = np.random.default_rng([SEED, zlib.crc32(source.name.encode()), games])
        tallies: dict[str, Tally] = {}
        for _ in range(samples):
            for name, estimate in measure(source.draw(random, games)).items():
                tally = tallies.setdefault(name, Tally())
                tally.count(estimate, truths.get(name, source.truth))
        for name, tally in tallies.items():
            row: dict[str, object] = {
                "interval": name,
                "of": source.name,
                "games": games,
                **tally.figures(),
            }
            yield row | ({} if source.apart is None else {"apart": round(games * source.apart, 1)})


class Tally:
    """How often an interval was printed, and how often it then held the truth."""

    def __init__(self) -> None:
        self.samples = self.printed = self.right = 0

    def count(self, estimate: Estimate | None, truth: float) -> None:
        """Count one sample."""
        self.samples += 1
        if estimate is not None:
            self.printed += 1
            self.right += estimate.low <= truth <= estimate.high

    def figures(self) -> dict[str, float | None]:
        """Return the share of samples with the interval, and its coverage there, in %."""
        return {
            "printed": round(100 * self.printed / self.samples, 1),
            "coverage": round(100 * self.right / self.printed, 2) if self.printed else None,
        }


def truths_of(population: Population) -> dict[str, float]:
    """Return the truths of intervals that are not about the win rate."""
    accuracy = population.accuracy
    return {"calibration": 0.0} | ({} if accuracy is None else {"guesses right": accuracy})


def intervals_of_games(sample: Columns) -> Estimates:
    """Return every interval of one player."""
    won = sample["won"]
    found: Estimates = {
        "win rate": wilson(int(won.sum()), len(won)),
        "rollouts": rollout_share(int(won.sum()), len(won)),
        "without luck": luck_free(Moments.of(won, sample["luck"])),
    }
    error = NORMAL_95 * float(sample["variance"].sum()) ** 0.5
    found["calibration"] = around(float(sample["luck"].sum()), error)
    if "score" in sample:
        found["control variate"] = control_variate(Moments.of(won, sample["score"]))
        found["rollouts without luck"] = deep_chance(sample["score"])
    if "guesses" in sample:
        right, guesses = int(sample["survived"].sum()), int(sample["guesses"].sum())
        found["guesses right"] = wilson(right, guesses)
    return found


def rollout_share(wins: int, games: int) -> Estimate:
    """Return the share of rollouts won, as `sapper best` and reviews give it."""
    return Estimate(wins / games, *win_bounds(wins, games))


def deep_chance(scores: npt.NDArray[np.float64]) -> Estimate:
    """Return the chance of a candidate of the player `deep`, whose rollouts are scores."""
    bounds = _core.score_bounds(len(scores), float(scores.sum()), float(scores @ scores))
    return Estimate(float(scores.mean()), *bounds)


def around(value: float, error: float) -> Estimate:
    """Return a value with the same error on both sides."""
    return Estimate(value, value - error, value + error)


def intervals_of_pairs(sample: Columns) -> Estimates:
    """Return every interval of two players on the same boards."""
    won = sample["won"]
    moments = Moments.of(won, sample["luck"], sample["luck of second"])
    found: Estimates = {
        "difference": paired_difference(int((won > 0).sum()), int((won < 0).sum()), len(won)),
        "difference without luck": luck_free(moments),
    }
    if "score" in sample:
        variate = control_variate(Moments.of(won, sample["score"]))
        found["difference of control variates"] = variate
    return found


def intervals_unpaired(sample: Columns) -> Estimates:
    """Return the interval of two win rates on different boards."""
    first, second = (wilson(int(sample[c].sum()), len(sample[c])) for c in ("won", "won by second"))
    return {"unpaired difference": unpaired_difference(first, second)}


def unpaired(first: Population, second: Population) -> Pairing:
    """Return two players on different boards."""

    def draw(random: np.random.Generator, games: int) -> Columns:
        one, two = first.draw(random, games), second.draw(random, games)
        return {"won": one["won"], "won by second": two["won"]}

    return Pairing(f"{first.name} − {second.name}", draw, first.truth - second.truth)


if __name__ == "__main__":
    main()
