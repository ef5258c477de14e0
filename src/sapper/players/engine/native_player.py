"""The native players in Python: `champion`, `patient`, `lookahead`, `fast` and `deep`.

All decide in the core (`native/sapper/player/player.hpp`), which also plays whole games. A test
checks that both ways make the same moves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from sapper.analysis.analysis import analyse
from sapper.board.cell import FLAG, Cell, indices_of_changes, is_covered, is_number
from sapper.board.position import Position
from sapper.language import N_, _
from sapper.percent import percent
from sapper.players.decision import Decision, Move
from sapper.players.engine.basis import Basis
from sapper.players.engine.choice import Choice, NativePlayerName
from sapper.players.engine.engine import Engine
from sapper.players.player import Player, no_move_left
from sapper.players.trace_steps import NoteStep, RuleStep

__all__ = ["NativePlayer"]


class NativePlayer(Player):
    """Calls the engine; opens all certain cells before the next call."""

    def __init__(
        self, seed: int = 0, *, player: NativePlayerName, layouts: str | None = None
    ) -> None:
        super().__init__(seed)
        self._engine = Engine(player, layouts=None if layouts is None else int(layouts))
        self._seen: Position | None = None  # the position for which `_certain` was computed
        self._certain: deque[Cell] = deque()

    def decide(self, position: Position) -> Decision:
        """Return the next move."""
        return next(self.decide_several(position))

    def decide_several(self, position: Position) -> Iterator[Decision]:
        """Yield the openings of all certain cells, or one guess."""
        if not self._is_continued_by(position):
            self._certain.clear()
        while self._certain and not position.is_covered(self._certain[0]):
            self._certain.popleft()
        if not self._certain:
            guess = self._ask(position)
            if guess is not None:
                yield guess
                return
        for cell in tuple(self._certain):
            yield from self._open(position, cell, Basis.CERTAIN.long, 0.0, False)

    def _is_continued_by(self, position: Position) -> bool:
        """Return whether the position continues the last one: then certain cells stay certain."""
        seen = self._seen
        if seen is None or seen.mines != position.mines or seen.geometry != position.geometry:
            return False
        changed = indices_of_changes(seen.faces, position.faces)
        return all(is_covered(seen.faces[index]) for index in changed)

    def _ask(self, position: Position) -> Decision | None:
        """Store certain cells and return None, or return a guess."""
        if position.mines is None:
            return self._ask_without_mine_count(position)
        choice = self._choose(position)
        if not choice.is_guess:
            self._store(position, (candidate.cell for candidate in choice.candidates))
            return None
        return self._guess(position, choice.cell, _reason(choice), 1 - choice.candidates[0].safety)

    def _choose(self, position: Position) -> Choice:
        return self._engine.ask(position)

    def _ask_without_mine_count(self, position: Position) -> Decision | None:
        """Return a guess of least chance, with all layouts equally likely."""
        analysis = analyse(position, density=0.5)
        if not analysis.safest or analysis.chance(analysis.safest[0]) == 1:
            raise no_move_left()
        cell = analysis.safest[0]
        if analysis.safe:
            self._store(position, [cell])
            return None
        reason = _("the mine count is unknown: least chance if all layouts are equally likely")
        return self._guess(position, cell, reason, analysis.chance(cell))

    def _store(self, position: Position, certain: Iterable[Cell]) -> None:
        """Store certain cells, to be opened one after another."""
        self._seen, self._certain = position, deque(certain)
        if self.log is not None:
            faces, cell = position.faces, position.geometry.cell
            numbers = tuple(cell(i) for i, face in enumerate(faces) if is_number(face))
            step = RuleStep(N_("exact count of all layouts"), numbers, tuple(self._certain), "safe")
            self.log.append(step)

    def _guess(self, position: Position, cell: Cell, reason: str, chance: float) -> Decision:
        if self.log is not None:
            self.log.append(NoteStep(reason))
        return next(self._open(position, cell, reason, chance, True))

    def _open(
        self, position: Position, cell: Cell, reason: str, chance: float, is_guess: bool
    ) -> Iterator[Decision]:
        """Yield the opening of a cell; a flag on it is removed first."""
        if position.face(cell) == FLAG:
            why = _("the flag at {cell} is in the way and is not proven").format(cell=cell)
            yield Decision(Move("unmark", cell), why, None, False)
        yield Decision(Move("open", cell), reason, chance, is_guess)


def _reason(choice: Choice) -> str:
    chosen = choice.candidates[0]
    wins = chosen.estimate if chosen.win is None else chosen.win
    if chosen.win is not None:
        text = _("guess: {why} (wins {wins} of the layouts left, mine in {risk})")
    elif wins is not None:
        text = _("guess: {why} (wins an estimated {wins}, mine in {risk})")
    else:
        text = _("guess: {why} (mine in {risk})")
    return text.format(
        why=choice.basis.short, wins=percent(wins or 0.0), risk=percent(1 - chosen.safety)
    )
