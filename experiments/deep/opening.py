"""Measure what better second and third cells from the safe corner would gain over `patient`'s.

    python -m experiments.deep.opening

Finds the most frequent positions in which `patient` guesses its second or third cell, plays its
close candidates out on many layouts to choose one, and on others to measure what that one gains.
Writes opening.json.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

from experiments.deep.run import BOARD, FIRST, POINTS
from experiments.records.run import say
from sapper import Position, best
from sapper.board.cell import Cell
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.game import Game
from sapper.players.engine.choice import Choice, Rollouts
from sapper.players.engine.engine import Engine

RESULT = Path(__file__).parent / "opening.json"
GAMES, POSITIONS = 20_000, 8
SEED = 20265400  # of these games; the next two choose and measure
CHOOSING = 8_000  # layouts for each position
MEASURING = 800_000  # layouts, shared by how often the positions are met


def main() -> None:
    """Measure every position and store the answer."""
    rows = []
    for text, count in Counter(openings()).most_common(POSITIONS):
        layouts = MEASURING * count // GAMES
        rows.append({"position": text, "games": count, **measured(Position.parse(text), layouts)})
        say(json.dumps(rows[-1]))
    gain = sum(row["games"] / GAMES * row["gain"] for row in rows)
    error = sum((row["games"] / GAMES * row["error"]) ** 2 for row in rows) ** 0.5
    result = {"seed": SEED, "games": GAMES, "choosing": CHOOSING, "gain": gain, "error": error,
              "seconds": round(process_time()), "rows": rows}  # fmt: skip
    RESULT.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    say(f"{len(rows)} positions: {gain:+.3f} +-{error:.3f} points a game")


def openings() -> Iterator[str]:
    """Yield the positions in which `patient` guesses its second and its third cell."""
    patient, spec = Engine("patient"), BoardSpec.parse(BOARD)
    for number in range(GAMES):
        game = Game(spec, StartRule.SAFE, seed=SEED, game=number)
        game.open(FIRST["safe"])
        guesses = 0
        while not game.is_over and guesses < 2:
            choice = patient.ask(game.position)
            if choice.is_guess:
                guesses += 1
                yield str(game.position)
            game.open(choice.cell)


def measured(position: Position, layouts: int) -> dict[str, Any]:
    """Return what is chosen by some layouts, and by others its gain over `patient`'s cell."""
    usual = best(position, player="patient").cell
    chosen = played(position, CHOOSING, SEED + 1).cell
    row = {"layouts": layouts, "patient": usual, "chosen": chosen, "gain": 0.0, "error": 0.0}
    if chosen != usual:
        found = played(position, layouts, SEED + 2)
        before, after = rollouts(found, usual), rollouts(found, chosen)
        row["gain"] = POINTS * (before.behind - after.behind)
        row["error"] = POINTS * max(before.behind_error, after.behind_error)
    return row


def played(position: Position, layouts: int, seed: int) -> Choice:
    """Return the choice of `deep` on so many layouts."""
    return best(position, player="deep", games=layouts, seed=seed)


def rollouts(choice: Choice, cell: Cell) -> Rollouts:
    """Return the rollouts of one candidate."""
    (found,) = (each.rollouts for each in choice.candidates if each.cell == cell)
    assert found is not None
    return found


if __name__ == "__main__":
    main()
