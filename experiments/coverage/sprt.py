"""Measure the error rates of the sequential test, and the games that scores save.

    python -m experiments.coverage.sprt [--tests N]

Boards are drawn from a population of two scored players. H0 is true if it states the difference of
the population, H1 likewise; each test must accept the true one.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from rich.console import Console

from experiments.coverage.populations import SEED, Pairing, scored_pairings
from sapper.files import write_text
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.statistics.sprt import Basis, Sprt

RESULT = Path(__file__).parent / "sprt.json"
DISTANCES = (0.5, 1, 2, 5)  # points between the hypotheses
COLUMNS: dict[Basis, str] = {"outcomes": "won", "scores": "score"}
CHUNK = 1000  # boards
say = Console(highlight=False, soft_wrap=True).print


def main() -> None:
    """Run the tests on every pair, for every distance between the hypotheses."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tests", type=int, default=1000, help="tests with each hypothesis true")
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    rows: list[dict[str, object]] = []
    for row in measure(asked.tests):
        rows.append(row)
        say(row)
        result = {"sapper": sapper_version(), "seed": SEED, "tests": asked.tests, "rows": rows}
        write_text(asked.out, json.dumps(result, indent=1) + "\n")


def measure(tests: int) -> Iterator[dict[str, object]]:
    """Yield the wrong verdicts in % and the mean number of boards, of both kinds of test."""
    for pairing in scored_pairings():
        for distance in DISTANCES:
            row: dict[str, object] = {"pair": pairing.name, "points": distance}
            for on in COLUMNS:
                false_h1, games = judge(pairing, distance, on, tests, truth="H0")
                false_h0, more = judge(pairing, distance, on, tests, truth="H1")
                row[on] = {
                    "false_h1": round(100 * false_h1, 1),
                    "false_h0": round(100 * false_h0, 1),
                    "boards": round((games + more) / 2),
                }
            yield row


def judge(
    pairing: Pairing, distance: float, on: Basis, tests: int, truth: str
) -> tuple[float, float]:
    """Return the share of wrong verdicts and the mean number of boards."""
    points = 100 * pairing.truth
    low = points if truth == "H0" else points - distance
    test = Sprt(low, low + distance)
    random = np.random.default_rng([SEED, zlib.crc32(f"{pairing.name}{distance}{truth}".encode())])
    wrong = boards = 0
    for _ in range(tests):
        run = test.run(on)
        while not run.is_decided:
            run.add(pairing.draw(random, CHUNK)[COLUMNS[on]])
        wrong += run.state().verdict != truth
        boards += run.games
    return wrong / tests, boards / tests


if __name__ == "__main__":
    main()
