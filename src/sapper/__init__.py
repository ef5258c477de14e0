"""sapper: a Minesweeper solving workbench.

>>> import sapper
>>> analysis = sapper.analyse(sapper.Position.parse("3x3/2:01_/12_/___"))
>>> analysis.ways, sorted(analysis.safe)
(4, [Cell(row=2, column=2)])
"""

from sapper.analysis import Analysis, Budget, Component, analyse
from sapper.board import Cell, Geometry, Position
from sapper.errors import (
    BudgetExceeded,
    CellError,
    ContradictionError,
    GeometryError,
    InputError,
    ParseError,
    SapperError,
)

__all__ = [
    "Analysis",
    "Budget",
    "BudgetExceeded",
    "Cell",
    "CellError",
    "Component",
    "ContradictionError",
    "Geometry",
    "GeometryError",
    "InputError",
    "ParseError",
    "Position",
    "SapperError",
    "analyse",
]

__version__ = "0.1.0"
