"""Compare the learned estimate of the winning chance with the share of games won.

    python -m experiments.calibration.run [--games N] [--tries N]

Each board is written as soon as it is measured, and a stored board is not measured again as long
as the identity of the player is the same (delete result.json to start again).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from experiments.games import outcomes
from sapper import BoardSpec, Position
from sapper.board.spec import StartRule
from sapper.files import write_text
from sapper.games.game import Game
from sapper.lab.identity import identity_of
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.runs.run import Run
from sapper.lab.statistics.moments import Values
from sapper.players.engine.choice import Choice
from sapper.players.engine.engine import Engine
from sapper.players.engine.intervals import NORMAL_95

RESULT = Path(__file__).parent / "result.json"
DATA = Path(__file__).parents[2] / "src/sapper/players/engine/measured_bias.py"
SIZES = ("8x8", "16x16", "16x30", "30x30", "12x12", "24x24", "8x32", "6x6", "5x40")
DENSITIES = (0.10, 0.15, 0.20, 0.25, 0.125, 0.175, 0.225)
SEED = 20261801  # used only here
LAYOUTS = 4  # played from each position in the middle
FEWEST = 40  # positions; fewer are not compared
HEAD = '''"""Estimate minus share won, in points: the result of experiments/calibration.

Board, then difference and 95 % error at the first cell, then the same in the middle of games.
"""

from __future__ import annotations

from typing import Final

__all__ = ["MEASURED"]

MEASURED: Final[tuple[tuple[str, float | None, float | None, float | None, float | None], ...]] = (
'''
say = Console(highlight=False, soft_wrap=True).print


def main() -> None:
    """Measure every board that is not stored yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000, help="from the first cell")
    parser.add_argument("--tries", type=int, default=400, help="games to a guess in the middle")
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    identity = identity_of(Run.of("champion", "16x30/99", start="safe", first="corner", seed=SEED))
    rows = stored(asked.out, identity)
    for density, size in product(DENSITIES, SIZES):
        board = board_of(size, density)
        if any(row["board"] == board for row in rows):
            continue
        rows.append(measure(board, asked.games, asked.tries))
        say(rows[-1])
        result = {"sapper": sapper_version(), "identity": identity, "seed": SEED, "rows": rows}
        write_text(asked.out, json.dumps(result, indent=1) + "\n")
    if asked.out == RESULT:
        write_text(DATA, data_of(rows))


def stored(path: Path, identity: str) -> list[dict[str, object]]:
    """Return the boards that were measured with this player."""
    if not path.exists():
        return []
    result = json.loads(path.read_text())
    return list(result["rows"]) if result["identity"] == identity else []


def data_of(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the differences as the module that ships with sapper."""
    lines = []
    for row in sorted(rows, key=lambda row: (row["board"].partition("/")[0], row["density"])):
        pairs = [(off["difference"], off["error"]) if off else (None, None)
                 for off in (row["first"], row["middle"])]  # fmt: skip
        figures = ", ".join(str(figure) for pair in pairs for figure in pair)
        lines.append(f'    ("{row["board"]}", {figures}),')
    return HEAD + "\n".join(lines) + "\n)\n"


def board_of(size: str, density: float) -> str:
    """Return the board of this size whose density is nearest."""
    rows, columns = map(int, size.split("x"))
    return f"{size}/{round(density * rows * columns)}"


def measure(board: str, games: int, tries: int) -> dict[str, object]:
    """Return both comparisons for a board; null where there were no estimates."""
    spec = BoardSpec.parse(board)
    return {
        "board": board,
        "density": round(spec.mines / spec.geometry.size, 4),
        "first": first_cell(spec, games),
        "middle": middle(spec, tries),
    }


def first_cell(spec: BoardSpec, games: int) -> dict[str, float] | None:
    """Compare the estimate of the empty board with the games that the champion wins from there."""
    choice = Engine("champion").ask(Position.hidden(spec.geometry, spec.mines))
    estimate = choice.candidates[0].estimate
    if estimate is None:
        return None
    won = outcomes("champion", str(spec), StartRule.RAW, choice.cell.pair, SEED, games)
    return compare(np.full(games, estimate), won.astype(np.float64))


def middle(spec: BoardSpec, tries: int) -> dict[str, float] | None:
    """Compare estimates in the middle of games with the layouts won from there.

    The rest of a game is played on layouts drawn anew, so that their outcomes depend on nothing but
    the position.
    """
    engine = Engine("champion")
    estimates, shares = [], []
    for number in range(tries):
        choice = guess_in_the_middle(engine, spec, number)
        if choice is None or choice.candidates[0].estimate is None:
            continue
        first = spec.geometry.index(choice.cell.pair)
        played = engine.roll_out(choice.position, LAYOUTS, seed=SEED + number, first=first)
        estimates.append(choice.candidates[0].estimate)
        shares.append(played.wins / played.games)
    return compare(np.array(estimates), np.array(shares)) if len(shares) >= FEWEST else None


def guess_in_the_middle(engine: Engine, spec: BoardSpec, number: int) -> Choice | None:
    """Return the first guess of a game with a quarter of the safe cells open; None without one."""
    game = Game(spec, start=StartRule.SAFE, seed=SEED, game=number)
    game.open((0, 0))
    while not game.is_over:
        choice = engine.ask(game.position)
        if choice.is_guess and game.safe_left <= 0.75 * spec.safe_cells:
            return choice
        for candidate in choice.candidates[: 1 if choice.is_guess else None]:
            if not game.is_over and game.position.is_covered(candidate.cell):
                game.open(candidate.cell)
    return None


def compare(estimates: Values, outcomes: Values) -> dict[str, float]:
    """Return the mean estimate, the share won, and their difference with its 95 % error, in %."""
    off = estimates - outcomes
    return {
        "estimate": round(100 * float(estimates.mean()), 1),
        "won": round(100 * float(outcomes.mean()), 1),
        "difference": round(100 * float(off.mean()), 1),
        "error": round(100 * NORMAL_95 * float(off.std(ddof=1)) / len(off) ** 0.5, 1),
        "positions": len(off),
    }


if __name__ == "__main__":
    main()
