"""Play our players and the engine around ms_toollib on the same boards, paired.

    python -m experiments.engines.run [--games N]

Needs `pip install ms_toollib==1.5.20`. Games are kept in the ledger of the experiments.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

from experiments.games import LEDGER
from sapper.cli.terminal.progress import show_progress
from sapper.documents import document
from sapper.files import write_text
from sapper.lab.comparison import compare
from sapper.lab.ledger.provenance import sapper_version

RESULT = Path(__file__).parent / "result.json"
ENGINE = Path(__file__).parents[2] / "examples" / "engines" / "toollib.py"
BOARDS = {"9x9/10": 4000, "16x16/40": 1200, "16x30/99": 500}
OURS = ("greedy", "fast", "champion")
START, FIRST, SEED = "safe", (0, 0), 20261801
say = Console(highlight=False, soft_wrap=True).print


def main() -> None:
    """Play all boards; the file is written after each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=None, help="games of every board, for a trial")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    engine = f"engine:{shlex.join([sys.executable, str(ENGINE)])}"
    boards: list[dict[str, Any]] = []
    for board, games in BOARDS.items():
        LEDGER.parent.mkdir(exist_ok=True)
        with show_progress() as watch:
            found = document(compare(
                *OURS, engine, board=board, games=asked.games or games, seed=SEED, start=START,
                first=FIRST, ledger=LEDGER, workers=asked.workers, watch=watch,
            ))  # fmt: skip
        boards.append({"board": board, "players": found["players"], "pairs": found["pairs"]})
        say(f"{board}: done")
        figures = {"start": START, "first": list(FIRST), "seed": SEED}
        report = {"sapper": sapper_version(), **figures, "boards": boards}
        write_text(asked.out, json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
