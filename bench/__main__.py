"""Run benchmarks: all, or those named on the command line."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path
from time import perf_counter

from rich.console import Console

from bench.machine import machine
from bench.table import Say, Table

NAMES = (
    "analysis", "stress", "growth", "memory", "exact", "explain", "review", "players",
    "laboratory", "champion",
)  # fmt: skip
RESULTS = Path(__file__).parent / "results"


def main() -> None:
    """Run, show and write down what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}")
    names = parser.parse_args().names or NAMES
    for name in names:
        if name not in NAMES:
            parser.error(f"expected one of {', '.join(NAMES)}, got {name!r}")
    console = Console(width=None if Console().is_terminal else 180)
    for name in names:
        began = perf_counter()
        found = _run(name, console)
        for table in found:
            table.show(console)
        _write(name, found, perf_counter() - began)


def _run(name: str, console: Console) -> list[Table]:
    with console.status(name) as status:

        def say(line: str) -> None:
            if console.is_terminal:
                status.update(f"{name}: {line}")
            else:
                console.print(f"{name}: {line}", highlight=False)

        return _players(say) if name == "players" else import_module(f"bench.{name}").tables(say)


def _players(say: Say) -> list[Table]:
    """Return the players' benchmark, which keeps rows of its own, as a table."""
    from bench import players

    rows = []
    for board in players.BOARDS:
        say(f"{board}: every strategy")
        rows += players.rows_of(board, 60)
    return [
        Table(
            "Players: games per second, and the share of the time that the game itself takes",
            ["strategy", "board", "games", "games per second", "of the floor", "win %", "steps"],
            [
                [row.strategy, row.board, row.games, row.games_per_second, row.ratio_to_floor,
                 row.win_percent, row.steps_per_game]
                for row in rows
            ],
            ["The floor is a player that knows the mines: what it costs is the game itself."],
        )
    ]  # fmt: skip


def _write(name: str, found: list[Table], seconds: float) -> None:
    RESULTS.mkdir(exist_ok=True)
    report = {
        "machine": machine(),
        "seconds": round(seconds, 1),
        "tables": [table.to_dict() for table in found],
    }
    text = json.dumps(report, indent=1, ensure_ascii=False) + "\n"
    (RESULTS / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
