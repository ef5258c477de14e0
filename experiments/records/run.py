"""Measure our players on the boards for which win rates of other solvers are known.

    python -m experiments.records.run [--games N] [--workers W]

The games are kept as sums in `build/experiments.sqlite`, so a stopped or killed experiment goes on
where it was. Each row is written as soon as it is finished. A stored row is not played again as
long as the identity of its player is the same (delete result.json to start again). The seeds are
used only here, and once. With --games nothing is written.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from experiments.games import measure
from experiments.records.rivals import rivals
from sapper.board.spec import StartRule
from sapper.files import write_text
from sapper.lab.identity import identity_of
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.playing.sums import UNIT
from sapper.lab.result import RunResult
from sapper.lab.runs.run import Run

RESULT = Path(__file__).parent / "result.json"
say = Console(highlight=False, soft_wrap=True).print


@dataclass(frozen=True)
class Row:
    """A player on a board and its start, with the number of games and the seed."""

    board: str
    start: StartRule
    first: tuple[int, int]
    games: int
    seed: int
    player: str = "champion"


SAFE, OPEN = StartRule.SAFE, StartRule.OPEN
ROWS = (
    Row("16x30/99", OPEN, (3, 3), 2_000_000, 20261401),
    Row("16x30/99", SAFE, (0, 0), 400_000, 20261402),
    Row("16x30/99", OPEN, (3, 3), 2_000_000, 20261601, "patient"),
    Row("16x30/99", SAFE, (0, 0), 1_000_000, 20261701, "patient"),
    Row("16x16/40", SAFE, (0, 0), 300_000, 20261403),
    Row("16x16/40", OPEN, (2, 2), 300_000, 20261404),
    Row("9x9/10", SAFE, (0, 0), 600_000, 20261405),
    Row("9x9/10", OPEN, (2, 2), 30_000_000, 20261603),
    Row("8x8/10", SAFE, (0, 0), 200_000, 20261407),
    Row("8x8/10", OPEN, (2, 2), 2_000_000, 20261508),
    Row("10x10/15", OPEN, (5, 5), 100_000, 20261409),
    Row("20x20/60", OPEN, (10, 10), 200_000, 20261410),
    Row("30x30/135", OPEN, (15, 15), 100_000, 20261411),
)


def main() -> None:
    """Play the rows that are not stored yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=None, help="games of every row, for a trial")
    parser.add_argument("--board", action="append", help="play the rows of this board only")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    known = json.loads(asked.out.read_text())["rows"] if asked.out.exists() else []
    done: list[dict[str, object]] = []
    for row in ROWS:
        wanted = {
            "seed": row.seed,
            "games": asked.games or row.games,
            "identity": player_identity(row),
        }
        if asked.board and row.board not in asked.board:
            wanted = {"seed": row.seed}  # as stored, whoever played it
        found = [old for old in known if wanted.items() <= old.items()]
        done.append(found[0] if found else play_row(row, asked.games or row.games, asked.workers))
        say(done[-1])
        if asked.games is None:  # a trial run writes nothing
            later = [old for old in known if old["seed"] in {r.seed for r in ROWS[len(done) :]}]
            text = json.dumps({"rows": done + later}, indent=1)
            write_text(asked.out, text + "\n")


def player_identity(row: Row) -> str:
    """Return the identity of the row's player; it changes when the player plays differently."""
    return identity_of(Run.of(row.player, row.board, start=row.start.value, seed=row.seed))


def play_row(row: Row, games: int, workers: int) -> dict[str, object]:
    """Return the figures of one row: plain, and with luck subtracted."""
    result = measure(
        row.player, row.board, row.start, row.first, row.seed, games, workers=workers
    )  # fmt: skip
    return {
        "player": row.player,
        "sapper": sapper_version(),
        "identity": result.identity,
        "board": row.board,
        "start": row.start.value,
        "first": list(row.first),
        "seed": row.seed,
        "games": games,
        **figures(result, rivals()[row.board, row.start.value].bound),
        "cpu_ms_per_game": round(result.ms_per_game, 4),
        "slowest_decision_ms_by_the_clock": round(1000 * UNIT * result.sums.slowest_units, 1),
    }


def figures(result: RunResult, best_known: float) -> dict[str, object]:
    """Return the win rate, with and without luck, and the checks."""
    rate, scores = result.win_rate, result.control_variate
    if scores is None:
        raise SystemExit(f"more games are needed: {result.why_no_control_variate}")
    return {
        "wins": result.wins,
        "win_percent": round(100 * rate.value, 3),
        "interval_95_percent": [round(100 * rate.low, 3), round(100 * rate.high, 3)],
        "best_known_percent": best_known,
        "is_above": 100 * rate.low > best_known,
        "without_luck_percent": round(100 * scores.value, 3),
        "without_luck_error_95": round(100 * (scores.high - scores.low) / 2, 3),
        "mean_correction_percent": round(100 * scores.correction, 3),
        "mean_correction_error_95": round(196 * scores.error, 3),
        "calibration_of_guesses_in_errors": round(result.calibration.deviations, 2),
    }


if __name__ == "__main__":
    main()
