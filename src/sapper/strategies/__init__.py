"""DECIDE: positions in, moves with their reasons out.

A strategy sees a Position and nothing else; this room does not know `play`, which knows the mines.
"""

from sapper.strategies.decision import Decision, Move
from sapper.strategies.papers import backtracking as _backtracking  # noqa: F401 (registers itself)
from sapper.strategies.papers import bfs as _bfs  # noqa: F401
from sapper.strategies.papers import greedy as _greedy  # noqa: F401
from sapper.strategies.papers import hybrid as _hybrid  # noqa: F401
from sapper.strategies.papers import hybrid_global as _hybrid_global  # noqa: F401
from sapper.strategies.papers import probability as _probability  # noqa: F401
from sapper.strategies.player import Player
from sapper.strategies.registry import Option, Strategy, register, strategies, strategy

__all__ = [
    "Decision",
    "Move",
    "Option",
    "Player",
    "Strategy",
    "register",
    "strategies",
    "strategy",
]
