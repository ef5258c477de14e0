"""Generate puzzles: `generate` makes one, `generate_many` any number in order.

It deals boards until one fits, so all boards that fit are equally likely. The core deals and
judges the reasoning on all threads (`native/sapper/games/generate.hpp`); what it does not know
(3BV, the finer grades) is checked here, board by board. Try number t for puzzle number k
of a seed is its game k * 2^32 + t: an ordinary game, whatever the number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from sapper.board.number_checks import whole_number
from sapper.board.spec import BoardSpec
from sapper.games.generating.by_dealing import find_dealt
from sapper.games.generating.puzzle import Puzzle
from sapper.games.generating.request import MOST_TRIES, PuzzleRequest
from sapper.processors import available_processors

__all__ = ["Watch", "generate", "generate_many"]

Watch = Callable[[int, int], None]
"""Called with the puzzles that are done, and all."""

_BLOCK = 32  # puzzles for each worker that are looked for together at first
_SOON = 0.1  # seconds; after blocks that take less the next is twice as long


def generate(
    board: BoardSpec | str = "expert",
    *,
    number: int = 0,
    workers: int | None = None,
    **wishes: Any,
) -> Puzzle:
    """Return puzzle `number` of a seed: a board that needs no guess from its first cell on.

    The wishes, all by name:

    - `start` is a start rule, `first` a cell, `corner` or `middle` (the default), `seed` a number.
    - `grade` asks for boards that need just this reasoning, `max_grade` for boards that need no
      harder one (`chain`: no count of mines).
    - `bbbv` is a number or a range (least, most), None for no bound.
    - `tries` and `seconds` limit the search for one puzzle.

    Raise `InputError` for wishes that no board can fulfil, and `BudgetExceeded`, which says what
    was reached, when a limit is reached.
    """
    number = whole_number(number, 0, MOST_TRIES - 1, "a puzzle number from 0 to 2^32 - 1")
    return next(generate_many(board, count=1, begin=number, workers=workers, **wishes))


def generate_many(
    board: BoardSpec | str = "expert",
    *,
    count: int,
    begin: int = 0,
    workers: int | None = None,
    watch: Watch | None = None,
    **wishes: Any,
) -> Iterator[Puzzle]:
    """Yield puzzles `begin` to `begin + count - 1` of a seed in order.

    `wishes` are those of `generate`. They are the same with any number of workers (threads; by
    default one per processor). A limit of tries or seconds holds for each puzzle; with seconds
    the puzzles are searched for one after the other.
    """
    request = PuzzleRequest(board, **wishes)
    count = whole_number(count, 1, MOST_TRIES, f"1 to {MOST_TRIES:,} puzzles")
    begin = whole_number(begin, 0, MOST_TRIES - count, "a puzzle number from 0 to 2^32 - count")
    if workers is None:
        workers = available_processors()
    workers = whole_number(workers, 1, 1024, "1 to 1024 workers")
    puzzles = _find(request, range(begin, begin + count), workers)
    return puzzles if watch is None else _watched(puzzles, count, watch)


def _find(request: PuzzleRequest, numbers: range, workers: int) -> Iterator[Puzzle]:
    """Yield puzzles block by block; a block shares what the core counted for it."""
    low, size = 0, _BLOCK * workers
    while low < len(numbers):
        began = monotonic()
        yield from find_dealt(request, list(numbers[low : low + size]), workers)
        low += size
        if monotonic() - began < _SOON:
            size *= 2


def _watched(puzzles: Iterator[Puzzle], count: int, watch: Watch) -> Iterator[Puzzle]:
    for done, puzzle in enumerate(puzzles, 1):
        yield puzzle
        watch(done, count)
