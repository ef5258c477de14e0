"""A certificate: the moves that clear a board without a guess, each with its proof."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

from sapper.board.cell import Cell, join_names
from sapper.board.layout import Layout
from sapper.board.spec import StartRule
from sapper.documents import SCHEMA, document
from sapper.games.certificates.checker import Finding, check_certificate
from sapper.games.grades.grade import Grade
from sapper.language import _, _n
from sapper.nouns import count_moves

__all__ = ["Certificate", "CertifiedMove"]


@dataclass(frozen=True, slots=True)
class CertifiedMove:
    """Cells to open and mines, which follow from `numbers` and the mines of earlier moves.

    The mine count is an argument too if the technique is `count`. No cited number could be left
    out. `technique` is a grade: it says how many numbers are cited.
    """

    technique: Grade
    numbers: tuple[Cell, ...]
    opened: tuple[Cell, ...]
    mines: tuple[Cell, ...]

    document_as = ("technique", "numbers", "uses_mine_count", ("open", "opened"), "mines")

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
            text = _n("{cells} is a mine", "{cells} are mines", len(self.mines))
            parts.append(text.format(cells=join_names(self.mines)))
        cited = f"{self.technique.label}: {' '.join(map(str, self.numbers))}".removesuffix(": ")
        return f"{'; '.join(parts)} ({cited})"

    def __repr__(self) -> str:
        return f"<CertifiedMove: {self.text}>"


@dataclass(frozen=True)
class Certificate:
    """Proof that a board can be cleared from `first` without a guess."""

    layout: Layout
    first: Cell
    start: StartRule
    grade: Grade
    difficulty: float
    moves: tuple[CertifiedMove, ...]

    document_as = (
        "schema", ("layout", "layout.text"), "neighbours", "first", "start", "grade",
        "difficulty", "moves",
    )  # fmt: skip

    def check(self) -> Finding:
        """Return whether every move is proved, by a checker that shares no code with the rest."""
        return check_certificate(json.loads(self.to_json()))

    @property
    def schema(self) -> int:
        """The version of the file format."""
        return SCHEMA

    @property
    def neighbours(self) -> list[list[int]] | None:
        """The neighbours of every cell if the board is a graph, else None."""
        geometry = self.layout.geometry
        return list(map(list, geometry.neighbour_lists)) if geometry.shape == "graph" else None

    def to_json(self) -> str:
        """Return the certificate as one line of JSON, which `sapper certify` checks."""
        data = document(self)
        if self.neighbours is None:
            del data["neighbours"]
        return json.dumps(data, separators=(",", ":"))

    @property
    def title(self) -> str:
        """What is certified, in one line."""
        return _("{board} from {first} ({rule}): grade {grade}, {difficulty}, {moves}").format(
            board=self.layout.spec,
            first=self.first,
            rule=_("start rule {start}").format(start=self.start),
            grade=self.grade.label,
            difficulty=_("difficulty {value:.2f}").format(value=self.difficulty),
            moves=count_moves(len(self.moves)),
        )

    @property
    def techniques(self) -> dict[Grade, int]:
        """How many moves each technique took, the easiest first."""
        counts = Counter(move.technique for move in self.moves)
        return {grade: counts[grade] for grade in Grade if counts[grade]}

    @property
    def solved_by(self) -> str:
        """The techniques in one line: how many moves each of them took."""
        counted = [f"{grade.label} {count}" for grade, count in self.techniques.items()]
        text = _("solved without guess: {techniques}")
        return text.format(techniques=", ".join(counted or [Grade.CLICK.label]))

    @property
    def text(self) -> str:
        """All moves, one in a line."""
        moves = (f"{number}. {move.text}" for number, move in enumerate(self.moves, 1))
        return "\n".join([self.title, self.solved_by, *moves])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Certificate {self.title}>"
