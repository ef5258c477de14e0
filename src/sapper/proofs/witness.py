"""Make one layout that fits a position and has (or has not) a mine in a certain place.

The core says after every choice what is still open, so a choice is never taken back: each round
fixes the cells that have become certain and one open cell of every component, to what is more
likely. If these choices clash in the mine count only the first of them is kept.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.analysis.budget import budget_errors
from sapper.board.cell import FLAG, MINE, SILENT, is_covered
from sapper.proofs.premises import Puzzle
from sapper.proofs.proof import Witness

__all__ = ["witness"]

Faces = npt.NDArray[np.uint8]


def witness(puzzle: Puzzle, cell: int, is_mine: bool) -> Witness:
    """Return a layout that fits, with or without a mine in this undecided cell."""
    faces = np.frombuffer(puzzle.position.faces, dtype=np.uint8).copy()
    if puzzle.trust_flags:
        faces[faces == FLAG] = MINE
    faces[cell] = MINE if is_mine else SILENT
    answer = _ask(puzzle, faces)
    groups = _components(puzzle, faces)
    while True:
        assert answer.outcome is _core.Outcome.POSSIBLE, "an undecided cell may be either"
        _fix_certain(faces, answer.verdicts)
        choices = [c for c in (_first_open(faces, group) for group in groups) if c is not None]
        if not choices:
            break
        faces, answer = _choose(puzzle, faces, choices, answer)
    _fill_untouched(puzzle, faces)
    return Witness(frozenset(puzzle.cells(np.flatnonzero(faces == MINE).tolist())))


def _ask(puzzle: Puzzle, faces: Faces) -> _core.Answer:
    mines = -1 if puzzle.position.mines is None else puzzle.position.mines
    with budget_errors():
        return _core.solve(
            puzzle.position.geometry.native,
            faces.tobytes(),
            mines,
            0.5 if mines < 0 else 0.0,
            False,
            *puzzle.allowance.limits,
        )


def _components(puzzle: Puzzle, faces: Faces) -> list[list[int]]:
    with budget_errors():
        found = _core.components(
            puzzle.position.geometry.native, faces.tobytes(), False, *puzzle.allowance.limits
        )
    return [cells for cells, _, _, _ in found]


def _fix_certain(faces: Faces, verdicts: bytes) -> None:
    kinds = np.frombuffer(verdicts, dtype=np.uint8) & 3
    faces[kinds == 2] = SILENT
    faces[kinds == 3] = MINE


def _first_open(faces: Faces, cells: Sequence[int]) -> int | None:
    return next((cell for cell in cells if is_covered(int(faces[cell]))), None)


def _choose(
    puzzle: Puzzle, faces: Faces, choices: list[int], answer: _core.Answer
) -> tuple[Faces, _core.Answer]:
    """Return the faces with the choices made, or only the first when they clash together."""
    likely = answer.chances.ravel() >= 0.5
    for some in (choices, choices[:1]):
        trial = faces.copy()
        trial[some] = np.where(likely[some], MINE, SILENT)
        answer = _ask(puzzle, trial)
        if answer.outcome is _core.Outcome.POSSIBLE:
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
