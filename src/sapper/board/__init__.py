"""READ: geometry, cells, positions, and their formats as text and file.

A text goes through `formats.reading` (which format is it?) to the module of its format, where
`header` holds it against what the caller says and `alphabet` turns characters into faces.
"""

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, Cell
from sapper.board.formats.reading import Reading, read_position
from sapper.board.geometry import Geometry, Shape
from sapper.board.position import Position
from sapper.board.spec import PRESETS, BoardSpec, StartRule

__all__ = [
    "FLAG",
    "HIDDEN",
    "MINE",
    "PRESETS",
    "QUESTION",
    "BoardSpec",
    "Cell",
    "Geometry",
    "Position",
    "Reading",
    "Shape",
    "StartRule",
    "read_position",
]
