"""A player's notebook: the mines that every open number still misses, updated move by move.

The notebook compares a position with the last one it read, so the cost of a step is proportional to
the change. A position that does not continue the last one is read from scratch. Flags are ignored:
a cell counts as a mine if the player has proven it (`mark`), or if it is shown.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from sapper.board.cell import MAX_NUMBER, MINE, Cell, indices_of_changes
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.errors import ContradictionError
from sapper.language import _

__all__ = ["MARKED", "OPENED", "UNKNOWN", "Notebook"]

UNKNOWN: Final = 0
OPENED: Final = 1
MARKED: Final = 2


class Notebook:
    """What a player knows. Cells are indices here; `cell` converts them.

    `state` says UNKNOWN, OPENED or MARKED (proven mine) for every cell. For an open number,
    `missing` is how many of its mines are not yet marked and `unknown` how many cells around it
    they may lie on. `changed` is the queue of numbers to check again; `active` holds every
    number with unknown cells around it, and possibly some without.
    """

    __slots__ = (
        "active", "around", "changed", "faces", "geometry", "marked", "mines", "missing",
        "state", "unknown", "unknown_cells",
    )  # fmt: skip

    def __init__(self) -> None:
        self.faces = b""
        self.mines: int | None = None
        self.geometry: Geometry | None = None
        self.around: tuple[tuple[int, ...], ...] = ()
        self.changed: deque[int] = deque()

    @property
    def mines_left(self) -> int | None:
        """The mines that are not yet marked, or None when the total is unknown."""
        return None if self.mines is None else self.mines - self.marked

    def read(self, position: Position) -> bool:
        """Read a position; return whether it had to be read from scratch."""
        faces = position.faces
        is_fresh = position.geometry is not self.geometry or position.mines != self.mines
        if not is_fresh and faces == self.faces:
            return False
        if not is_fresh:
            is_fresh = not self._continue(faces, indices_of_changes(self.faces, faces))
        if is_fresh:
            self._begin(position)
        self.faces = faces
        return is_fresh

    def mark(self, index: int) -> None:
        """Note that a cell is proven to be a mine."""
        state, missing, unknown = self.state, self.missing, self.unknown
        state[index] = MARKED
        self.marked += 1
        self.unknown_cells -= 1
        for number in self.around[index]:
            if state[number] == OPENED:
                missing[number] -= 1
                unknown[number] -= 1
                self.changed.append(number)

    def unknown_around(self, index: int) -> list[int]:
        """Return the unknown cells around a number."""
        state = self.state
        return [i for i in self.around[index] if state[i] == UNKNOWN]

    def all_unknown(self) -> list[int]:
        """Return every unknown cell of the board."""
        return [i for i, state in enumerate(self.state) if state == UNKNOWN]

    def cell(self, index: int) -> Cell:
        """Return the cell at an index."""
        assert self.geometry is not None
        return Cell(*divmod(index, self.geometry.columns))

    def next_changed(self) -> int | None:
        """Return the next changed number with unknown cells around it, or None if there is none.

        Raise `ContradictionError` at a number that can no longer be satisfied.
        """
        changed, missing, unknown = self.changed, self.missing, self.unknown
        while changed:
            number = changed.popleft()
            if not 0 <= missing[number] <= unknown[number]:
                changed.appendleft(number)
                raise self._contradiction(number)
            if unknown[number]:
                return number
            self.active.discard(number)
        return None

    def _begin(self, position: Position) -> None:
        size = position.geometry.size
        self.geometry, self.mines = position.geometry, position.mines
        self.around = position.geometry.neighbour_lists
        self.state = bytearray(size)
        self.missing, self.unknown = [0] * size, [0] * size
        self.changed = deque()
        self.active: set[int] = set()
        self.marked, self.unknown_cells = 0, size
        seen = [i for i, face in enumerate(position.faces) if face <= MAX_NUMBER or face == MINE]
        self._take(position.faces, seen)

    def _continue(self, faces: bytes, cells: list[int]) -> bool:
        """Read the changed cells; return False if the position does not continue the last one."""
        state, seen = self.state, []
        for index in cells:
            face = faces[index]
            if state[index] == OPENED or self.faces[index] == MINE:
                return False
            if face <= MAX_NUMBER:  # `is_number`, inlined: a hot loop
                if state[index] == MARKED:
                    return False
                seen.append(index)
            elif face == MINE:
                seen.append(index)
        self._take(faces, seen)
        return True

    def _take(self, faces: bytes, cells: list[int]) -> None:
        """Note opened cells: first that they are open, then their numbers."""
        state, missing, unknown, around = self.state, self.missing, self.unknown, self.around
        shown = [i for i in cells if faces[i] == MINE]
        opened = [i for i in cells if faces[i] != MINE]
        for index in opened:
            state[index] = OPENED
        self.unknown_cells -= len(opened)
        batch = set(opened) if len(opened) > 1 else opened
        changed = self.changed
        for index in opened:
            count, misses = 0, faces[index]
            for other in around[index]:
                there = state[other]
                if there == UNKNOWN:
                    count += 1
                elif there == MARKED:
                    misses -= 1
                elif other not in batch:
                    unknown[other] -= 1
                    changed.append(other)
            missing[index], unknown[index] = misses, count
            if count or misses:
                self.active.add(index)
                changed.append(index)
        for index in shown:
            if state[index] == UNKNOWN:
                self.mark(index)

    def _contradiction(self, number: int) -> ContradictionError:
        cell, misses, cells = self.cell(number), self.missing[number], self.unknown[number]
        says = self.faces[number]
        text = _("{cell} needs {mines} more mines, but has {cells} unknown cells for them")
        if misses < 0:
            text = _("{cell} shows {says}, but {certain} mines around it are certain")
        message = text.format(
            cell=cell, mines=misses, cells=cells, says=says, certain=says - misses
        )
        return ContradictionError(message, cells=frozenset([cell]), is_mine_count=False)
