"""Measure what playing close guesses out gains over `patient`, and at which cost.

    python -m experiments.deep.run [--start safe|open] [--layouts N ...] [--parts 0-24]
    python -m experiments.deep.run --trial GAMES [--start safe|open] [--layouts N ...]
    python -m experiments.deep.run --cost

Both players play the same boards. A finished part is one line of parts.jsonl, and a part that is
there is not played again, so that this can be stopped at any time and continued on another day or
machine: add the lines. Parts are joined if the players behaved alike: if `sapper bench` printed the
same signature and `deep` played some fixed games alike. A trial plays the tuning seed and stores
nothing. With --cost it measures what the games of each player cost, into cost.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from time import process_time
from typing import Any

import numpy as np

from experiments.deep.table import COSTS, PARTS, gain_of, read_parts
from experiments.games import measure
from experiments.records.run import say
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.core_games import play_games
from sapper.games.engine_signature import NativeCore, bench_engine

BOARD = "16x30/99"
FIRST = {"safe": (0, 0), "open": (3, 3)}
SEEDS = {"safe": 20265200, "open": 20265300}  # part n has the seed + n, for all budgets
LAYOUTS = (16, 64, 256)
PAIRS, COUNT = 2_000, 25  # pairs of a part, and parts for each start and budget
TUNING_SEED, TIMED = 965, 200  # games whose cost is measured
POINTS = 100


def main() -> None:
    """Play the parts that are asked for and missing, then print what all of them say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--start", choices=tuple(FIRST), action="append")
    parser.add_argument("--layouts", type=int, nargs="+", default=LAYOUTS)
    parser.add_argument("--parts", default=f"0-{COUNT - 1}", help="first and last part to play")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--trial", type=int, default=0, help="pairs on the tuning seed")
    parser.add_argument("--cost", action="store_true", help="measure milliseconds a game")
    asked = parser.parse_args()
    if asked.cost:
        measure_costs(asked.layouts)
        return
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
    return [part for part in read_parts() if (part["start"], part["layouts"]) == (start, layouts)]


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
    """Return the gain over all parts of one start and budget, in points."""
    if not parts:
        return "no part was played yet"
    gain = gain_of(parts)
    return (
        f"{gain.start}, {gain.layouts} layouts: {gain.pairs:,} pairs, luck taken out {gain} points "
        f"(plain {gain.plain:+.2f})"
    )


def measure_costs(budgets: list[int]) -> None:
    """Store the milliseconds of processor time of a game, 0 layouts for `patient`."""
    rows, spec = [], BoardSpec.parse(BOARD)
    for start, first in FIRST.items():
        for layouts in (0, *budgets):
            player = players(layouts)[layouts == 0]
            began = process_time()
            play_games(spec, StartRule(start), first, TUNING_SEED, 0, TIMED, player)
            milliseconds = 1000 * (process_time() - began) / TIMED
            rows.append({"start": start, "layouts": layouts, "ms": round(milliseconds, 2)})
            say(str(rows[-1]))
    found = {"seed": TUNING_SEED, "games": TIMED, "rows": rows}
    COSTS.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
