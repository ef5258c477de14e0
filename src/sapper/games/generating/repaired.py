"""Puzzles by moving mines where the reasoning is stuck: for dense boards, and not uniform."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from sapper import _core
from sapper.analysis.budget import budget_errors
from sapper.errors import BudgetExceeded
from sapper.games.dealing import game_key
from sapper.games.generating.puzzle import Puzzle
from sapper.games.generating.wish import Wish
from sapper.language import _, _n

__all__ = ["find_repaired"]


def find_repaired(wish: Wish, numbers: list[int], workers: int) -> Iterator[Puzzle]:
    """Yield the puzzles of these numbers in order; raise `BudgetExceeded` for one not found."""
    if wish.is_settled_by_levels:
        left = 0.0 if wish.seconds is None else 1000 * wish.seconds  # the core's for each puzzle
        found = _repair(wish, wish.seed, numbers, wish.tries, left, workers)
        for number, repaired in zip(numbers, found, strict=True):
            search = _Search(wish, number)
            search.note(repaired)
            yield search.puzzle_of(repaired)
        return
    for number in numbers:
        yield _find_fitting(_Search(wish, number))


_Repaired = tuple[bytes, int, tuple[int, ...], int, int, int]


def _repair(
    wish: Wish, seed: int, numbers: list[int], tries: int, left: float, workers: int
) -> list[_Repaired]:
    """Return a repaired board for each number within `left` milliseconds, 0 for any time."""
    with budget_errors():
        return _core.repair_boards(
            wish.spec.geometry.native,
            wish.spec.mines,
            wish.start.value,
            wish.spec.geometry.index(wish.first),
            seed,
            numbers,
            wish.least_level,
            wish.most_level,
            tries,
            left,
            workers,
        )


def _find_fitting(search: _Search) -> Puzzle:
    """Return a repaired board that has everything else that is asked for.

    Board after board is repaired, each with the deals of another seed, made from seed and number.
    """
    wish = search.wish
    while True:
        attempt, left = search.repaired, search.milliseconds_left
        if search.tries >= wish.tries or (left is not None and left <= 0):
            raise search.give_up()
        seed = wish.seed if attempt == 0 else game_key(wish.seed, attempt)
        tries = wish.tries - search.tries
        (repaired,) = _repair(wish, seed, [search.number], tries, left or 0.0, 1)
        search.note(repaired)
        puzzle = search.puzzle_of(repaired)
        if wish.is_met_by(puzzle):
            return puzzle


class _Search:
    """The search for one puzzle, and how far it came."""

    def __init__(self, wish: Wish, number: int) -> None:
        self.wish = wish
        self.number = number
        self.began = monotonic()
        self.tries = 0
        self.repaired = 0
        """Boards that were repaired; something else that was asked for was missing."""
        self.deals = self.fewest_left = 0

    @property
    def milliseconds_left(self) -> float | None:
        """The time that is left; None for any time."""
        if self.wish.seconds is None:
            return None
        return 1000 * (self.wish.seconds - (monotonic() - self.began))

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
        return Puzzle(
            self.wish.making,
            cells,
            number=self.number,
            tries=self.tries,
            level=level,
            rounds=rounds,
        )

    def give_up(self) -> BudgetExceeded:
        """Return the error that says how far the search came."""
        tries = _n("{count:,} board", "{count:,} boards", self.tries).format(count=self.tries)
        reached = _("repair gave up on {board} after {tries}").format(
            board=self.wish.spec, tries=tries
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
                total=self.wish.spec.safe_cells,
            )
        return BudgetExceeded(
            text,
            states=self.tries,
            milliseconds=1000 * (monotonic() - self.began),
            limit="tries" if self.tries >= self.wish.tries else "time",
        )
