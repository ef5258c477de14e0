"""Certificates and what a check found as plain data: files, `--json` and notebooks share it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from sapper.board.cell import Cell, CellPair, cell_of, pairs_of
from sapper.board.formats.document import graph_of
from sapper.board.formats.header import Header, split_header
from sapper.board.layout import Layout
from sapper.board.spec import StartRule
from sapper.errors import InputError
from sapper.games.certificates.checker import Finding
from sapper.games.certificates.move import CertifiedMove
from sapper.games.grades.grade import Grade
from sapper.schema import SCHEMA

if TYPE_CHECKING:
    from sapper.games.certificates.certificate import Certificate

__all__ = [
    "CertificateDocument",
    "CertifiedMoveDocument",
    "FindingDocument",
    "certificate_document",
    "finding_document",
    "read_certificate",
]

_MOST_DIFFICULTY = 1e300


class CertifiedMoveDocument(TypedDict):
    """One move: cells that are opened and cells that are now known mines, and why.

    They follow from the cited numbers, with the mine count if it is used, and the mines found by
    earlier moves. `technique` is a grade: it says how many numbers are cited.
    """

    technique: str
    numbers: list[CellPair]
    uses_mine_count: bool
    open: list[CellPair]
    mines: list[CellPair]


class CertificateDocument(TypedDict):
    """Proof that a board can be cleared from its first cell without a guess."""

    schema: int
    layout: str
    """Board and mines, as `sapper.Layout` writes them."""
    neighbours: NotRequired[list[list[int]]]
    """Of every cell, on a graph only."""
    first: CellPair
    start: str
    mine_count: bool
    """Whether counting mines is allowed."""
    grade: str
    difficulty: float
    moves: list[CertifiedMoveDocument]


class FindingDocument(TypedDict):
    """What the check of a certificate found.

    `outcome` is `valid`, `invalid` or `not checked` (a move has too many cells to try). `move` is
    the number of the move where it ended, from 1, and null if it concerns no single move. The other
    keys are what the certificate claims, null where it does not say.
    """

    outcome: str
    reason: str
    move: int | None
    layout: str | None
    first: CellPair | None
    start: str | None
    mine_count: bool | None
    grade: str | None
    difficulty: float | None
    moves: int | None
    """How many there are."""


def certificate_document(certificate: Certificate) -> CertificateDocument:
    """Return a certificate as plain data."""
    document = CertificateDocument(
        schema=SCHEMA,
        layout=certificate.layout.text,
        first=certificate.first.pair,
        start=certificate.start.value,
        mine_count=certificate.mine_count,
        grade=certificate.grade.value,
        difficulty=certificate.difficulty,
        moves=[_move_document(move) for move in certificate.moves],
    )
    geometry = certificate.layout.geometry
    if geometry.shape == "graph":
        document["neighbours"] = [list(around) for around in geometry.neighbour_lists]
    return document


def _move_document(move: CertifiedMove) -> CertifiedMoveDocument:
    return CertifiedMoveDocument(
        technique=move.technique.value,
        numbers=pairs_of(move.numbers),
        uses_mine_count=move.uses_mine_count,
        open=pairs_of(move.opened),
        mines=pairs_of(move.mines),
    )


def finding_document(finding: Finding, certificate: Any) -> FindingDocument:
    """Return what a check found about the JSON of a certificate, with what the JSON claims."""
    claims = certificate if isinstance(certificate, Mapping) else {}
    moves = claims.get("moves")
    return FindingDocument(
        outcome=finding.outcome,
        reason=finding.reason,
        move=finding.move,
        layout=_claim(claims, "layout", str),
        first=_pair_or_none(claims.get("first")),
        start=_claim(claims, "start", str),
        mine_count=_claim(claims, "mine_count", bool),
        grade=_claim(claims, "grade", str),
        difficulty=_number_or_none(claims.get("difficulty")),
        moves=len(moves) if isinstance(moves, list) else None,
    )


def _claim(claims: Mapping[str, Any], key: str, kind: type | tuple[type, ...]) -> Any:
    value = claims.get(key)
    return value if isinstance(value, kind) else None


def _pair_or_none(value: Any) -> Any:
    is_list = isinstance(value, list | tuple)
    return value if is_list and [type(each) for each in value] == [int, int] else None


def _number_or_none(value: Any) -> float | None:
    """Return a difficulty as it may be: a finite number, 0 or more."""
    return value if type(value) in (int, float) and 0 <= value < _MOST_DIFFICULTY else None


def read_certificate(data: Any) -> dict[str, Any]:
    """Return the values of a `Certificate` from plain data; raise `InputError` for other data.

    It is not checked here whether the moves are proved.
    """
    try:
        if data["schema"] != SCHEMA:
            raise InputError(f"expected a certificate with schema {SCHEMA}, got {data['schema']!r}")
        text = data["layout"]
        graph = None
        if "neighbours" in data:
            rows, columns, _other, shape = split_header(text.partition("=")[0])
            graph = graph_of(data["neighbours"], Header(rows, columns, None, shape))
        return {
            "layout": Layout.parse(text, geometry=graph),
            "first": cell_of(data["first"]),
            "start": StartRule.parse(data["start"]),
            "mine_count": bool(data["mine_count"]),
            "grade": _read_grade(data["grade"]),
            "difficulty": _read_difficulty(data["difficulty"]),
            "moves": tuple(_read_move(move) for move in data["moves"]),
        }
    except InputError:
        raise
    except KeyError as error:
        raise InputError(f"a certificate needs {error}") from None
    except (TypeError, ValueError, AttributeError):
        raise InputError("this is no certificate: a value in it is of another kind") from None


def _read_grade(value: Any) -> Grade:
    if not isinstance(value, str) or value not in list(Grade):
        raise InputError(f"expected one of {', '.join(Grade)}, got {str(value)[:40]!r}")
    return Grade(value)


def _read_difficulty(value: Any) -> float:
    if (number := _number_or_none(value)) is None:
        raise InputError("the difficulty must be a finite number, 0 or more")
    return float(number)


def _read_move(data: Any) -> CertifiedMove:
    return CertifiedMove(
        technique=_read_grade(data["technique"]),
        numbers=_read_cells(data["numbers"]),
        opened=_read_cells(data["open"]),
        mines=_read_cells(data["mines"]),
    )


def _read_cells(pairs: Any) -> tuple[Cell, ...]:
    return tuple(cell_of(tuple(pair)) for pair in pairs)
