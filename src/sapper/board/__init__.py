"""READ: geometry, cells, positions and their text formats.

`formats.reading` recognises the format of a text and calls the module of that format; there
`header` compares size and mines with what the caller says, `alphabet` turns characters into faces.
"""

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, Cell
from sapper.board.formats.reading import Reading, read_position
from sapper.board.geometry import Geometry, Shape
from sapper.board.layout import Layout
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
    "Layout",
    "Position",
    "Reading",
    "Shape",
    "StartRule",
    "read_position",
]
