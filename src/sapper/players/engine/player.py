"""The native player as a strategy: `champion`, `patient`, `lookahead` and `fast`.

All decide in the core (`native/sapper/player/player.hpp`), which also plays whole games of them; a
test holds the games that are played there and the ones played from here equal move for move.
"""

from __future__ import annotations

from functools import partial

from sapper import _core
from sapper.analysis import analyse
from sapper.analysis.budget import DEFAULT_BUDGET
from sapper.board.cell import FLAG, Cell, is_covered, is_number
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.percent import percent
from sapper.players.decision import Decision, Move
from sapper.players.engine.values import BASIS_WORDS, Setting
from sapper.players.player import Player
from sapper.players.registry import Strategy, register
from sapper.players.tracing.steps import NoteStep, RuleStep

__all__ = ["CHAMPION", "FAST", "LOOKAHEAD", "PATIENT"]


class NativePlayer(Player):
    """Asks the core; opens what it calls certain one by one before it asks again."""

    def __init__(self, seed: int = 0, *, setting: Setting) -> None:
        super().__init__(seed)
        self._adviser = _core.Adviser(setting)
        self._seen: Position | None = None  # the position in which `_certain` was found
        self._certain: list[int] = []

    def decide(self, position: Position) -> Decision:
        """Return the next move."""
        if not self._is_continued_by(position):
            self._certain = []
        faces = position.faces
        self._certain = [i for i in self._certain if is_covered(faces[i])]
        if not self._certain:
            guess = self._ask(position)
            if guess is not None:
                return guess
        return self._open(position, self._certain[0], BASIS_WORDS["certain"], 0.0, False)

    def _is_continued_by(self, position: Position) -> bool:
        """Return whether all that was seen is still there: only then is certain still certain."""
        seen = self._seen
        if seen is None or seen.mines != position.mines or seen.geometry != position.geometry:
            return False
        return all(
            before == now
            for before, now in zip(seen.faces, position.faces, strict=True)
            if not is_covered(before)
        )

    def _ask(self, position: Position) -> Decision | None:
        """Find certain cells, or else return a guess."""
        if position.mines is None:
            return self._without_mine_count(position)
        answer = self._adviser.decide(
            position.geometry.native, position.faces, position.mines, *DEFAULT_BUDGET.limits
        )
        if answer is None:
            analyse(position)  # says what clashes
            raise InputError("expected a move to make, got a board without another safe cell")
        basis, self._certain, guess, safety, win, candidates = answer
        self._seen = position
        if self._certain:
            self._log_certain(position)
            return None
        worth = candidates[0][3] if candidates else win
        reason = _words(basis, safety, worth, len(candidates))
        if self.log is not None:
            self.log.append(NoteStep(reason))
        return self._open(position, guess, reason, 1 - safety, True)

    def _without_mine_count(self, position: Position) -> Decision | None:
        """Open a cell of least chance when all layouts weigh alike."""
        analysis = analyse(position, density=0.5)
        if not analysis.safest or analysis.chance(analysis.safest[0]) == 1:
            raise InputError("expected a move to make, got a board without another safe cell")
        index = position.geometry.index(analysis.safest[0])
        if analysis.safe:
            self._certain, self._seen = [index], position
            self._log_certain(position)
            return None
        reason = "the mine count is unknown: least chance when all layouts weigh alike"
        if self.log is not None:
            self.log.append(NoteStep(reason))
        return self._open(position, index, reason, analysis.chance(analysis.safest[0]), True)

    def _open(
        self, position: Position, index: int, reason: str, chance: float, is_guess: bool
    ) -> Decision:
        cell = position.geometry.cell(index)
        if position.faces[index] == FLAG:
            reason = f"the flag at {cell} is in the way and nothing proves it"
            return Decision(Move("unmark", cell), reason, None, False)
        return Decision(Move("open", cell), reason, chance, is_guess)

    def _log_certain(self, position: Position) -> None:
        if self.log is None:
            return
        cell = position.geometry.cell
        numbers = tuple(cell(i) for i, face in enumerate(position.faces) if is_number(face))
        cells: tuple[Cell, ...] = tuple(map(cell, self._certain))
        self.log.append(RuleStep("exact count of all layouts", numbers, cells, "safe"))


def _words(basis: str, safety: float, worth: float, candidates: int) -> str:
    risk = f"mine in {percent(1 - safety)}"
    if basis == "endgame":
        return f"guess: exact endgame, wins {percent(worth)} of the layouts left, {risk}"
    if basis in ("winning-chance", "second-step"):
        steps = " (the closest by two steps)" if basis == "second-step" else ""
        won = f"wins an estimated {percent(worth)}"
        how = f"the learned chance to win{steps}"
        return f"guess: best of {candidates} cells by {how}, {won}, {risk}"
    if basis == "look-ahead":
        return f"guess: best of {candidates} cells by one step of look-ahead, {risk}"
    if basis == "region":
        return f"guess: a closed region, it will not get better, {risk}"
    if basis == "rough":
        return f"guess: rough estimate, the budget ended the exact count, about {risk}"
    return f"guess: the safest cell, {risk}"


CHAMPION = register(
    Strategy(
        "champion",
        "exact chances, one step of look-ahead by a learned winning chance, exact endgame; "
        "plays in the core",
        "ours",
        partial(NativePlayer, setting="champion"),
        native="champion",
    )
)
PATIENT = register(
    Strategy(
        "patient",
        "champion with a second step of look-ahead where it is a close thing; plays in the core",
        "ours",
        partial(NativePlayer, setting="patient"),
        native="patient",
    )
)
LOOKAHEAD = register(
    Strategy(
        "lookahead",
        "exact chances, one step of look-ahead by next safety, exact endgame; plays in the core",
        "ours",
        partial(NativePlayer, setting="lookahead"),
        native="lookahead",
    )
)
FAST = register(
    Strategy(
        "fast",
        "the safest cell by exact chances, ties by one step of look-ahead; plays in the core",
        "ours",
        partial(NativePlayer, setting="fast"),
        native="fast",
    )
)
