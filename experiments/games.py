"""Play many games of the native players, in chunks."""

from __future__ import annotations

from collections.abc import Iterator

from sapper.board.spec import BoardSpec, StartRule
from sapper.games.native import play_games
from sapper.games.table import GameTable

__all__ = ["chunks", "play_chunks"]

_CHUNK = 20_000  # games


def chunks(games: int, size: int = _CHUNK) -> list[range]:
    """Return the numbers of the games, chunk by chunk."""
    return [range(begin, min(begin + size, games)) for begin in range(0, games, size)]


def play_chunks(
    board: str, start: StartRule, first: tuple[int, int], seed: int, games: int, player: str,
    workers: int = 1,
) -> Iterator[GameTable]:  # fmt: skip
    """Yield the tables of the games, chunk by chunk."""
    spec = BoardSpec.parse(board)
    for chunk in chunks(games):
        yield play_games(spec, start, first, seed, chunk.start, len(chunk), player, workers)
