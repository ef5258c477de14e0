"""One move of a certificate: what becomes known, and from what it follows."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.board.cell import Cell, join_names
from sapper.games.grades.grade import Grade
from sapper.language import _, _n

__all__ = ["CertifiedMove"]


@dataclass(frozen=True, slots=True)
class CertifiedMove:
    """Cells to open and mines, which follow from `numbers` and the mines of earlier moves.

    The mine count is an argument too if the technique is `count`. No cited number could be left
    out.
    """

    technique: Grade
    numbers: tuple[Cell, ...]
    opened: tuple[Cell, ...]
    mines: tuple[Cell, ...]

    @property
    def uses_mine_count(self) -> bool:
        """Whether the mine count is cited."""
        return self.technique is Grade.COUNT

    @property
    def text(self) -> str:
        """The move in one line, such as `open r0c1 and r0c2 (single: r1c1)`."""
        parts = []
        if self.opened:
            parts.append(_("open {cells}").format(cells=join_names(self.opened)))
        if self.mines:
            told = _n("{cells} is a mine", "{cells} are mines", len(self.mines))
            parts.append(told.format(cells=join_names(self.mines)))
        cited = f"{self.technique.label}: {' '.join(map(str, self.numbers))}".removesuffix(": ")
        return f"{'; '.join(parts)} ({cited})"

    def __repr__(self) -> str:
        return f"<CertifiedMove: {self.text}>"
