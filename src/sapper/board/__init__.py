"""READ: geometry, cells, positions, and their formats as text and file.

A text goes through `reading` (which format is it?) to the module of its format, where
`claims` holds it against what the caller says and `alphabet` turns characters into faces.
"""

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, Cell
from sapper.board.geometry import Geometry, Shape
from sapper.board.position import Position
from sapper.board.reading import Reading, read_position

__all__ = [
    "FLAG",
    "HIDDEN",
    "MINE",
    "QUESTION",
    "Cell",
    "Geometry",
    "Position",
    "Reading",
    "Shape",
    "read_position",
]
