"""DECIDE: positions in, moves with their reasons out.

A strategy sees a Position and nothing else; this room does not know `play`, which knows the mines.
"""

from sapper.players.decision import Decision, Move
from sapper.players.engine.advice import best, win_chance
from sapper.players.engine.player import CHAMPION, FAST, LOOKAHEAD, PATIENT
from sapper.players.engine.values import Advice, Candidate, Rollouts, WinChance
from sapper.players.papers.backtracking import search_tree
from sapper.players.papers.bfs import BFS
from sapper.players.papers.greedy import GREEDY
from sapper.players.papers.hybrid import HYBRID
from sapper.players.papers.hybrid_global import HYBRID_GLOBAL
from sapper.players.papers.layout_problem import LayoutResult, cost_bounds, solve_layout
from sapper.players.papers.probability import PROBABILITY
from sapper.players.papers.probability_matrix import probability_matrix
from sapper.players.player import Player
from sapper.players.registry import Option, Strategy, register, strategies, strategy
from sapper.players.tracing.trace import Trace, trace

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
