"""The winning chances of a game: one before every move, and one for every guess.

Exact chances are computed first; the others are collected as queries and estimated together.
Between two measured positions the earlier chance is carried over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sapper.board.cell import FLAG, HIDDEN, QUESTION
from sapper.board.spec import StartRule
from sapper.games.game import Game, Status
from sapper.players.engine.engine import no_layouts
from sapper.reviews.classify import ClassifiedMove, MoveVerdict
from sapper.reviews.evaluator import Evaluator, Query, SampledWins, Value
from sapper.reviews.result import MoveReview

__all__ = ["GameValues"]

Bounds = tuple[float, float]

_NO_LOSS: Bounds = (0.0, 0.0)
_STRETCHES = 10  # a chance is measured each time a tenth of the safe cells was opened
_UNMARKED = bytes.maketrans(bytes([FLAG, QUESTION]), bytes([HIDDEN, HIDDEN]))


class GameValues:
    """The values of one game: `values[k]` is the chance before move k."""

    def __init__(
        self, game: Game, moves: Sequence[ClassifiedMove], first: int, evaluator: Evaluator
    ) -> None:
        self._game, self._moves, self._first, self._evaluator = game, moves, first, evaluator
        self._exact: dict[int, Value] = {}
        self._queries: dict[int, Query] = {}
        self._exact_played: dict[int, Value] = {}
        self._played_queries: dict[int, Query] = {}
        self._opening, self._opening_share = self._opening_query()
        self.opening = None if self._opening is None else evaluator.exact(self._opening)
        self.values: list[Value] = []
        for number in range(first + 1, len(moves) + 1):
            self._query_move(number)

    @property
    def queries(self) -> list[Query]:
        """The queries that the exact search could not answer; they have to be estimated."""
        opening = [self._opening] if self._opening and self.opening is None else []
        asked = [*self._queries.values(), *self._played_queries.values(), *opening]
        return list(dict.fromkeys(asked))

    def reviews(self, estimates: Mapping[Query, SampledWins]) -> Iterator[MoveReview]:
        """Yield all moves with their values; the value after a move is that before the next."""
        self._fill_in_values(estimates)
        self._fill_in_opening(estimates)
        for number, move in enumerate(self._moves):
            before, after = self.values[number : number + 2]
            played, (low, high) = before, _NO_LOSS
            if number > self._first and move.is_guess:
                played, (low, high) = self._played_value(number, estimates)
            yield MoveReview(
                **vars(move),
                before=before,
                played=played,
                after=after,
                skill_low=low,
                skill_high=high,
            )

    # Exact values and queries

    def _opening_query(self) -> tuple[Query | None, float]:
        """Return the query for the chance before the first cell, and its share of the layouts."""
        game, cell = self._game, self._moves[self._first].move.cell
        index = game.geometry.index(cell)
        hidden = bytes([HIDDEN]) * game.geometry.size
        if game.line.layout is not None:  # the mines were given, not dealt
            return None, 1.0
        if game.start is StartRule.OPEN:
            return Query(hidden[:index] + bytes([0]) + hidden[index + 1 :]), 1.0
        share = game.spec.safe_cells / game.geometry.size
        return Query(hidden, (index,)), share if game.start is StartRule.SAFE else 1.0

    def _query_move(self, number: int) -> None:
        """Compute or query the chance before a move, and of the move itself if it is a guess."""
        game, moves = self._game, self._moves
        if number == len(moves):
            if game.is_over:
                self._exact[number] = Value.known(float(game.status is Status.WON), "outcome")
            else:
                self._query_position(number, game.position.faces)
        elif moves[number].is_guess:
            self._query_guess(number)
        elif self._is_checkpoint(number):
            self._query_position(number, moves[number].position.faces)

    def _query_position(self, number: int, faces: bytes) -> None:
        query = Query(faces.translate(_UNMARKED))
        exact = self._evaluator.exact(query)
        if exact is not None:
            self._exact[number] = exact
        else:
            self._queries[number] = query

    def _query_guess(self, number: int) -> None:
        move = self._moves[number]
        faces = move.position.faces.translate(_UNMARKED)
        value = self._evaluator.exact(Query(faces))
        choice = Query(faces, move.risky)
        is_killed = self._game.guess_seed is not None and move.missed  # by guess mode, surely
        if move.verdict is MoveVerdict.MINE or is_killed:
            played: Value | None = Value.known(0.0)
        else:
            played = None if value is None else self._evaluator.exact(choice)
        if played is not None:
            self._exact_played[number] = played
        else:
            self._played_queries[number] = choice
        if value is not None and played is not None:
            self._exact[number] = value
            return
        assert move.best is not None
        best = () if move.missed else (self._game.geometry.index(move.best),)
        self._queries[number] = Query(faces, best)

    def _is_checkpoint(self, number: int) -> bool:
        """Return whether the chance is measured here although the move is not a guess."""
        if number == self._first + 1 or self._moves[number - 1].is_guess:
            return True
        whole = self._game.spec.safe_cells
        before, now = self._moves[number - 1].safe_left, self._moves[number].safe_left
        return before * _STRETCHES // whole != now * _STRETCHES // whole

    # Filling in the estimates

    def _fill_in_values(self, estimates: Mapping[Query, SampledWins]) -> None:
        found = {
            number: self._best_value(number, estimates)
            for number, query in self._queries.items()
            if query in estimates
        } | self._exact
        if not found:
            raise no_layouts(self._game.position)
        last = replace(found[min(found)], basis="carried")
        for number in range(len(self._moves) + 1):
            value = found.get(number, last)
            self.values.append(value)
            last = replace(value, basis="carried")

    def _best_value(self, number: int, estimates: Mapping[Query, SampledWins]) -> Value:
        """Return the higher estimate of the best cell and the played one."""
        best = estimates[self._queries[number]].value
        choice = self._played_queries.get(number)
        if choice is None or choice not in estimates:
            return best
        return max(best, estimates[choice].value, key=lambda value: value.chance)

    def _played_value(
        self, number: int, estimates: Mapping[Query, SampledWins]
    ) -> tuple[Value, Bounds]:
        """Return the chance of the choice, and the interval of its difference from the best."""
        before = self.values[number]
        known = self._exact_played.get(number)
        if known is not None:
            return known, (known.chance - before.high, known.chance - before.low)
        choice, best = self._played_queries[number], self._queries[number]
        if choice not in estimates or best not in estimates:
            return replace(before, basis="carried"), _NO_LOSS
        if choice == best:
            return estimates[choice].value, _NO_LOSS
        low, high = estimates[choice].difference_bounds(estimates[best])
        bounds = (max(low, -1.0), max(high, -1.0))  # few games may give more than can be lost
        return estimates[choice].value, (min(bounds[0], 0.0), min(bounds[1], 0.0))

    def _fill_in_opening(self, estimates: Mapping[Query, SampledWins]) -> None:
        value = self.opening
        if value is None and self._opening is not None and self._opening in estimates:
            value = estimates[self._opening].value
        if value is not None:
            chance, low, high = (
                min(1.0, each / self._opening_share)
                for each in (value.chance, value.low, value.high)
            )
            value = replace(value, chance=chance, low=low, high=high)
        self.opening = value
