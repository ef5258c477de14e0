"""Puzzles by moving mines where the reasoning is stuck: for dense boards, and not uniform."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from sapper import _core
from sapper.analysis.budget import budget_errors
from sapper.errors import BudgetExceeded
from sapper.games.dealing import game_key
from sapper.games.generating.puzzle import Puzzle
from sapper.games.generating.request import PuzzleRequest
from sapper.language import _, _n

__all__ = ["find_repaired"]


def find_repaired(request: PuzzleRequest, numbers: list[int], workers: int) -> Iterator[Puzzle]:
    """Yield the puzzles of these numbers in order; raise `BudgetExceeded` for one not found."""
    if request.is_settled_by_levels:
        left = (
            0.0 if request.seconds is None else 1000 * request.seconds
        )  # the core's for each puzzle
        found = _repair(request, request.seed, numbers, request.tries, left, workers)
        for number, repaired in zip(numbers, found, strict=True):
            search = _Search(request, number)
            search.note(repaired)
            yield search.puzzle_of(repaired)
        return
    for number in numbers:
        yield _find_fitting(_Search(request, number))


_Repaired = tuple[bytes, int, tuple[int, ...], int, int, int]


def _repair(
    request: PuzzleRequest, seed: int, numbers: list[int], tries: int, left: float, workers: int
) -> list[_Repaired]:
    """Return a repaired board for each number within `left` milliseconds, 0 for any time."""
    with budget_errors():
        return _core.repair_boards(
            request.spec.geometry.native,
            request.spec.mines,
            request.start.value,
            request.spec.geometry.index(request.first),
            seed,
            numbers,
            request.least_level,
            request.most_level,
            tries,
            left,
            workers,
        )


def _find_fitting(search: _Search) -> Puzzle:
    """Return a repaired board that has everything else that is asked for.

    Board after board is repaired, each with the deals of another seed, made from seed and number.
    """
    request = search.request
    while True:
        attempt, left = search.repaired, search.milliseconds_left
        if search.tries >= request.tries or (left is not None and left <= 0):
            raise search.give_up()
        seed = request.seed if attempt == 0 else game_key(request.seed, attempt)
        tries = request.tries - search.tries
        (repaired,) = _repair(request, seed, [search.number], tries, left or 0.0, 1)
        search.note(repaired)
        puzzle = search.puzzle_of(repaired)
        if request.is_met_by(puzzle):
            return puzzle


class _Search:
    """The search for one puzzle, and how far it came."""

    def __init__(self, request: PuzzleRequest, number: int) -> None:
        self.request = request
        self.number = number
        self.began = monotonic()
        self.tries = 0
        self.repaired = 0
        """Boards that were repaired; something else that was asked for was missing."""
        self.deals = self.fewest_left = 0

    @property
    def milliseconds_left(self) -> float | None:
        """The time that is left; None for any time."""
        if self.request.seconds is None:
            return None
        return 1000 * (self.request.seconds - (monotonic() - self.began))

    def note(self, repaired: _Repaired) -> None:
        """Keep count; raise `BudgetExceeded` if no board was repaired within the limits."""
        cells, boards = repaired[0], repaired[3]
        self.deals, self.fewest_left = repaired[4:]
        self.tries += boards
        if not cells:
            raise self.give_up()
        self.repaired += 1

    def puzzle_of(self, repaired: _Repaired) -> Puzzle:
        """Return a repaired board as a puzzle."""
        cells, level, rounds, *_ = repaired
        return self.request.puzzle(cells, self.number, self.tries, level=level, rounds=rounds)

    def give_up(self) -> BudgetExceeded:
        """Return the error that says how far the search came."""
        tries = _n("{count:,} board", "{count:,} boards", self.tries).format(count=self.tries)
        reached = _("repair gave up on {board} after {tries}").format(
            board=self.request.spec, tries=tries
        )
        if self.repaired:
            text = _n(
                "{reached}: {count:,} board was repaired, but none had the rest; allow more tries "
                "or time, or ask for less",
                "{reached}: {count:,} boards were repaired, but none had the rest; allow more "
                "tries or time, or ask for less",
                self.repaired,
            ).format(reached=reached, count=self.repaired)
        else:
            text = _n(
                "{reached}; the last deal left at best {left} of {total} safe cells covered: allow "
                "more tries or time, ask for less, or take fewer mines",
                "{reached}; the last {count:,} deals left at best {left} of {total} safe cells "
                "covered: allow more tries or time, ask for less, or take fewer mines",
                self.deals,
            ).format(
                reached=reached,
                count=self.deals,
                left=self.fewest_left,
                total=self.request.spec.safe_cells,
            )
        return BudgetExceeded(
            text,
            states=self.tries,
            milliseconds=1000 * (monotonic() - self.began),
            limit="tries" if self.tries >= self.request.tries else "time",
        )
