"""The first cell of a game: a fixed cell, or a policy that chooses one for every game.

`3,4` is that cell; `corner` is (0, 0); `middle` is (rows // 2, columns // 2); `random` depends on
(seed, game) only; `player` leaves the first move to the player. All players get the same boards
only if the cell does not depend on the player, so comparisons reject `player` under the start rules
that deal around the first cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sapper.board.cell import Cell, CellLike, cell_of
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.dealing import deal, game_key

__all__ = ["FirstCell", "default_first_cell"]

_POLICIES: Final = ("corner", "middle", "random", "player")
_STREAM: Final = 0xF125_7C11_C4D1_CE00  # separates these random numbers from the dealer's


@dataclass(frozen=True)
class FirstCell:
    """The first cell of every game of a run: a fixed cell, or None and a policy."""

    text: str
    cell: Cell | None

    @classmethod
    def parse(cls, text: CellLike | None, spec: BoardSpec, rule: StartRule) -> FirstCell:
        """Return the cell or policy; raise `InputError` for any other text."""
        if text is None:
            return cls.parse(default_first_cell(rule), spec, rule)
        if not isinstance(text, str):
            text = str(cell_of(text))
        if text == "corner":
            return cls("0,0", Cell(0, 0))
        if text == "middle":
            return cls.parse(f"{spec.rows // 2},{spec.columns // 2}", spec, rule)
        if text in _POLICIES:
            return cls(text, None)
        try:
            cell = Cell.parse(text)
        except InputError:
            wanted = ", ".join(_POLICIES)
            raise InputError(
                f"expected a first cell R,C or one of {wanted}, got {text!r}"
            ) from None
        spec.geometry.index(cell)
        return cls(f"{cell.row},{cell.column}", cell)

    @property
    def is_chosen_by_player(self) -> bool:
        """Whether the player itself chooses the first cell."""
        return self.text == "player"

    def cell_of(self, spec: BoardSpec, seed: int, game: int) -> Cell | None:
        """Return the first cell of one game; None if the player chooses."""
        if self.text == "random":
            return spec.geometry.cell(game_key(seed ^ _STREAM, game) % spec.geometry.size)
        return self.cell

    def check_dealing(self, spec: BoardSpec, rule: StartRule, seed: int) -> None:
        """Raise `InputError` if the start rule cannot hold around some first cell."""
        sizes = [len(cells) for cells in spec.geometry.neighbour_lists]
        deal(spec, rule, self.cell or spec.geometry.cell(sizes.index(max(sizes))), seed=seed)


def default_first_cell(rule: StartRule) -> str:
    """Return the default policy: the middle if the start rule makes it a 0, else a corner."""
    return "middle" if rule is StartRule.OPEN else "corner"
