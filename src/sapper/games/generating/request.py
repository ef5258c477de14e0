"""What is asked of a puzzle: the board, and the properties that it shall have."""

from __future__ import annotations

import reprlib
from numbers import Real
from typing import Any, Final

from sapper.board.cell import Cell, CellLike, cell_of
from sapper.board.number_checks import check_seed, whole_number
from sapper.board.spec import BoardSpec, StartRule
from sapper.documents import Digits
from sapper.errors import InputError
from sapper.games.dealing import check_room
from sapper.games.generating.puzzle import Puzzle
from sapper.games.grades import Grade

__all__ = ["DEFAULT_TRIES", "MOST_TRIES", "PuzzleRequest", "Range", "first_of"]

Range = tuple[int | None, int | None]
"""The smallest and the largest value allowed; None: any."""

MOST_TRIES: Final = 2**32
DEFAULT_TRIES: Final = 200_000
"""Boards that are tried for one puzzle, unless the caller says how many."""


class PuzzleRequest:
    """A board and what is asked of its puzzles; `generate` says what the arguments mean.

    Raise `InputError` for a request that cannot be meant.
    """

    def __init__(
        self,
        board: BoardSpec | str,
        *,
        start: StartRule | str = StartRule.OPEN,
        first: CellLike | None = None,
        grade: str | None = None,
        max_grade: str | None = None,
        seed: int = 0,
        bbbv: Range | int | None = None,
        tries: int = DEFAULT_TRIES,
        seconds: float | None = None,
    ) -> None:
        self.spec, self.start = BoardSpec.of(board), StartRule.parse(start)
        self.first = first_of(self.spec, first)
        self.grade, self.max_grade = _grade_of(grade), _grade_of(max_grade)
        self.seed = check_seed(seed)
        self.bbbv = _range_of(bbbv)
        self.tries = whole_number(tries, 1, MOST_TRIES, f"1 to {MOST_TRIES:,} tries")
        self.seconds = _seconds_of(seconds)
        check_room(self.spec, self.start, self.first)
        _check_together(self)

    def puzzle(self, cells: bytes, number: int, tries: int, **found: Any) -> Puzzle:
        """Return a board as puzzle `number` of this request."""
        return Puzzle(
            self.spec,
            self.first,
            self.start,
            Digits(self.seed),
            Digits(number),
            cells,
            tries,
            **found,
        )

    @property
    def least_level(self) -> int:
        """The easiest level of the core's reasoning that a board must need."""
        return (self.grade or Grade.CLICK).rank

    @property
    def most_level(self) -> int:
        """The hardest level of the core's reasoning that a board may need."""
        return min((grade or Grade.COUNT).rank for grade in (self.grade, self.max_grade))

    def is_met_by(self, puzzle: Puzzle) -> bool:
        """Return whether a board of an allowed level has the 3BV too."""
        if self.bbbv is None:
            return True
        low, high = self.bbbv
        return (low or 0) <= puzzle.metrics.bbbv <= (MOST_TRIES if high is None else high)


def first_of(spec: BoardSpec, first: CellLike | None) -> Cell:
    """Return the first cell: one of the board, or `middle` (the default) or `corner`."""
    if first is None or first == "middle":
        return Cell(spec.rows // 2, spec.columns // 2)
    if first == "corner":
        return Cell(0, 0)
    return spec.geometry.cell(spec.geometry.index(cell_of(first)))


def _grade_of(text: str | None) -> Grade | None:
    if text is None:
        return None
    try:
        return Grade(text)
    except ValueError:
        raise InputError(f"expected one of {', '.join(Grade)}, got {text!r}") from None


def _range_of(given: Range | int | None) -> Range | None:
    if given is None:
        return None
    bounds = given if isinstance(given, (tuple, list)) else (given, given)
    if len(bounds) != 2:
        raise InputError(f"expected (least, most) for 3BV, got {reprlib.repr(given)}")
    low, high = (
        None
        if bound is None
        else whole_number(bound, 0, MOST_TRIES, "whole numbers as the bounds of 3BV")
        for bound in bounds
    )
    if low is not None and high is not None and low > high:
        raise InputError(f"the range of 3BV is empty: {low} is more than {high}")
    return low, high


def _seconds_of(given: float | None) -> float | None:
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, Real) or not float(given) > 0:
        raise InputError(f"expected a positive number of seconds, got {reprlib.repr(given)}")
    return float(given)


def _check_together(request: PuzzleRequest) -> None:
    """Raise `InputError` for requests that contradict themselves."""
    if request.grade and request.max_grade and request.grade.rank > request.max_grade.rank:
        raise InputError(f"no board of grade {request.grade} is at most {request.max_grade}")
