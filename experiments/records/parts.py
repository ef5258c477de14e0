"""Decide by ten million games whether `patient` is above the best known from the safe corner.

    python -m experiments.records.parts [--parts 0-99] [--workers W]

The games are cut into numbered parts, each with a seed of its own: part n has SEED + n. The sums of
a finished part are one line of parts.jsonl, so parts that other machines have played are added by
adding their lines, and a part that is there is not played again. Parts are joined only if the
players behaved alike: if `sapper bench` printed the same signature. A stopped part goes on where it
was, from its ledger in build/. The last line printed joins all parts.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np

from experiments.games import measure
from experiments.records.rivals import rivals
from experiments.records.run import SAFE, say
from sapper.games.engine_signature import bench_engine
from sapper.lab.statistics.intervals import wilson
from sapper.lab.statistics.moments import Moments, control_variate

PARTS = Path(__file__).parent / "parts.jsonl"
PLAYER, BOARD, FIRST = "patient", "16x30/99", (0, 0)
SEED, GAMES, COUNT = 20262600, 100_000, 100


def main() -> None:
    """Play the parts that are asked for and missing, then print what all of them say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parts", default=f"0-{COUNT - 1}", help="first and last part to play")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    first, last = map(int, asked.parts.split("-"))
    signature, known = bench_engine().signature, stored()
    for other in {part["signature"] for part in known} - {signature}:
        raise SystemExit(f"{PARTS.name} has parts of {other}, but the players are now {signature}")
    for number in sorted({*range(first, last + 1)} - {part["part"] for part in known}):
        part = {**play_part(number, asked.workers), "signature": signature}
        with PARTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(part) + "\n")
        say(verdict(stored()))
    say(verdict(stored()))


def stored() -> list[dict[str, Any]]:
    """Return the parts that were played."""
    return (
        [json.loads(line) for line in PARTS.read_text("utf-8").splitlines()]
        if PARTS.exists()
        else []
    )


def play_part(number: int, workers: int) -> dict[str, object]:
    """Return the sums of one part."""
    result = measure(PLAYER, BOARD, SAFE, FIRST, SEED + number, GAMES, workers=workers)
    moments = result.score_moments
    return {
        "part": number,
        "seed": SEED + number,
        "games": result.games,
        "identity": result.identity,
        "wins": result.wins,
        "means": moments.means.tolist(),
        "products": moments.products.tolist(),
        "cpu_ms_per_game": round(result.ms_per_game, 4),
    }


def verdict(parts: Iterable[dict[str, Any]]) -> str:
    """Return the share of games won in all parts together, plain and with luck taken out."""
    parts = list(parts)
    if not parts:
        return "no part was played yet"
    wins, games = (sum(part[name] for part in parts) for name in ("wins", "games"))
    rate = wilson(wins, games)
    moments = (
        Moments(part["games"], np.array(part["means"]), np.array(part["products"]))
        for part in parts
    )
    scores = control_variate(reduce(Moments.__add__, moments))
    best = rivals()[BOARD, SAFE.value].bound
    text = (
        f"{len(parts)} of {COUNT} parts, {games:,} games: {100 * rate.value:.3f} "
        f"({100 * rate.low:.3f} to {100 * rate.high:.3f}), best known {best}"
    )
    if scores is not None:
        low, high = 100 * scores.low, 100 * scores.high
        text += f"; luck taken out {100 * scores.value:.3f} ({low:.3f} to {high:.3f})"
    return text


if __name__ == "__main__":
    main()
