"""Puzzles by dealing until a board fits: uniform among those that fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

from sapper import _core
from sapper.analysis.budget import budget_errors
from sapper.errors import BudgetExceeded
from sapper.games.generating.puzzle import Puzzle
from sapper.games.generating.request import MOST_TRIES, PuzzleRequest
from sapper.language import _, _n
from sapper.percent import percent

__all__ = ["find_dealt"]

_CHUNK = 2_000  # tries between two looks at the clock


@dataclass
class _Search:
    """The search for one puzzle: the number of tries, and what was found."""

    number: int
    tries: int = 0
    fitting: int = 0
    """Boards whose reasoning was right; something else that was asked for was missing."""
    puzzle: Puzzle | None = None


def find_dealt(request: PuzzleRequest, numbers: list[int], workers: int) -> Iterator[Puzzle]:
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
