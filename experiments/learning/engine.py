"""The learned player as a program of its own, by the engine protocol (version 1).

    python -m experiments.learning.engine

It reads `position LINE` and `go` from standard input and answers with a move; the player string for
the laboratory is `engine:python -m experiments.learning.engine`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from experiments.learning.player import LearnedPlayer
from sapper import Position
from sapper.errors import SapperError

__all__ = ["answers"]


def answers(lines: Iterable[str]) -> Iterator[str]:
    """Yield the answers to the lines of a client, until it says `quit`."""
    player, asked = LearnedPlayer(), ""
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "sapper-engine":
            yield "sapper-engine 1\nname learned\nversion 1\nready"
        elif word == "position":
            asked = rest
        elif word == "go":
            yield _move(player, asked)
        elif word == "quit":
            return


def _move(player: LearnedPlayer, line: str) -> str:
    try:
        decision = player.decide(Position.parse(line))
    except SapperError as error:
        return f"error {error}".replace("\n", " ")
    row, column = decision.move.cell
    return f"move open r{row}c{column} chance {decision.chance:.6f} guess"


if __name__ == "__main__":
    for answer in answers(sys.stdin):
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()
