"""Generate puzzles: `generate` makes one, `generate_many` any number in order.

`uniform` deals boards until one fits, so all boards that fit are equally likely. The core deals and
judges the reasoning on all threads (`native/sapper/games/generate.hpp`); what it does not know
(3BV, openings, the finer grades) is checked here, board by board. Try number t for puzzle number k
of a seed is its game k * 2^32 + t: an ordinary game, whatever the number of workers.

`repair` moves mines where the reasoning is stuck (`native/sapper/games/repair.hpp`): for densities
at which dealing finds nothing. Its boards are not uniform.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from sapper.board.cell import CellLike
from sapper.board.seeds import whole_number
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.generating.dealt import find_dealt, find_unfiltered
from sapper.games.generating.puzzle import Puzzle
from sapper.games.generating.repaired import find_repaired
from sapper.games.generating.wish import DEFAULT_TRIES, MOST_TRIES, Range, Wish
from sapper.processors import available_processors

__all__ = ["Watch", "generate", "generate_many"]

Watch = Callable[[int, int], None]
"""Called with the puzzles that are done, and all."""

_BLOCK = 32  # puzzles for each worker that are looked for together where filters remain


def generate(
    board: BoardSpec | str = "expert",
    *,
    no_guess: bool = True,
    start: StartRule | str = StartRule.OPEN,
    first: CellLike | None = None,
    grade: str | None = None,
    max_grade: str | None = None,
    mine_count: bool = True,
    method: str = "uniform",
    seed: int = 0,
    number: int = 0,
    technique: str | None = None,
    hard_steps: Range | int | None = None,
    bbbv: Range | int | None = None,
    openings: Range | int | None = None,
    tries: int = DEFAULT_TRIES,
    seconds: float | None = None,
    workers: int | None = None,
) -> Puzzle:
    """Return puzzle `number` of a seed: a board that needs no guess from its first cell on.

    `first` is a cell, `corner` or `middle` (the default). `grade` asks for boards that need just
    this reasoning, `max_grade` for boards that need no harder one, `technique` for a round of it at
    least; `mine_count=False` for boards that need no count of mines. `hard_steps`, `bbbv` and
    `openings` are numbers or ranges (least, most), None for no bound. With `no_guess=False` any
    board will do. `tries` and `seconds` limit the search for one puzzle. Raise `InputError` for
    wishes that no board can fulfil, and `BudgetExceeded`, which says what was reached, when a limit
    is reached.
    """
    wish = Wish.of(
        board,
        no_guess=no_guess,
        start=start,
        first=first,
        grade=grade,
        max_grade=max_grade,
        mine_count=mine_count,
        method=method,
        seed=seed,
        technique=technique,
        hard_steps=hard_steps,
        bbbv=bbbv,
        openings=openings,
        tries=tries,
        seconds=seconds,
    )
    number = whole_number(number, 0, MOST_TRIES - 1, "a puzzle number from 0 to 2^32 - 1")
    return next(_find(wish, range(number, number + 1), _workers_of(workers)))


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
    wish = Wish.of(board, **wishes)
    count = whole_number(count, 1, MOST_TRIES, f"1 to {MOST_TRIES:,} puzzles")
    begin = whole_number(begin, 0, MOST_TRIES - count, "a puzzle number from 0 to 2^32 - count")
    puzzles = _find(wish, range(begin, begin + count), _workers_of(workers))
    return puzzles if watch is None else _watched(puzzles, count, watch)


def _find(wish: Wish, numbers: range, workers: int) -> Iterator[Puzzle]:
    if wish.method == "repair":
        find, size = find_repaired, workers
    elif wish.no_guess and wish.is_settled_by_levels and wish.seconds is None:
        return find_unfiltered(wish, numbers, workers)
    else:
        find, size = find_dealt, _BLOCK * workers
    blocks = (list(numbers[low : low + size]) for low in range(0, len(numbers), size))
    return chain.from_iterable(find(wish, block, workers) for block in blocks)


def _watched(puzzles: Iterator[Puzzle], count: int, watch: Watch) -> Iterator[Puzzle]:
    for done, puzzle in enumerate(puzzles, 1):
        yield puzzle
        watch(done, count)


def _workers_of(workers: int | None) -> int:
    if workers is None:
        return available_processors()
    return whole_number(workers, 1, 1024, "1 to 1024 workers")
