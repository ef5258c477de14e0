"""DECIDE: positions in, moves with their reasons out.

A strategy sees a Position and nothing else; this room does not know `play`, which knows the mines.
"""

from sapper.strategies.advice import best, win_chance
from sapper.strategies.advice_values import Advice, Candidate, Rollouts, WinChance
from sapper.strategies.champion import CHAMPION, FAST, LOOKAHEAD, PATIENT
from sapper.strategies.decision import Decision, Move
from sapper.strategies.papers.backtracking import search_tree
from sapper.strategies.papers.bfs import BFS
from sapper.strategies.papers.greedy import GREEDY
from sapper.strategies.papers.hybrid import HYBRID
from sapper.strategies.papers.hybrid_global import HYBRID_GLOBAL
from sapper.strategies.papers.layout import LayoutResult, cost_bounds, solve_layout
from sapper.strategies.papers.matrices import probability_matrix
from sapper.strategies.papers.probability import PROBABILITY
from sapper.strategies.player import Player
from sapper.strategies.registry import Option, Strategy, register, strategies, strategy
from sapper.strategies.tracing.trace import Trace, trace

__all__ = [
    "BFS",
    "CHAMPION",
    "FAST",
    "GREEDY",
    "HYBRID",
    "HYBRID_GLOBAL",
    "LOOKAHEAD",
    "PATIENT",
    "PROBABILITY",
    "Advice",
    "Candidate",
    "Decision",
    "LayoutResult",
    "Move",
    "Option",
    "Player",
    "Rollouts",
    "Strategy",
    "Trace",
    "WinChance",
    "best",
    "cost_bounds",
    "probability_matrix",
    "register",
    "search_tree",
    "solve_layout",
    "strategies",
    "strategy",
    "trace",
    "win_chance",
]
