"""Make one layout that fits a position, with or without a mine in a given cell.

The core is asked again after every choice, so there is no backtracking: each round fixes the cells
that have become certain, and the more likely content of one undecided cell per component. If these
choices clash in the mine count, only the first of them is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sapper.analysis.core_query import CoreAnswer, CoreQuery
from sapper.analysis.premises import Premises
from sapper.board.cell import FLAG, MINE, SILENT, Cell, is_covered

__all__ = ["example_layout"]


def example_layout(puzzle: Premises, cell: int, is_mine: bool) -> frozenset[Cell]:
    """Return the mines of a layout that fits, with or without a mine in this undecided cell."""
    faces = bytearray(puzzle.position.faces)
    if puzzle.trust_flags:
        faces = faces.replace(bytes([FLAG]), bytes([MINE]))
    faces[cell] = MINE if is_mine else SILENT
    question = _question(puzzle, faces)
    answer = question.solve(puzzle.allowance)
    groups = [cells for cells, _, _, _ in question.components(puzzle.allowance)]
    while True:
        assert answer.is_possible, "an undecided cell may be either"
        _fill(faces, answer.safe, SILENT)
        _fill(faces, answer.mines, MINE)
        choices = [c for c in (_first_undecided(faces, group) for group in groups) if c is not None]
        if not choices:
            break
        faces, answer = _choose(puzzle, faces, choices, answer)
    _fill_untouched(puzzle, faces)
    return frozenset(puzzle.cells(i for i, face in enumerate(faces) if face == MINE))


def _fill(faces: bytearray, cells: Iterable[int], face: int) -> None:
    for cell in cells:
        faces[cell] = face


def _question(puzzle: Premises, faces: bytearray) -> CoreQuery:
    position = puzzle.position
    return CoreQuery(position.geometry.native, bytes(faces), position.mines)


def _first_undecided(faces: bytearray, cells: Sequence[int]) -> int | None:
    return next((cell for cell in cells if is_covered(faces[cell])), None)


def _choose(
    puzzle: Premises, faces: bytearray, choices: list[int], answer: CoreAnswer
) -> tuple[bytearray, CoreAnswer]:
    """Return the faces with the choices made, or only the first when they clash together."""
    chances = answer.chances
    for some in (choices, choices[:1]):
        trial = faces.copy()
        for cell in some:
            trial[cell] = MINE if chances[cell] >= 0.5 else SILENT
        answer = _question(puzzle, trial).solve(puzzle.allowance)
        if answer.is_possible:
            break
    return trial, answer


def _fill_untouched(puzzle: Premises, faces: bytearray) -> None:
    """Spread the mines that are left evenly over the cells that no number touches."""
    if puzzle.position.mines is None:
        return
    free = [i for i, face in enumerate(faces) if is_covered(face)]
    left = puzzle.position.mines - faces.count(MINE)
    for i in range(left):
        faces[free[(2 * i + 1) * len(free) // (2 * left)]] = MINE
