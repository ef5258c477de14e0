"""Puzzles by dealing until a board fits: uniform among those that fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

from sapper import _core
from sapper.analysis.budget import budget_errors
from sapper.board.layout import Layout
from sapper.errors import BudgetExceeded
from sapper.games.dealing import deal
from sapper.games.generating.puzzle import Puzzle
from sapper.games.generating.wish import MOST_TRIES, Wish, count_noun
from sapper.percent import percent

__all__ = ["find_dealt"]

_CHUNK = 2_000  # tries between two looks at the clock


@dataclass
class _Search:
    """The search for one puzzle: the next try, and what was found so far."""

    number: int
    tries: int = 0
    fitting: int = 0
    """Boards whose reasoning was right; something else that was asked for was missing."""
    puzzle: Puzzle | None = None


def find_dealt(wish: Wish, numbers: list[int], workers: int) -> Iterator[Puzzle]:
    """Yield the puzzles of these numbers in order; raise `BudgetExceeded` for one not found.

    Searches with a limit of time follow each other, so that every one has all of its time.
    """
    searches = [_Search(number) for number in numbers]
    for search in searches:
        began = monotonic()
        while search.puzzle is None:
            together = searches if wish.seconds is None else [search]
            waiting = [s for s in together if s.puzzle is None and s.tries < wish.tries]
            elapsed = monotonic() - began
            if search not in waiting or (wish.seconds is not None and elapsed > wish.seconds):
                raise _give_up(wish, search, elapsed)
            _advance(wish, waiting, workers)
        yield search.puzzle


def _advance(wish: Wish, searches: list[_Search], workers: int) -> None:
    """Look at the next tries of every search, up to the next board of an allowed level."""
    if not wish.no_guess:
        for search in searches:
            _note(wish, search, search.tries, 0, ())
        return
    chunk = wish.tries if wish.seconds is None else _CHUNK
    tasks = [(s.number, s.tries, min(s.tries + chunk, wish.tries)) for s in searches]
    with budget_errors():
        found = _core.find_boards(
            wish.spec.geometry.native,
            wish.spec.mines,
            wish.start.value,
            wish.spec.geometry.index(wish.first),
            wish.seed,
            tasks,
            wish.least_level,
            wish.most_level,
            workers,
        )
    for search, (_, _, end), (attempt, level, rounds) in zip(searches, tasks, found, strict=True):
        if attempt == end:
            search.tries = end
        else:
            _note(wish, search, attempt, level, tuple(rounds))


def _note(wish: Wish, search: _Search, attempt: int, level: int, rounds: tuple[int, ...]) -> None:
    """Keep the board of a try as the puzzle if it has everything else that is asked for."""
    search.tries, search.fitting = attempt + 1, search.fitting + 1
    game = search.number * MOST_TRIES + attempt
    cells = deal(wish.spec, wish.start, wish.first, seed=wish.seed, game=game)
    puzzle = Puzzle(
        layout=Layout(wish.spec.geometry, cells),
        first=wish.first,
        start=wish.start,
        no_guess=wish.no_guess,
        mine_count=wish.mine_count,
        method="uniform",
        seed=wish.seed,
        number=search.number,
        tries=search.tries,
        dealt=game,
        level=level,
        rounds=rounds,
    )
    if wish.is_settled_by_levels or wish.is_met_by(puzzle):
        search.puzzle = puzzle


def _give_up(wish: Wish, search: _Search, elapsed: float) -> BudgetExceeded:
    """Return the error that says how far the search for a puzzle came."""
    reached = f"no board found in {count_noun(search.tries, 'try', 'tries')} on {wish.spec}"
    advice = "allow more tries or time, or ask for less"
    if search.fitting:
        share = percent(search.fitting / search.tries, 3)
        fitted = "had the reasoning asked for" if wish.no_guess else "were dealt"
        reached += f": {search.fitting:,} of them ({share}) {fitted}, but not the rest"
    elif search.tries:
        reached += f": fewer than {percent(3 / search.tries, 3)} of all boards fit (95 % sure)"
        advice += ", take fewer mines, or use the method repair (not uniform)"
    return BudgetExceeded(
        f"{reached}; {advice}",
        states=search.tries,
        milliseconds=1000 * elapsed,
        limit="tries" if search.tries >= wish.tries else "time",
    )
