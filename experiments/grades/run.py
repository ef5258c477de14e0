"""Measure how often the papers' players win boards of each grade.

    python -m experiments.grades.run [--boards N] [--most M]

Boards that need no guess are found by rejection: deal, grade, keep. Every player plays all boards
that were dealt, in the ledger of the experiments; the first M of each grade are compared. Inside a
grade the boards are also parted at their median difficulty.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import median

from rich.console import Console

from experiments.games import outcomes
from sapper.board.layout import Layout
from sapper.board.spec import BoardSpec, StartRule
from sapper.files import write_text
from sapper.games.dealing import deal
from sapper.games.grades import Grade, grade_of
from sapper.games.table import Bools
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.statistics.intervals import wilson

RESULT = Path(__file__).parent / "result.json"
BOARD = BoardSpec.parse("16x16/40")
FIRST = (8, 8)
SEED = 20261117
PLAYERS = ("greedy", "bfs", "hybrid")
say = Console(highlight=False, soft_wrap=True).print


def main() -> None:
    """Grade the boards, let every player play them, write the rates."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=6000)
    parser.add_argument("--most", type=int, default=400)
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    graded = grade_boards(asked.boards)
    won = {player: _outcomes(player, asked.boards) for player in PLAYERS}
    rows = []
    for grade in Grade:
        boards = graded.get(grade, [])[: asked.most]
        if boards:
            rows.append(measure(grade, boards, won))
            say(rows[-1])
    found = {grade.value: len(boards) for grade, boards in graded.items()}
    document = {
        "sapper": sapper_version(),
        "board": str(BOARD),
        "first": FIRST,
        "seed": SEED,
        "dealt": asked.boards,
        "no_guess": sum(found.values()),
        "boards_by_grade": found,
        "rows": rows,
    }
    write_text(asked.out, json.dumps(document, indent=1) + "\n")


def grade_boards(count: int) -> dict[Grade, list[tuple[int, float]]]:
    """Return the games that need no guess by grade, each with its difficulty."""
    graded: dict[Grade, list[tuple[int, float]]] = {}
    for game in range(count):
        cells = deal(BOARD, StartRule.OPEN, FIRST, seed=SEED, game=game)
        grading = grade_of(Layout(BOARD.geometry, cells), FIRST)
        if grading.grade is not None:
            graded.setdefault(grading.grade, []).append((game, grading.difficulty))
    return graded


def measure(
    grade: Grade, boards: list[tuple[int, float]], won: dict[str, Bools]
) -> dict[str, object]:
    """Return the win rates of all players on these boards, and on their easier and harder half."""
    middle = median(difficulty for _, difficulty in boards)
    rates = {}
    for player, wins in won.items():
        easier = [bool(wins[game]) for game, difficulty in boards if difficulty <= middle]
        harder = [bool(wins[game]) for game, difficulty in boards if difficulty > middle]
        rates[player] = {
            "all": _rate(easier + harder),
            "easier half": _rate(easier),
            "harder half": _rate(harder),
        }
    return {
        "grade": grade.value,
        "boards": len(boards),
        "median_difficulty": round(middle, 3),
        "rates": rates,
    }


def _outcomes(player: str, games: int) -> Bools:
    return outcomes(player, str(BOARD), StartRule.OPEN, FIRST, SEED, games)


def _rate(won: list[bool]) -> dict[str, float] | None:
    if not won:
        return None
    estimate = wilson(sum(won), len(won))
    return {
        "games": len(won),
        "rate": round(estimate.value, 4),
        "low": round(estimate.low, 4),
        "high": round(estimate.high, 4),
    }


if __name__ == "__main__":
    main()
