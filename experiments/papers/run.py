"""Reproduce the papers' experiments and write the figures to a file.

    python -m experiments.papers.run [--games N] [--workers W] [--out FOLDER]

The same command continues an interrupted run; its ledger is in build/.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import perf_counter

from rich.console import Console

from bench.machine import machine
from sapper.documents import document
from sapper.files import write_text
from sapper.lab.papers.reproduction import Reproduction, reproduce
from sapper.lab.report.page import reproduction_html
from sapper.lab.result import RunResult
from sapper.lab.simulation import Watch

HERE = Path(__file__).parent
say = Console(highlight=False, soft_wrap=True).print
LEDGER = HERE.parent.parent / "build" / "papers.sqlite"


class PrintingWatch(Watch):
    """Prints one line for every stored chunk."""

    def update(self, result: RunResult) -> None:
        """Print the progress of a run."""
        say(f"{result.run}: {result.games} games")

    def note(self, text: str) -> None:
        """Print the note."""
        say(text)


def main() -> None:
    """Play the experiments; write result-GAMES.json and report-GAMES.html."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="of every player in Huda's table")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--out", type=Path, default=HERE, help="folder of the result")
    asked = parser.parse_args()
    began = perf_counter()
    found = reproduce(
        games=asked.games, workers=asked.workers, ledger=LEDGER, watch=PrintingWatch()
    )
    write(found, asked.games, perf_counter() - began, asked.out)


def write(found: Reproduction, games: int, seconds: float, folder: Path) -> None:
    """Write the figures with seeds, versions and machine, and the page with the plots."""
    result = {
        "games": games,
        "seconds_of_this_call": round(seconds, 1),
        "machine": machine(),
        "tables": document(found.tables),
        "huda": document(found.huda),
        "probability": document(found.probability),
    }
    text = json.dumps(result, indent=1, ensure_ascii=False) + "\n"
    write_text(folder / f"result-{games}.json", text)
    write_text(folder / f"report-{games}.html", reproduction_html(found))


if __name__ == "__main__":
    main()
