"""Long searches of one position, as work of a stream: they report how far they are.

`deep` compares guesses on random layouts; `optimal` searches best play to the end of the game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from sapper.analysis import Budget, analyse
from sapper.board.cell import is_number
from sapper.board.formats.reading import Reading
from sapper.board.position import Position
from sapper.board.spec import BoardSpec
from sapper.errors import BudgetExceeded, ContradictionError, InputError
from sapper.games.optimal_play import optimal
from sapper.language import _
from sapper.players import best
from sapper.players.engine.advice import with_flags_as_mines
from sapper.players.engine.choice import Choice, WinChance
from sapper.players.engine.document import AdviceDocument, advice_document
from sapper.players.engine.engine import Engine
from sapper.proofs.conflicts import conflict_of
from sapper.proofs.document import impossible_document
from sapper.web.documents import SearchProgressDocument
from sapper.web.limits import Limits
from sapper.web.streams import StreamWatch

__all__ = ["deep_search", "optimal_search"]

_EVERY: Final = 0.2  # seconds between two reports


def deep_search(
    reading: Reading, seconds: float, trust_flags: bool, limits: Limits, watch: StreamWatch
) -> Mapping[str, object]:
    """Return the best move after comparing the candidates on random layouts for some seconds."""
    told = 0.0

    def report(choice: Choice, spent: float) -> None:
        nonlocal told
        if spent - told >= _EVERY:
            told = spent
            _send_progress(watch, spent, seconds, choice)

    def search() -> Mapping[str, object]:
        _send_progress(watch, 0, seconds)
        choice = best(
            reading.position, player="deep", limit=8, time=seconds, watch=report,
            trust_flags=trust_flags, budget=limits.budget,
        )  # fmt: skip
        return advice_document(choice, budget=limits.budget)

    return _or_conflict(search, reading, trust_flags, limits)


def optimal_search(
    reading: Reading, start: str, trust_flags: bool, limits: Limits, watch: StreamWatch
) -> Mapping[str, object]:
    """Return the chance of best play: by first cell if nothing is open, else from here."""
    position = reading.position

    def search() -> Mapping[str, object]:
        if any(map(is_number, position.faces)):
            trusted = with_flags_as_mines(position) if trust_flags else position
            return _exact_wins(trusted, watch, limits).to_dict()
        return _by_first_cell(position, start, watch, limits)

    return _or_conflict(search, reading, trust_flags, limits)


def _send_progress(
    watch: StreamWatch, done: float, everything: float, choice: Choice | None = None
) -> None:
    known = None
    if choice is not None:  # in words only at the end
        known = AdviceDocument(**choice.to_dict(), explanation="", win_chance=None)
    watch.send("search", SearchProgressDocument(done=done, all=everything, choice=known))


def _by_first_cell(
    position: Position, start: str, watch: StreamWatch, limits: Limits
) -> Mapping[str, object]:
    if position.mines is None:
        raise InputError(_("the mine count is unknown: best play needs the mines"))
    ends = time.monotonic() + limits.search_seconds

    def report(done: int, cells: int) -> None:
        _send_progress(watch, done, cells)
        if time.monotonic() > ends:
            raise _too_long(limits)

    spec = BoardSpec.on(position.geometry, position.mines)
    return optimal(spec, start, nodes=limits.search_nodes, report=report).to_dict()


def _exact_wins(position: Position, watch: StreamWatch, limits: Limits) -> WinChance:
    """Return the chance of best play; the search begins anew with more time until it is enough."""
    analyse(position, budget=limits.budget)  # raises when no layout fits
    for spent, seconds in _growing_times(limits.search_seconds):
        _send_progress(watch, spent, limits.search_seconds)
        budget = Budget(milliseconds=1000 * seconds)
        began = time.monotonic()
        found = Engine("champion").exact_wins(position, budget, follow_budget=True)
        if found is not None:
            return WinChance.exact(found.wins / found.layouts)
        if time.monotonic() - began < seconds / 2:
            raise InputError(_("too many layouts fit this position to search best play to the end"))
    raise _too_long(limits)


def _growing_times(most: float) -> Iterator[tuple[float, float]]:
    spent, seconds = 0.0, min(0.5, most)
    while spent + seconds <= most:
        yield spent, seconds
        spent, seconds = spent + seconds, 2 * seconds


def _too_long(limits: Limits) -> BudgetExceeded:
    seconds = limits.search_seconds
    return BudgetExceeded(
        _(
            "stopped after {seconds:g} seconds: the board is too large to search best play here"
        ).format(seconds=seconds),
        states=0,
        milliseconds=1000 * seconds,
    )


def _or_conflict(
    search: Callable[[], Mapping[str, object]], reading: Reading, trust_flags: bool, limits: Limits
) -> Mapping[str, object]:
    """Return what a search finds, or the conflict if no layout fits."""
    try:
        return search()
    except ContradictionError as error:
        found = conflict_of(error, reading.position, trust_flags=trust_flags, budget=limits.budget)
        return impossible_document(reading, found)
