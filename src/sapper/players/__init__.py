"""DECIDE: positions in, moves with their reasons out.

A player sees a Position and nothing else: this room does not import `games`, where the mines are.
`engine` has the native players, `papers` the algorithms of the papers in plain Python, `tracing`
shows how a player decided. `builtin` lists all players by name.
"""

from sapper.players.builtin import register_builtin
from sapper.players.decision import Decision, Move
from sapper.players.engine.advice import best, win_chance
from sapper.players.engine.choice import Candidate, Choice, Rollouts, WinChance
from sapper.players.engine.engine import Engine
from sapper.players.finding import PlayerLike, player_spec_of
from sapper.players.papers.backtracking import search_tree
from sapper.players.papers.layout_problem import LayoutResult, cost_bounds, solve_layout
from sapper.players.papers.probability_matrix import probability_matrix
from sapper.players.player import Player, StepPlayer
from sapper.players.registry import Option, PlayerSpec, player_spec, player_specs, register
from sapper.players.trace_steps import ChanceStep, NoteStep, RuleStep
from sapper.players.tracing.tracer import Trace, trace

__all__ = [
    "Candidate",
    "ChanceStep",
    "Choice",
    "Decision",
    "Engine",
    "LayoutResult",
    "Move",
    "NoteStep",
    "Option",
    "Player",
    "PlayerLike",
    "PlayerSpec",
    "Rollouts",
    "RuleStep",
    "StepPlayer",
    "Trace",
    "WinChance",
    "best",
    "cost_bounds",
    "player_spec",
    "player_spec_of",
    "player_specs",
    "probability_matrix",
    "register",
    "search_tree",
    "solve_layout",
    "trace",
    "win_chance",
]

register_builtin()
