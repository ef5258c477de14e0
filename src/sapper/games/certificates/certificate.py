"""A certificate: the moves that clear a board without a guess, each with its proof."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sapper.board.cell import Cell
from sapper.board.layout import Layout
from sapper.board.shown import Shown
from sapper.board.spec import StartRule
from sapper.errors import InputError
from sapper.games.certificates.checker import Finding, check_certificate
from sapper.games.certificates.document import (
    CertificateDocument,
    certificate_document,
    read_certificate,
)
from sapper.games.certificates.move import CertifiedMove
from sapper.games.grades.grade import Grade
from sapper.language import _
from sapper.nouns import count_moves

if TYPE_CHECKING:
    from sapper.board.views import View

__all__ = ["Certificate"]

_FIRST_CELL = "#6fc387"
_MOST_SHOWN = 12


@dataclass(frozen=True)
class Certificate(Shown):
    """Proof that a board can be cleared from `first` without a guess."""

    layout: Layout
    first: Cell
    start: StartRule
    mine_count: bool
    """Whether counting mines is allowed."""
    grade: Grade
    difficulty: float
    moves: tuple[CertifiedMove, ...]

    def check(self) -> Finding:
        """Return whether every move is proved, by a checker that shares no code with the rest."""
        return check_certificate(json.loads(self.to_json()))

    def to_dict(self) -> CertificateDocument:
        """Return plain data for JSON."""
        return certificate_document(self)

    def to_json(self) -> str:
        """Return the certificate as one line of JSON, which `sapper certify` checks."""
        return json.dumps(self.to_dict(), separators=(",", ":"))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Certificate:
        """Return the certificate of plain data; raise `InputError` for other data.

        Whether its moves are proved is what `check` finds.
        """
        return cls(**read_certificate(data))

    @classmethod
    def from_json(cls, text: str) -> Certificate:
        """Return the certificate of a JSON text; raise `InputError` for other text."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"the certificate is not valid JSON: {error}") from None
        return cls.from_dict(data)

    @property
    def title(self) -> str:
        """What is certified, in one line."""
        return self.title_of()

    def title_of(self, *, is_claimed: bool = False) -> str:
        """Return the line; `is_claimed` says that the difficulty was given, not computed."""
        counted, uncounted = (
            _("start rule {start}"),
            _("start rule {start}, without counting mines"),
        )
        claimed, computed = _("difficulty {value:.2f} (claimed)"), _("difficulty {value:.2f}")
        return _("{board} from {first} ({rule}): grade {grade}, {difficulty}, {moves}").format(
            board=self.layout.spec,
            first=self.first,
            rule=(counted if self.mine_count else uncounted).format(start=self.start),
            grade=self.grade.label,
            difficulty=(claimed if is_claimed else computed).format(value=self.difficulty),
            moves=count_moves(len(self.moves)),
        )

    @property
    def text(self) -> str:
        """All moves, one in a line."""
        moves = (f"{number}. {move.text}" for number, move in enumerate(self.moves, 1))
        return "\n".join([self.title, *moves])

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board with its mines, the first cell in green."""
        from sapper.board.svg import draw

        return draw(self.layout.position, fills={self.first: _FIRST_CELL}, cell_size=cell_size)

    def view(self) -> View:
        """Return what a notebook shows: the board and the first moves."""
        from sapper.board.views import Key, View

        shown = [[str(n), move.text] for n, move in enumerate(self.moves[:_MOST_SHOWN], 1)]
        left = len(self.moves) - len(shown)
        view = View(
            title=self.title,
            legend=[Key(_FIRST_CELL, "", _("the first cell"))],
            heads=[_("Move"), _("What and why")],
            rows=[*shown, *([["", _("and {count} more").format(count=left)]] if left else [])],
        )
        return self.layout.position.view_with(self.svg, view)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Certificate {self.title}>"
