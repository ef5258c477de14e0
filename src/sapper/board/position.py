"""What a player sees: the board's shape, the total mines, and the face of every cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, Cell, is_covered, is_number
from sapper.board.geometry import Geometry
from sapper.errors import InputError

__all__ = ["Position"]


class Position:
    """A position: frozen, hashable, equal by value.

    `faces` holds one byte per cell in row order (see `sapper.board.cell`);
    `mines` is the total on the board, or None when it is unknown.
    """

    __slots__ = ("faces", "geometry", "mines")

    geometry: Geometry
    mines: int | None
    faces: bytes

    def __init__(self, geometry: Geometry, mines: int | None, faces: bytes) -> None:
        _check(geometry, mines, faces)
        object.__setattr__(self, "geometry", geometry)
        object.__setattr__(self, "mines", mines)
        object.__setattr__(self, "faces", faces)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Position is frozen: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Position is frozen: cannot delete {name!r}")

    @classmethod
    def hidden(cls, geometry: Geometry, mines: int | None) -> Position:
        """Return the position before the first move."""
        return cls(geometry, mines, bytes([HIDDEN]) * geometry.size)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.geometry.rows

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.geometry.columns

    def face(self, cell: tuple[int, int]) -> int:
        """Return what the cell shows: its number, or HIDDEN, FLAG, QUESTION, MINE."""
        return self.faces[self.geometry.index(cell)]

    def is_covered(self, cell: tuple[int, int]) -> bool:
        """Return whether the cell is unopened, whatever mark it bears."""
        return is_covered(self.face(cell))

    def covered(self) -> Iterator[Cell]:
        """Yield the unopened cells, marked or not."""
        return (self.geometry.cell(i) for i, face in enumerate(self.faces) if is_covered(face))

    def numbers(self) -> Iterator[tuple[Cell, int]]:
        """Yield the opened cells with their numbers."""
        return ((self.geometry.cell(i), n) for i, n in enumerate(self.faces) if is_number(n))

    def with_faces(self, changes: Mapping[Cell, int] | Iterable[tuple[Cell, int]]) -> Position:
        """Return this position with some faces changed."""
        faces = bytearray(self.faces)
        for cell, face in dict(changes).items():
            faces[self.geometry.index(cell)] = face
        return Position(self.geometry, self.mines, bytes(faces))

    def with_mines(self, mines: int | None) -> Position:
        """Return this position with another total of mines."""
        return Position(self.geometry, mines, self.faces)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.faces == other.faces
            and self.mines == other.mines
            and self.geometry == other.geometry
        )

    def __hash__(self) -> int:
        return hash((self.faces, self.mines))

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.geometry, self.mines, self.faces)


_FACES = frozenset([*range(36), HIDDEN, FLAG, QUESTION, MINE])


def _check(geometry: Geometry, mines: int | None, faces: bytes) -> None:
    if len(faces) != geometry.size:
        raise InputError(f"expected {geometry.size} faces, got {len(faces)}")
    if not _FACES.issuperset(faces):
        bad = next(i for i, face in enumerate(faces) if face not in _FACES)
        raise InputError(f"expected a known face at {geometry.cell(bad)}, got {faces[bad]}")
    if mines is not None and not 0 <= mines <= geometry.size:
        raise InputError(f"expected 0 to {geometry.size} mines, got {mines}")
