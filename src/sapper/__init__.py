"""sapper: a Minesweeper solving workbench.

>>> import sapper
>>> position = sapper.Position.parse("3x3/2:01_/12_/___")
>>> analysis = sapper.analyse(position)
>>> analysis.ways, sorted(analysis.safe)
(4, [Cell(row=2, column=2)])
>>> sapper.explain(position, (2, 2)).technique.value
'chain'
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.analysis import Analysis, Budget, Component, analyse
    from sapper.analysis.batch import AnalysisBatch, Outcome, Verdict, analyse_many
    from sapper.board import BoardSpec, Cell, Geometry, Layout, Position
    from sapper.documents import document
    from sapper.errors import (
        BudgetExceeded,
        CellError,
        ContradictionError,
        GeometryError,
        InputError,
        ParseError,
        PlayerError,
        SapperError,
    )
    from sapper.games import Game, Record, play
    from sapper.games.generating import Puzzle, generate, generate_many
    from sapper.games.optimal_play import optimal
    from sapper.lab.comparison import compare
    from sapper.lab.simulation import simulate
    from sapper.players import Decision, Move, Player, best, register, solve_layout, win_chance
    from sapper.proofs import explain
    from sapper.proofs.conflicts import conflict
    from sapper.proofs.hints import hint
    from sapper.reviews.reviewing import review

__all__ = [
    "Analysis",
    "AnalysisBatch",
    "BoardSpec",
    "Budget",
    "BudgetExceeded",
    "Cell",
    "CellError",
    "Component",
    "ContradictionError",
    "Decision",
    "Game",
    "Geometry",
    "GeometryError",
    "InputError",
    "Layout",
    "Move",
    "Outcome",
    "ParseError",
    "Player",
    "PlayerError",
    "Position",
    "Puzzle",
    "Record",
    "SapperError",
    "Verdict",
    "analyse",
    "analyse_many",
    "best",
    "compare",
    "conflict",
    "document",
    "explain",
    "generate",
    "generate_many",
    "hint",
    "optimal",
    "play",
    "register",
    "review",
    "simulate",
    "solve_layout",
    "win_chance",
]

__version__ = "0.1.0"

_MODULES = {
    "sapper.analysis": "Analysis Budget Component analyse",
    "sapper.analysis.batch": "AnalysisBatch Outcome Verdict analyse_many",
    "sapper.board": "BoardSpec Cell Geometry Layout Position",
    "sapper.documents": "document",
    "sapper.errors": "BudgetExceeded CellError ContradictionError GeometryError InputError "
    "ParseError PlayerError SapperError",
    "sapper.games": "Game Record play",
    "sapper.games.generating": "Puzzle generate generate_many",
    "sapper.lab": "compare simulate",
    "sapper.games.optimal_play": "optimal",
    "sapper.players": "Decision Move Player best register solve_layout win_chance",
    "sapper.proofs": "conflict explain hint",
    "sapper.reviews.reviewing": "review",
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Return a public name; its module is imported when the name is first used."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")
    value: object = getattr(import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return all names, also those that are not loaded yet."""
    return sorted({*globals(), *__all__})
