"""`greedy`: the rules on single numbers, and a blind guess where they do not apply.

Source: S. Huda, 2025 (see `rules_by_chord`), solver A. Equation (1), the density of mines left over
covered cells left, is the same for every cell. So the two options differ only in how they break the
tie: `random` chooses a random cell, `density` the first in reading order. At density 0 all other
cells are safe, so opening one is not a guess.
"""

from __future__ import annotations

from sapper.language import _
from sapper.players.decision import Decision
from sapper.players.papers.rules_by_chord import ChordRulesPlayer
from sapper.players.player import pick

__all__ = ["GreedyPlayer"]


class GreedyPlayer(ChordRulesPlayer):
    """Huda's baseline."""

    def __init__(self, seed: int = 0, guess: str = "random") -> None:
        super().__init__(seed)
        self._is_random = guess == "random"

    def decide_beyond_rules(self) -> Decision:
        """Return a guess by equation (1)."""
        notes = self.notes
        cells = notes.all_unknown()
        left = notes.mines_left
        density = None if left is None else left / len(cells)
        index = pick(self.random, cells) if self._is_random else cells[0]
        if density == 0:
            return self.open(index, _("no mine is left: all other cells are safe"), 0.0, False)
        self.note(_("no rule applies to any number"))
        how = _("a random cell") if self._is_random else _("the first covered cell")
        if density is None:
            return self.open(index, _("guess: {why}").format(why=how), None, True)
        reason = _("guess: {why} (equation 1: {left}/{cells} = {density:.3f})").format(
            why=how, left=left, cells=len(cells), density=density
        )
        return self.open(index, reason, density, True)
