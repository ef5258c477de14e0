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

from sapper.analysis import (
    Analysis,
    AnalysisBatch,
    Budget,
    Component,
    Outcome,
    Verdict,
    analyse,
    analyse_many,
)
from sapper.board import BoardSpec, Cell, Geometry, Position
from sapper.errors import (
    BudgetExceeded,
    CellError,
    ContradictionError,
    GeometryError,
    InputError,
    ParseError,
    SapperError,
)
from sapper.games import Game, Record, play
from sapper.players import best, solve_layout, win_chance
from sapper.proofs import conflict, explain, hint
from sapper.reviews.review import review

if TYPE_CHECKING:
    from sapper.lab import compare, simulate
    from sapper.lab.optimal import optimal

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
    "Game",
    "Geometry",
    "GeometryError",
    "InputError",
    "Outcome",
    "ParseError",
    "Position",
    "Record",
    "SapperError",
    "Verdict",
    "analyse",
    "analyse_many",
    "best",
    "compare",
    "conflict",
    "explain",
    "hint",
    "optimal",
    "play",
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
        from sapper.lab.optimal import optimal

        return optimal
    raise AttributeError(f"module 'sapper' has no attribute {name!r}")
