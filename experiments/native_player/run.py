"""Play the games of the native players and write the share of games won to a file.

    python -m experiments.native_player.run [--games N]

Six rows, one worker; every row is written as soon as it is finished.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from experiments.games import measure
from sapper.board.spec import StartRule
from sapper.files import write_text
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.playing.sums import UNIT

RESULT = Path(__file__).parent / "result.json"
say = Console(highlight=False, soft_wrap=True).print


@dataclass(frozen=True)
class Row:
    """One player on one board, and the win rate it must reach."""

    board: str
    start: StartRule
    first: tuple[int, int]
    player: str
    games: int
    seed: int
    must_win: float


ROWS = (
    Row("16x30/99", StartRule.SAFE, (0, 0), "lookahead", 200_000, 20261121, 0.406),
    Row("16x30/99", StartRule.OPEN, (3, 3), "lookahead", 200_000, 20261122, 0.539),
    Row("16x30/99", StartRule.SAFE, (0, 0), "fast", 200_000, 20261123, 0.393),
    Row("16x16/40", StartRule.SAFE, (0, 0), "lookahead", 100_000, 20261124, 0.781),
    Row("9x9/10", StartRule.SAFE, (0, 0), "lookahead", 100_000, 20261125, 0.916),
    Row("8x8/10", StartRule.SAFE, (0, 0), "lookahead", 100_000, 20261126, 0.817),
)


def main() -> None:
    """Play all rows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=None, help="games of every row, for a trial")
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    done: list[dict[str, object]] = []
    for row in ROWS:
        done.append(play_row(row, asked.games or row.games))
        say(done[-1])
        text = json.dumps({"sapper": sapper_version(), "rows": done}, indent=1)
        write_text(asked.out, text + "\n")


def play_row(row: Row, games: int) -> dict[str, object]:
    """Return the figures of one row."""
    result = measure(row.player, row.board, row.start, row.first, row.seed, games)
    rate = result.win_rate
    return {
        "board": row.board,
        "start": row.start.value,
        "first": list(row.first),
        "player": row.player,
        "seed": row.seed,
        "games": games,
        "wins": result.wins,
        "win_percent": round(100 * rate.value, 3),
        "interval_95_percent": [round(100 * rate.low, 3), round(100 * rate.high, 3)],
        "must_win_percent": round(100 * row.must_win, 1),
        "is_reached": rate.value >= row.must_win,
        "cpu_ms_per_game": round(result.ms_per_game, 4),
        "slowest_decision_ms_by_the_clock": round(1000 * UNIT * result.sums.slowest_units, 1),
    }


if __name__ == "__main__":
    main()
