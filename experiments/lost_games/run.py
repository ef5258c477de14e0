"""Count where the champion loses its games, and how safe the losing guesses were.

    python -m experiments.lost_games.run [--games N] [--workers W]

A loss is classified by how much of the board was cleared when the mine was hit, and by the exact
safety of the guess that hit it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from rich.console import Console

from experiments.games import measure
from sapper.board.spec import BoardSpec, StartRule
from sapper.files import write_text
from sapper.lab.ledger.provenance import sapper_version

RESULT = Path(__file__).parent / "result.json"
BOARD = BoardSpec.parse("16x30/99")
PLAYERS = (("lookahead", 20261301), ("champion", 20261301))  # the same boards
STARTS = ((StartRule.SAFE, (0, 0)), (StartRule.OPEN, (3, 3)))
# Cleared share of the safe cells: the opening, the middle, the end.
PHASES = (("opening, under 10 % cleared", 0.1), ("first half", 0.5), ("second half", 0.9),
          ("end, over 90 % cleared", 1.01))  # fmt: skip
# Safety of the guess that lost: a coin toss or worse, a poor guess, a good one.
KINDS = (("coin toss, safety up to 55 %", 0.55), ("poor, up to 75 %", 0.75), ("good", 1.01))
say = Console(highlight=False, soft_wrap=True).print


def main() -> None:
    """Play both players on the same boards and count their losses."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    rows = [
        losses(player, seed, start, first, asked.games, asked.workers)
        for start, first in STARTS
        for player, seed in PLAYERS
    ]
    for row in rows:
        say(row)
    text = json.dumps({"sapper": sapper_version(), "rows": rows}, indent=1)
    write_text(asked.out, text + "\n")


def losses(
    player: str, seed: int, start: StartRule, first: tuple[int, int], games: int, workers: int
) -> dict[str, object]:
    """Return the losses of one player in percent of all games, by phase and by kind of guess."""
    table = np.zeros((len(PHASES), len(KINDS)), int)
    result = measure(
        player, str(BOARD), start, first, seed, games, workers=workers, keep="games"
    )  # fmt: skip
    for played in result.tables():
        assert played.safeties is not None
        lost = ~played.won
        last_guess = played.safeties[np.cumsum(played.guesses)[lost] - 1]
        cleared = played.cleared[lost] / BOARD.safe_cells
        phase = np.searchsorted([p for _, p in PHASES], cleared, "right")
        kind = np.searchsorted([k for _, k in KINDS], last_guess, "right")
        np.add.at(table, (phase, kind), 1)
    return {
        "player": player,
        "board": str(BOARD),
        "start": start.value,
        "first": list(first),
        "seed": seed,
        "games": games,
        "won_percent": round(100 * result.wins / games, 2),
        "lost_percent": {
            phase: {
                kind: round(100 * int(table[i, j]) / games, 2) for j, (kind, _) in enumerate(KINDS)
            }
            for i, (phase, _) in enumerate(PHASES)
        },
    }


if __name__ == "__main__":
    main()
