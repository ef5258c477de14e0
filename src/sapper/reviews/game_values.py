"""The line of winning chances through a game: one per position, one per risky choice.

Exact ones are found at once; the others are trials, estimated together by drawn layouts.
Between the positions that are measured the last chance is carried on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sapper.board.cell import FLAG, HIDDEN, QUESTION
from sapper.board.spec import StartRule
from sapper.errors import InputError
from sapper.games.game import Game, Status
from sapper.reviews.classify import Sight, Verdict
from sapper.reviews.evaluator import Estimate, Trial, Value, Valuer

__all__ = ["ValueLine"]

_STRETCHES = 10  # a chance is measured at least each time this part of the board is opened
_UNMARKED = bytes.maketrans(bytes([FLAG, QUESTION]), bytes([HIDDEN, HIDDEN]))


class ValueLine:
    """The values of one game: `values[k]` before move k, `played[k]` of what move k chose."""

    def __init__(self, game: Game, sights: Sequence[Sight], first: int, valuer: Valuer) -> None:
        self._game, self._sights, self._first, self._valuer = game, sights, first, valuer
        self._known: dict[int, Value] = {}
        self._asked: dict[int, Trial] = {}
        self._known_played: dict[int, Value] = {}
        self._asked_played: dict[int, Trial] = {}
        self._opening, self._opening_share = self._opening_trial()
        self.opening = None if self._opening is None else valuer.exact(self._opening)
        self.values: list[Value] = []
        self.played: list[Value] = []
        self.skill_errors: list[float] = []
        for number in range(first + 1, len(sights) + 1):
            self._ask(number)

    @property
    def trials(self) -> list[Trial]:
        """What the exact search could not answer."""
        opening = [self._opening] if self._opening and self.opening is None else []
        asked = [*self._asked.values(), *self._asked_played.values(), *opening]
        return list(dict.fromkeys(asked))

    def settle(self, estimates: Mapping[Trial, Estimate]) -> None:
        """Fill the line in: the same value ends one move and begins the next."""
        self._settle_values(estimates)
        begun = self._first + 1
        for number, sight in enumerate(self._sights):
            value, error = self.values[number], 0.0
            if number >= begun and sight.is_guess:
                value, error = self._settle_played(number, estimates)
            self.played.append(value)
            self.skill_errors.append(error)
        self._settle_opening(estimates)

    # Asking

    def _opening_trial(self) -> tuple[Trial | None, float]:
        """Return what tells the chance before the first cell, and the share of layouts it meets."""
        game, cell = self._game, self._sights[self._first].move.cell
        index = game.geometry.index(cell)
        hidden = bytes([HIDDEN]) * game.geometry.size
        if game.line.layout is not None:  # the mines were given, not dealt
            return None, 1.0
        if game.start is StartRule.OPEN:
            return Trial(hidden[:index] + bytes([0]) + hidden[index + 1 :]), 1.0
        share = 1.0 - game.spec.mines / game.geometry.size
        return Trial(hidden, (index,)), share if game.start is StartRule.SAFE else 1.0

    def _ask(self, number: int) -> None:
        """Find or ask for the chance before a move, and of the move if it is a guess."""
        game, sights = self._game, self._sights
        if number == len(sights):
            if game.is_over:
                self._known[number] = Value(float(game.status is Status.WON), "outcome")
            else:
                self._ask_position(number, game.position.faces)
        elif sights[number].is_guess:
            self._ask_guess(number)
        elif self._is_checkpoint(number):
            self._ask_position(number, sights[number].position.faces)

    def _ask_position(self, number: int, faces: bytes) -> None:
        trial = Trial(faces.translate(_UNMARKED))
        exact = self._valuer.exact(trial)
        if exact is not None:
            self._known[number] = exact
        else:
            self._asked[number] = trial

    def _ask_guess(self, number: int) -> None:
        sight = self._sights[number]
        faces = sight.position.faces.translate(_UNMARKED)
        value = self._valuer.exact(Trial(faces))
        choice = Trial(faces, sight.risky)
        if sight.verdict is Verdict.MINE:
            played: Value | None = Value(0.0, "exact")
        else:
            played = None if value is None else self._valuer.exact(choice)
        if played is not None:
            self._known_played[number] = played
        else:
            self._asked_played[number] = choice
        if value is not None and played is not None:
            self._known[number] = value
            return
        assert sight.best is not None
        best = () if sight.missed else (self._game.geometry.index(sight.best),)
        self._asked[number] = Trial(faces, best)

    def _is_checkpoint(self, number: int) -> bool:
        """Return whether a chance is measured here although nothing is decided."""
        if number == self._first + 1 or self._sights[number - 1].is_guess:
            return True
        whole = self._game.spec.safe_cells
        before, now = self._sights[number - 1].safe_left, self._sights[number].safe_left
        return before * _STRETCHES // whole != now * _STRETCHES // whole

    # Filling in

    def _settle_values(self, estimates: Mapping[Trial, Estimate]) -> None:
        found = {
            number: self._best_value(number, estimates)
            for number, trial in self._asked.items()
            if trial in estimates
        } | self._known
        if not found:
            raise InputError(
                "expected a position of at most 1000 unknown cells in narrow components, "
                f"got {self._game.position!r}"
            )
        last = replace(found[min(found)], basis="carried")
        for number in range(len(self._sights) + 1):
            value = found.get(number, last)
            self.values.append(value)
            last = replace(value, basis="carried")

    def _best_value(self, number: int, estimates: Mapping[Trial, Estimate]) -> Value:
        """Return the best of what was compared: chance may favour the cell that was played."""
        best = estimates[self._asked[number]].value
        choice = self._asked_played.get(number)
        if choice is None or choice not in estimates:
            return best
        return max(best, estimates[choice].value, key=lambda value: value.chance)

    def _settle_played(
        self, number: int, estimates: Mapping[Trial, Estimate]
    ) -> tuple[Value, float]:
        """Return the chance of the choice, and how sure the difference to the best is."""
        before = self.values[number]
        known = self._known_played.get(number)
        if known is not None:
            return known, before.error
        choice, best = self._asked_played[number], self._asked[number]
        if choice not in estimates or best not in estimates:
            return replace(before, basis="carried"), 0.0
        error = estimates[choice].difference_error(estimates[best]) if choice != best else 0.0
        return estimates[choice].value, error

    def _settle_opening(self, estimates: Mapping[Trial, Estimate]) -> None:
        value = self.opening
        if value is None and self._opening is not None and self._opening in estimates:
            value = estimates[self._opening].value
        if value is not None:
            share = self._opening_share
            value = replace(value, chance=min(1.0, value.chance / share), error=value.error / share)
        self.opening = value
