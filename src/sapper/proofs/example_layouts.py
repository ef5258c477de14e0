"""Make one layout that fits a position, with or without a mine in a given cell.

The core is asked again after every choice, so there is no backtracking: each round fixes the cells
that have become certain, and the more likely content of one undecided cell per component. If these
choices clash in the mine count, only the first of them is made.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sapper.analysis.puzzle import Puzzle
from sapper.analysis.question import Answer, Question
from sapper.board.cell import FLAG, MINE, SILENT, is_covered
from sapper.proofs.proof import Witness

__all__ = ["witness"]

Faces = npt.NDArray[np.uint8]


def witness(puzzle: Puzzle, cell: int, is_mine: bool) -> Witness:
    """Return a layout that fits, with or without a mine in this undecided cell."""
    faces = np.frombuffer(puzzle.position.faces, dtype=np.uint8).copy()
    if puzzle.trust_flags:
        faces[faces == FLAG] = MINE
    faces[cell] = MINE if is_mine else SILENT
    question = _question(puzzle, faces)
    answer = question.solve(puzzle.allowance)
    groups = [cells for cells, _, _, _ in question.components(puzzle.allowance)]
    while True:
        assert answer.is_possible, "an undecided cell may be either"
        faces[answer.safe] = SILENT
        faces[answer.mines] = MINE
        choices = [c for c in (_first_undecided(faces, group) for group in groups) if c is not None]
        if not choices:
            break
        faces, answer = _choose(puzzle, faces, choices, answer)
    _fill_untouched(puzzle, faces)
    return Witness(frozenset(puzzle.cells(np.flatnonzero(faces == MINE).tolist())))


def _question(puzzle: Puzzle, faces: Faces) -> Question:
    position = puzzle.position
    return Question(position.geometry.native, faces.tobytes(), position.mines)


def _first_undecided(faces: Faces, cells: Sequence[int]) -> int | None:
    return next((cell for cell in cells if is_covered(int(faces[cell]))), None)


def _choose(
    puzzle: Puzzle, faces: Faces, choices: list[int], answer: Answer
) -> tuple[Faces, Answer]:
    """Return the faces with the choices made, or only the first when they clash together."""
    likely = answer.chances.ravel() >= 0.5
    for some in (choices, choices[:1]):
        trial = faces.copy()
        trial[some] = np.where(likely[some], MINE, SILENT)
        answer = _question(puzzle, trial).solve(puzzle.allowance)
        if answer.is_possible:
            break
    return trial, answer


def _fill_untouched(puzzle: Puzzle, faces: Faces) -> None:
    """Spread the mines that are left evenly over the cells that no number touches."""
    if puzzle.position.mines is None:
        return
    free = [i for i, face in enumerate(faces.tolist()) if is_covered(face)]
    left = puzzle.position.mines - int((faces == MINE).sum())
    for i in range(left):
        faces[free[(2 * i + 1) * len(free) // (2 * left)]] = MINE
