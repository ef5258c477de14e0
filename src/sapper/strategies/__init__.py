"""DECIDE: positions in, moves with their reasons out.

A strategy sees a Position and nothing else; this room does not know `play`, which knows the mines.
"""

from sapper.strategies.decision import Decision, Move
from sapper.strategies.papers import greedy as _greedy  # noqa: F401 (registers itself)
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
