"""Play the papers' experiments again and write down what came out.

python experiments/papers/run.py GAMES [--workers N]

Goes on where it was, like everything in the laboratory: the ledger is kept in build/.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from pathlib import Path
from time import perf_counter

from rich.console import Console

from sapper.lab.papers import Reproduction, reproduce
from sapper.lab.report import reproduction_html
from sapper.lab.simulate import Standing, Watch

HERE = Path(__file__).parent
say = Console(highlight=False, soft_wrap=True).print
LEDGER = HERE.parent.parent / "build" / "papers.sqlite"


class Spoken(Watch):
    """Prints one line per chunk that was kept."""

    def update(self, standing: Standing) -> None:
        """Print how far a run is."""
        say(f"{standing.run}: {standing.done} of {standing.games}")

    def note(self, text: str) -> None:
        """Print the note."""
        say(text)


def main() -> None:
    """Run what the command line asks for; write result-GAMES.json and report-GAMES.html."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, help="games of every player in paper 0's table")
    parser.add_argument("--workers", type=int, default=None)
    asked = parser.parse_args()
    began = perf_counter()
    found = reproduce(games=asked.games, workers=asked.workers, ledger=LEDGER, watch=Spoken())
    write(found, asked.games, perf_counter() - began)


def write(found: Reproduction, games: int, seconds: float) -> None:
    """Write the figures with seeds, versions and machine, and the page with the plots."""
    result = {
        "games": games,
        "seconds_of_this_call": round(seconds, 1),
        "machine": {
            "cores": os.cpu_count(),
            "system": f"{platform.system()} {platform.machine()}",
            "python": platform.python_version(),
        },
        "sheets": [sheet.as_dict() for sheet in found.sheets],
        "paper_0": [run.as_dict() for run in found.paper_0],
        "paper_1": [run.as_dict() for run in found.paper_1],
    }
    text = json.dumps(result, indent=1, ensure_ascii=False) + "\n"
    (HERE / f"result-{games}.json").write_text(text, encoding="utf-8")
    (HERE / f"report-{games}.html").write_text(reproduction_html(found), encoding="utf-8")


if __name__ == "__main__":
    main()
