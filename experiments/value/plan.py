"""The plan of a training run: its boards, its rounds, its size."""

from __future__ import annotations

import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

__all__ = ["BOARDS", "FULL_GAMES", "ROUNDS", "Board", "Plan", "Round"]


@dataclass(frozen=True)
class Board:
    """A board to learn on, and its share of `FULL_GAMES`."""

    board: str
    start: str
    first: tuple[int, int]
    games: int


@dataclass(frozen=True)
class Round:
    """How one round plays and trains. The first plays without a value."""

    seed: int
    share: float  # of the run's games
    exploring: float  # share of guesses made at random among the candidates
    trust: float  # how much later luck counts: 1 to the end of the game
    epochs: float


BOARDS = (
    Board("16x30/99", "safe", (0, 0), 260_000),
    Board("16x30/99", "open", (3, 3), 430_000),
    Board("16x16/40", "safe", (0, 0), 100_000),
    Board("16x16/40", "open", (2, 2), 160_000),
    Board("9x9/10", "safe", (0, 0), 80_000),
    Board("9x9/10", "open", (2, 2), 80_000),
    Board("8x8/10", "safe", (0, 0), 60_000),
    Board("8x8/10", "open", (2, 2), 80_000),
    Board("10x10/15", "open", (5, 5), 80_000),
    Board("20x20/60", "open", (10, 10), 160_000),
    Board("30x30/135", "open", (15, 15), 120_000),
)
FULL_GAMES = sum(board.games for board in BOARDS)
ROUNDS = (
    Round(901, 0.3, 0.15, 1.0, 6),
    Round(902, 0.4, 0.25, 1.0, 6),
    Round(903, 1.0, 0.2, 0.6, 5),
    Round(904, 1.4, 0.2, 0.6, 5),
    Round(905, 1.0, 0.2, 0.6, 6),
)


@dataclass(frozen=True)
class Plan:
    """Everything that determines the result of a run, except the number of threads."""

    games: int  # of a round with share 1, on all boards
    rounds: int  # the first of `ROUNDS`
    commit: str

    @classmethod
    def of(cls, games: int, rounds: int) -> Plan:
        """Return the plan for the current sources."""
        command = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
        asked = subprocess.run(
            command, check=False, capture_output=True, text=True, cwd=Path(__file__).parent
        )
        return cls(games, rounds, asked.stdout.strip() or "unknown")

    def games_of(self, board: Board, this: Round) -> int:
        """Return how many games a round plays on a board."""
        return max(200, int(board.games * this.share * self.games / FULL_GAMES))

    def to_dict(self) -> dict[str, object]:
        """Return the plan as plain data, with all rounds."""
        return {
            "games": self.games,
            "commit": self.commit,
            "rounds": [
                asdict(this) | {"games": sum(self.games_of(board, this) for board in BOARDS)}
                for this in ROUNDS[: self.rounds]
            ],
        }
