"""Measure how often each interval that sapper prints contains the truth.

    python -m experiments.coverage.run [--samples N]

Every row is written as soon as it is measured. Where an estimate is refused, the plain interval is
printed instead, so that is what counts as printed.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from rich.console import Console

from experiments.coverage.populations import SEED, Columns, Pairing, Population, play, simulated
from sapper.files import write_text
from sapper.lab.identity import sapper_version
from sapper.lab.moments import Moments
from sapper.lab.statistics import (
    Estimate,
    control_variate,
    luck_free,
    paired_difference,
    unpaired_difference,
    wilson,
)
from sapper.players.engine.intervals import NORMAL_95, share_error

RESULT = Path(__file__).parent / "result.json"
SIZES = (50, 100, 200, 500, 1000, 2000, 5000, 10_000)
UNPAIRED = (("fast on 9x9/10", "greedy on 9x9/10"), ("champion on 9x9/16", "fast on 9x9/16"),
            ("champion on 16x30/99", "fast on 16x30/99"))  # fmt: skip
say = Console(highlight=False, soft_wrap=True).print

Measure = Callable[[Columns], dict[str, tuple[Estimate | None, Estimate]]]
"""By name: the estimate, None where it is refused, and the plain one that is printed then."""


def main() -> None:
    """Measure every interval on every population, for every number of games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, default=4000, help="samples of each size")
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
    populations, pairings = (a + b for a, b in zip(play(), simulated(), strict=True))
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
            for name, (estimate, plain) in measure(source.draw(random, games)).items():
                tally = tallies.setdefault(name, Tally())
                tally.count(estimate, plain, truths.get(name, source.truth))
        for name, tally in tallies.items():
            yield {"interval": name, "of": source.name, "games": games, **tally.figures()}


class Tally:
    """How often an estimate was given, and how often it and what was printed held the truth."""

    def __init__(self) -> None:
        self.samples = self.given = self.given_right = self.right = 0

    def count(self, estimate: Estimate | None, plain: Estimate, truth: float) -> None:
        """Count one sample."""
        printed = estimate or plain
        right = printed.low <= truth <= printed.high
        self.samples += 1
        self.right += right
        self.given += estimate is not None
        self.given_right += right and estimate is not None

    def figures(self) -> dict[str, float | None]:
        """Return the share given, the coverage of what was printed, and of the estimate alone."""
        alone = round(100 * self.given_right / self.given, 2) if self.given else None
        return {
            "given": round(100 * self.given / self.samples, 1),
            "coverage": round(100 * self.right / self.samples, 2),
            "coverage_where_given": alone,
        }


def truths_of(population: Population) -> dict[str, float]:
    """Return the truths of intervals that are not about the win rate."""
    accuracy = population.accuracy
    return {"calibration": 0.0} | ({} if accuracy is None else {"accuracy": accuracy})


def intervals_of_games(sample: Columns) -> dict[str, tuple[Estimate | None, Estimate]]:
    """Return every interval of one player."""
    won = sample["won"]
    wins, games = int(won.sum()), len(won)
    plain = wilson(wins, games)
    error = share_error(wins, games)
    rollouts = Estimate(plain.value, plain.value - error, plain.value + error)
    found: dict[str, tuple[Estimate | None, Estimate]] = {
        "win rate": (plain, plain),
        "rollouts": (rollouts, rollouts),
        "without luck": (luck_free(Moments.of(won, sample["luck"])), plain),
    }
    luck, error = float(sample["luck"].sum()), NORMAL_95 * float(sample["variance"].sum()) ** 0.5
    fair = Estimate(luck, luck - error, luck + error)
    found["calibration"] = fair, fair
    if "score" in sample:
        found["control variate"] = control_variate(Moments.of(won, sample["score"])), plain
    if "guesses" in sample:
        right = wilson(int(sample["survived"].sum()), int(sample["guesses"].sum()))
        found["accuracy"] = right, right
    return found


def intervals_of_pairs(sample: Columns) -> dict[str, tuple[Estimate | None, Estimate]]:
    """Return every interval of two players on the same boards."""
    won = sample["won"]
    plain = paired_difference(int((won > 0).sum()), int((won < 0).sum()), len(won))
    free = luck_free(Moments.of(won, sample["luck"], sample["luck of second"]))
    found: dict[str, tuple[Estimate | None, Estimate]] = {
        "difference": (plain, plain),
        "difference without luck": (free, plain),
    }
    if "score" in sample:
        variate = control_variate(Moments.of(won, sample["score"]))
        found["difference of control variates"] = variate, plain
    return found


def intervals_unpaired(sample: Columns) -> dict[str, tuple[Estimate | None, Estimate]]:
    """Return the interval of two win rates on different boards."""
    first, second = (wilson(int(sample[c].sum()), len(sample[c])) for c in ("won", "won by second"))
    found = unpaired_difference(first, second)
    return {"unpaired difference": (found, found)}


def unpaired(first: Population, second: Population) -> Pairing:
    """Return two players on different boards."""

    def draw(random: np.random.Generator, games: int) -> Columns:
        one, two = first.draw(random, games), second.draw(random, games)
        return {"won": one["won"], "won by second": two["won"]}

    return Pairing(f"{first.name} − {second.name}", draw, first.truth - second.truth)


if __name__ == "__main__":
    main()
