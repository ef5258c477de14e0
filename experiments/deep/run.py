"""Measure what playing close guesses out gains over `patient`, and at which cost.

    python -m experiments.deep.run [--start safe|open] [--layouts N ...] [--parts 0-24]
    python -m experiments.deep.run --trial GAMES [--start safe|open] [--layouts N ...]

Both players play the same boards. A finished part is one line of parts.jsonl, and a part that is
there is not played again, so that this can be stopped at any time and continued on another day or
machine: add the lines. Parts are joined if the players behaved alike: if `sapper bench` printed the
same signature and `deep` played some fixed games alike. A trial plays the tuning seed and stores
nothing.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from experiments.games import measure
from experiments.records.run import say
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.engine_signature import NativeCore, bench_engine

PARTS = Path(__file__).parent / "parts.jsonl"
BOARD = "16x30/99"
FIRST = {"safe": (0, 0), "open": (3, 3)}
SEEDS = {"safe": 20265200, "open": 20265300}  # part n has the seed + n, for all budgets
LAYOUTS = (16, 64, 256)
PAIRS, COUNT = 2_000, 25  # pairs of a part, and parts for each start and budget
TUNING_SEED = 965
POINTS = 100


def main() -> None:
    """Play the parts that are asked for and missing, then print what all of them say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--start", choices=tuple(FIRST), action="append")
    parser.add_argument("--layouts", type=int, nargs="+", default=LAYOUTS)
    parser.add_argument("--parts", default=f"0-{COUNT - 1}", help="first and last part to play")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--trial", type=int, default=0, help="pairs on the tuning seed")
    asked = parser.parse_args()
    first, last = map(int, asked.parts.split("-"))
    plays = behaviour()
    for start in asked.start or FIRST:
        for layouts in asked.layouts:
            if asked.trial:
                say(verdict([play(start, layouts, TUNING_SEED, asked.trial, asked.workers)]))
                continue
            known = stored(start, layouts)
            for other in {part["plays"] for part in known} - {plays}:
                raise SystemExit(f"{PARTS.name} has parts of {other}, but now it is {plays}")
            for number in sorted({*range(first, last + 1)} - {part["part"] for part in known}):
                part = play(start, layouts, SEEDS[start] + number, PAIRS, asked.workers)
                with PARTS.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"part": number, **part, "plays": plays}) + "\n")
                say(verdict(stored(start, layouts)))
            say(verdict(stored(start, layouts)))


def behaviour() -> str:
    """Return the signature of `sapper bench`, and a hash of some games of `deep`."""
    spec = BoardSpec.parse(BOARD)
    games = NativeCore().play(spec, 20, "deep:layouts=16")
    return f"{bench_engine().signature} {hashlib.sha256(repr(games).encode()).hexdigest()[:12]}"


def stored(start: str, layouts: int) -> list[dict[str, Any]]:
    """Return the parts of one start and budget that were played."""
    lines = PARTS.read_text("utf-8").splitlines() if PARTS.exists() else []
    parts = [json.loads(line) for line in lines]
    return [part for part in parts if (part["start"], part["layouts"]) == (start, layouts)]


def players(layouts: int) -> tuple[str, str]:
    """Return the two players."""
    return f"deep:layouts={layouts}", "patient"


def play(start: str, layouts: int, seed: int, pairs: int, workers: int) -> dict[str, Any]:
    """Return the sums of some pairs of games."""
    results = [
        measure(
            player, BOARD, StartRule(start), FIRST[start], seed, pairs,
            workers=workers, keep="games",
        )
        for player in players(layouts)
    ]  # fmt: skip
    deep, patient = (result.data for result in results)
    plain = deep.won.astype(float) - patient.won
    scores = deep.score - patient.score
    return {
        "start": start,
        "layouts": layouts,
        "seed": seed,
        "pairs": pairs,
        "wins": [result.wins for result in results],
        "differing": int(np.count_nonzero(plain)),
        "sum": float(scores.sum()),
        "squares": float((scores**2).sum()),
        "ms_per_game": [round(result.ms_per_game or 0.0, 3) for result in results],
    }


def verdict(parts: list[dict[str, Any]]) -> str:
    """Return the gain over all parts of one start and budget, in points, and what a game costs."""
    if not parts:
        return "no part was played yet"
    pairs = sum(part["pairs"] for part in parts)
    mean = sum(part["sum"] for part in parts) / pairs
    spread = sum(part["squares"] for part in parts) / pairs - mean**2
    error = 1.96 * (spread / pairs) ** 0.5
    wins = np.sum([part["wins"] for part in parts], axis=0)
    cost = np.average(
        [part["ms_per_game"] for part in parts], axis=0, weights=[part["pairs"] for part in parts]
    )
    return (
        f"{parts[0]['start']}, {parts[0]['layouts']} layouts: {pairs:,} pairs, luck taken out "
        f"{POINTS * mean:+.3f} +-{POINTS * error:.3f} points "
        f"(plain {POINTS * (wins[0] - wins[1]) / pairs:+.2f}), "
        f"{cost[0]:.1f} ms a game, patient {cost[1]:.1f}"
    )


if __name__ == "__main__":
    main()
