"""Native players: processor time per game, compared with a player that knows the mines.

The player that knows the mines plays the same boards: its cost is the cost of the game itself. The
players alternate, block by block, so that other load on the machine affects all of them.
"""

from __future__ import annotations

from itertools import count
from time import process_time

from bench.benchmark import Say
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.core_games import play_games
from sapper.lab.table import Table, Value

__all__ = ["tables"]

BOARD = BoardSpec.parse("16x30/99")
FIRST = (0, 0)
SEED = 20261120
BLOCKS, GAMES = 10, 1000
SLOWEST, REPEATS = 500, 3
PLAYERS = ("clairvoyant", "fast", "lookahead", "champion", "patient")
MOST_MS = {"clairvoyant": 0.005, "fast": 0.10, "lookahead": 0.30, "champion": 1.0, "patient": 2.5}
MOST_RATIO = {"fast": 25.0, "lookahead": 120.0}


def tables(say: Say) -> list[Table]:
    """Return the cost of a game and the longest decision, for every player."""
    seconds = dict.fromkeys(PLAYERS, 0.0)
    wins = dict.fromkeys(PLAYERS, 0)
    slow: dict[str, list[tuple[float, int]]] = {player: [] for player in PLAYERS}
    for block in range(BLOCKS):
        say(f"{BOARD}: block {block + 1} of {BLOCKS}")
        for player in PLAYERS:
            began = process_time()
            table = play_games(BOARD, StartRule.SAFE, FIRST, SEED, block * GAMES, GAMES, player)
            seconds[player] += process_time() - began
            wins[player] += int(table.won.sum())
            slow[player] += zip(table.slowest.tolist(), count(block * GAMES))
    games = BLOCKS * GAMES
    rows: list[list[Value]] = [
        [
            player, games, 1e3 * seconds[player] / games, MOST_MS.get(player),
            seconds[player] / seconds["clairvoyant"], MOST_RATIO.get(player),
            1e3 * _longest(player, slow[player]), 100 * wins[player] / games,
        ]
        for player in PLAYERS
    ]  # fmt: skip
    return [
        Table(
            f"The native player on {BOARD}, safe start in the corner",
            ["player", "games", "ms per game", "at most", "of the floor", "at most",
             "longest decision, ms", "win %"],
            rows,
            [f"Processor time of one worker. The {SLOWEST} games with the longest decisions were "
             f"played {REPEATS} times more; the least wall-clock time of each counts."],
        )
    ]  # fmt: skip


def _longest(player: str, slow: list[tuple[float, int]]) -> float:
    """Return the longest decision in seconds, as the best of repeated runs of the slowest games."""

    def again(game: int) -> float:
        table = play_games(BOARD, StartRule.SAFE, FIRST, SEED, game, 1, player)
        return float(table.slowest[0])

    worst = sorted(slow, reverse=True)[:SLOWEST]
    return max(min(seconds, *(again(game) for _ in range(REPEATS))) for seconds, game in worst)
