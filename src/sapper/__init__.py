"""sapper: a Minesweeper solving workbench.

>>> import sapper
>>> position = sapper.Position.parse("3x3/2:01_/12_/___")
>>> analysis = sapper.analyse(position)
>>> analysis.ways, sorted(analysis.safe)
(4, [Cell(row=2, column=2)])
>>> sapper.explain(position, (2, 2)).technique.value
'chain'
"""

from typing import TYPE_CHECKING

from sapper.analysis import Analysis, Budget, Component, analyse
from sapper.board import BoardSpec, Cell, Geometry, Position
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
from sapper.players import Decision, Move, Player, best, register, solve_layout, win_chance
from sapper.proofs import conflict, explain, hint
from sapper.reviews.reviewing import review

if TYPE_CHECKING:
    from sapper.lab import compare, simulate
    from sapper.lab.optimal_play import optimal

__all__ = [
    "Analysis",
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
    "Move",
    "ParseError",
    "Player",
    "PlayerError",
    "Position",
    "Record",
    "SapperError",
    "analyse",
    "best",
    "compare",
    "conflict",
    "explain",
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


def __getattr__(name: str) -> object:
    """Return a name of the laboratory, whose libraries are loaded only when it is used."""
    if name in ("compare", "simulate"):
        from sapper import lab

        return getattr(lab, name)
    if name == "optimal":
        from sapper.lab.optimal_play import optimal

        return optimal
    raise AttributeError(f"module 'sapper' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, also those that are not loaded yet."""
    return sorted({*globals(), *__all__})
