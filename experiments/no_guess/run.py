"""How far repaired boards differ from uniform ones where both can be made.

Run: `python -m experiments.no_guess.run`
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from sapper import Puzzle, generate_many

BOARDS: Final = ("16x30/99", "16x30/115")
COUNT: Final = 4000
SEED: Final = 20261119
say = Console(highlight=False, soft_wrap=True).print
RESULT: Final = Path(__file__).parent / "result.json"

FIGURES: Final[dict[str, Callable[[Puzzle], float]]] = {
    "3BV": lambda puzzle: puzzle.metrics.bbbv,
    "openings": lambda puzzle: puzzle.metrics.openings,
    "mines on the edge %": lambda puzzle: 100 * _density(puzzle, edges=1),
    "mines in the corners %": lambda puzzle: 100 * _density(puzzle, edges=2),
    "rounds of pairs": lambda puzzle: puzzle.rounds[2],
    **{
        f"level {level} %": lambda puzzle, level=level: 100 * (puzzle.level == level)
        for level in range(1, 5)
    },
}


def main() -> None:
    """Measure both methods and write the result."""
    boards = {board: _compare(board) for board in BOARDS}
    document = {"seed": SEED, "boards_each": COUNT, "boards": boards}
    RESULT.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    for board, rows in boards.items():
        for row in rows:
            say(board, *row.values())


def _compare(board: str) -> list[dict[str, Any]]:
    made = {
        method: list(generate_many(board, count=COUNT, seed=SEED, method=method))
        for method in ("uniform", "repair")
    }
    rows = []
    for name, figure in FIGURES.items():
        values = {method: [figure(puzzle) for puzzle in made[method]] for method in made}
        means = {method: statistics.fmean(values[method]) for method in made}
        errors = {method: statistics.stdev(values[method]) / COUNT**0.5 for method in made}
        apart = (errors["uniform"] ** 2 + errors["repair"] ** 2) ** 0.5
        rows.append(
            {
                "figure": name,
                "uniform": round(means["uniform"], 3),
                "repair": round(means["repair"], 3),
                "error": round(1.96 * apart, 3),
                "z": round((means["repair"] - means["uniform"]) / apart, 1) if apart else None,
            }
        )
    return rows


def _density(puzzle: Puzzle, *, edges: int) -> float:
    """Return the share of mines among the cells that lie on just so many edges of the board."""
    rows, columns = puzzle.board.rows, puzzle.board.columns
    cells = [
        (row, column) in puzzle.mines
        for row in range(rows)
        for column in range(columns)
        if (row in (0, rows - 1)) + (column in (0, columns - 1)) == edges
    ]
    return sum(cells) / len(cells)


if __name__ == "__main__":
    main()
