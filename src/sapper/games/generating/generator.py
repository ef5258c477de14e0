"""Generate puzzles: `generate` makes one, `generate_many` any number in order.

It deals boards until one fits, so all boards that fit are equally likely. The core deals and
judges the reasoning on all threads (`native/sapper/games/generate.hpp`); what it does not know
(3BV) is checked here, board by board. Try number t for puzzle number k
of a seed is its game k * 2^32 + t: an ordinary game, whatever the number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from sapper import _core
from sapper.analysis.budget import budget_errors
from sapper.board.number_checks import whole_number
from sapper.board.spec import BoardSpec
from sapper.errors import BudgetExceeded
from sapper.games.generating.puzzle import Puzzle
from sapper.games.generating.request import MOST_TRIES, PuzzleRequest
from sapper.language import _, _n
from sapper.percent import percent
from sapper.processors import available_processors

__all__ = ["Watch", "generate", "generate_many"]

Watch = Callable[[int, int], None]
"""Called with the puzzles that are done, and all."""

_BLOCK = 32  # puzzles for each worker that are looked for together at first
_SOON = 0.1  # seconds; after blocks that take less the next is twice as long
_CHUNK = 2_000  # tries between two looks at the clock


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
        yield from _find_dealt(request, list(numbers[low : low + size]), workers)
        low += size
        if monotonic() - began < _SOON:
            size *= 2


def _watched(puzzles: Iterator[Puzzle], count: int, watch: Watch) -> Iterator[Puzzle]:
    for done, puzzle in enumerate(puzzles, 1):
        yield puzzle
        watch(done, count)


@dataclass
class _Search:
    """The search for one puzzle: the number of tries, and what was found."""

    number: int
    tries: int = 0
    fitting: int = 0
    """Boards whose reasoning was right; something else that was asked for was missing."""
    puzzle: Puzzle | None = None


def _find_dealt(request: PuzzleRequest, numbers: list[int], workers: int) -> Iterator[Puzzle]:
    """Yield the puzzles of these numbers in order; raise `BudgetExceeded` for one not found.

    Searches with a limit of time follow each other, so that every one has all of its time.
    """
    searches = [_Search(number) for number in numbers]
    for search in searches:
        began = monotonic()
        while search.puzzle is None:
            together = searches if request.seconds is None else [search]
            waiting = [s for s in together if s.puzzle is None and s.tries < request.tries]
            elapsed = monotonic() - began
            if search not in waiting or (request.seconds is not None and elapsed > request.seconds):
                raise _give_up(request, search, elapsed)
            _advance(request, waiting, workers)
        yield search.puzzle


def _advance(request: PuzzleRequest, searches: list[_Search], workers: int) -> None:
    """Look at the next tries of every search, up to the next board of an allowed level."""
    chunk = request.tries if request.seconds is None else _CHUNK
    tasks = [(s.number, s.tries, min(s.tries + chunk, request.tries)) for s in searches]
    for search, board in zip(searches, _find_boards(request, tasks, workers), strict=True):
        _note(request, search, board)


_Task = tuple[int, int, int]
"""A puzzle, its next try, and the try at which to stop."""
_Board = tuple[int, int, tuple[int, ...], bytes]
"""A try, its level, rounds and layout; empty if nothing was found before this try."""


def _find_boards(request: PuzzleRequest, tasks: list[_Task], workers: int) -> list[_Board]:
    """Return the first board of an allowed level for every task."""
    with budget_errors():
        return _core.find_boards(
            request.spec.geometry.native,
            request.spec.mines,
            request.start.value,
            request.spec.geometry.index(request.first),
            request.seed,
            tasks,
            request.least_level,
            request.most_level,
            workers,
        )


def _note(request: PuzzleRequest, search: _Search, board: _Board) -> None:
    """Keep the board of a try as the puzzle if it has everything else that is asked for."""
    attempt, level, rounds, cells = board
    if not cells:
        search.tries = attempt
        return
    search.tries, search.fitting = attempt + 1, search.fitting + 1
    game = search.number * MOST_TRIES + attempt
    puzzle = request.puzzle(
        cells, search.number, search.tries, dealt=game, level=level, rounds=rounds
    )
    if request.is_met_by(puzzle):
        search.puzzle = puzzle


def _give_up(request: PuzzleRequest, search: _Search, elapsed: float) -> BudgetExceeded:
    """Return the error that says how far the search for a puzzle came."""
    return BudgetExceeded(
        _give_up_text(request, search),
        states=search.tries,
        milliseconds=1000 * elapsed,
        limit="tries" if search.tries >= request.tries else "time",
    )


def _give_up_text(request: PuzzleRequest, search: _Search) -> str:
    reached = _("no board found in {tries} on {board}")
    tries = _n("{count:,} try", "{count:,} tries", search.tries).format(count=search.tries)
    found = {"tries": tries, "board": request.spec}
    if not search.tries:
        return _("{reached}; allow more tries or time, or ask for less").format(
            reached=reached.format(**found)
        )
    if not search.fitting:
        return _(
            "{reached}: fewer than {share} of all boards fit (95 % sure); allow more tries or "
            "time, ask for less, or take fewer mines"
        ).format(reached=reached.format(**found), share=percent(3 / search.tries, 3))
    return _(
        "{reached}: {fitting:,} of them ({share}) had the reasoning asked for, but not the rest; "
        "allow more tries or time, or ask for less"
    ).format(
        reached=reached.format(**found),
        fitting=search.fitting,
        share=percent(search.fitting / search.tries, 3),
    )
