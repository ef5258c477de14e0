"""How fast the players of the papers are: games per second, and the ratio to the floor.

The floor is a player that knows the mines and opens every safe cell: what it costs is the
game itself. A ratio of 1 would be a player that thinks for free. Seconds are of the processor,
so that a busy machine does not blur them; only the paper's table is told in time of the clock.

    python bench/players.py                 one process, all strategies, three boards
    python bench/players.py --paper-table   paper 0's whole table with two worker processes
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time

from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Game, Record, Status, play
from sapper.players import strategies

BOARDS = ("9x9/10", "16x16/40", "16x30/99")
PAPER_BOARDS = ("10x10/15", "20x20/60", "30x30/135")
FLOOR = "clairvoyant"
SEED = 2025
RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Row:
    """One strategy on one board."""

    strategy: str
    board: str
    games: int
    cpu_seconds: float
    games_per_second: float
    ratio_to_floor: float
    win_percent: float
    steps_per_game: float


def main() -> None:
    """Run the benchmark that the command line asks for, print it, write it down."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=None, help="games per strategy and board")
    parser.add_argument("--paper-table", action="store_true", help="paper 0's table, two workers")
    parser.add_argument("--out", type=Path, default=None, help="where the JSON goes")
    asked = parser.parse_args()
    if asked.paper_table:
        report = paper_table(asked.games or 1000)
        _write(asked.out or RESULTS / "paper-table.json", report)
    else:
        rows = [row for board in BOARDS for row in rows_of(board, asked.games or 60)]
        _print(rows)
        report = {"machine": machine(), "rows": [asdict(row) for row in rows]}
        _write(asked.out or RESULTS / "players.json", report)


def rows_of(board: str, games: int) -> list[Row]:
    """Return the floor and every strategy on one board, first cell in the middle, open start."""
    spec = BoardSpec.parse(board)
    began = process_time()
    steps = sum(_told_game(spec, game) for game in range(games))
    floor = process_time() - began
    rows = [Row(FLOOR, board, games, floor, games / floor, 1.0, 100.0, steps / games)]
    for entry in strategies():
        began = process_time()
        records = [_game(entry.name, board, game) for game in range(games)]
        seconds = process_time() - began
        won = sum(record.is_won for record in records)
        steps = sum(record.steps for record in records)
        rows.append(
            Row(
                entry.name,
                board,
                games,
                seconds,
                games / seconds,
                floor / seconds,
                100 * won / games,
                steps / games,
            )
        )
    return rows


def paper_table(games: int) -> dict[str, object]:
    """Return paper 0's table: greedy and hybrid, three boards, two worker processes."""
    jobs = [(name, board) for board in PAPER_BOARDS[::-1] for name in ("hybrid", "greedy")]
    chunks = [
        (name, board, i, min(i + 100, games)) for name, board in jobs for i in range(0, games, 100)
    ]
    began = perf_counter()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        parts = list(pool.map(_chunk, chunks))
    seconds = perf_counter() - began
    rows = []
    for name, board in sorted(jobs):
        found = [
            part for chunk, part in zip(chunks, parts, strict=True) if chunk[:2] == (name, board)
        ]
        rows.append(_paper_row(name, board, [record for part in found for record in part]))
        print(" ".join(f"{key}={value}" for key, value in rows[-1].items()))
    print(f"whole table: {seconds:.1f} s with 2 workers")
    return {"machine": machine(), "seconds": seconds, "workers": 2, "rows": rows}


def machine() -> dict[str, object]:
    """Return what the figures were measured on."""
    model = platform.processor()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        model = next(
            (x.split(":", 1)[1].strip() for x in lines if x.startswith("model name")), model
        )
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def _paper_row(name: str, board: str, records: list[Record]) -> dict[str, object]:
    won = [record for record in records if record.is_won]
    guesses = sum(record.guesses for record in records)
    survived = sum(record.guesses_survived for record in records)
    return {
        "strategy": name,
        "board": board,
        "games": len(records),
        "win_percent": round(100 * len(won) / len(records), 2),
        "guess_accuracy_percent": round(100 * survived / max(guesses, 1), 2),
        "steps_per_win": round(sum(r.steps for r in won) / max(len(won), 1), 2),
        "ms_per_win": round(1000 * sum(r.seconds for r in won) / max(len(won), 1), 3),
        "us_per_step": round(
            1e6 * sum(r.seconds for r in records) / sum(r.steps for r in records), 2
        ),
    }


def _chunk(job: tuple[str, str, int, int]) -> list[Record]:
    name, board, begin, end = job
    return [_game(name, board, game) for game in range(begin, end)]


def _game(name: str, board: str, game: int) -> Record:
    spec = BoardSpec.parse(board)
    middle = spec.rows // 2, spec.columns // 2
    return play(name, spec, seed=SEED, start="open", first=middle, game=game, with_moves=False)


def _told_game(spec: BoardSpec, game: int) -> int:
    """Play as one who knows: open every safe cell that is not open yet; return the steps."""
    table = Game(spec, StartRule.OPEN, seed=SEED, game=game)
    table.open((spec.rows // 2, spec.columns // 2))
    layout, steps = table.layout, 1
    assert layout is not None
    for index, is_mine in enumerate(layout):
        if not is_mine and table.position.faces[index] > 8:
            table.open(spec.geometry.cell(index))
            steps += 1
    assert table.status is Status.WON
    return steps


def _print(rows: list[Row]) -> None:
    print(f"{'strategy':22} {'board':>9} {'games/s':>9} {'of floor':>9} {'win %':>6} {'steps':>7}")
    for row in rows:
        print(
            f"{row.strategy:22} {row.board:>9} {row.games_per_second:9.1f} "
            f"{row.ratio_to_floor:9.3f} {row.win_percent:6.1f} {row.steps_per_game:7.1f}"
        )


def _write(path: Path, report: dict[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
