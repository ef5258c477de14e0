"""The JSON document of a position: one schema for files, the command and the web.

    {"shape": "grid", "rows": 4, "columns": 4, "mines": 2,
     "cells": ["1_11", "12_1", "0111", "0000"]}

`mines` is null when unknown; the rows are those of the canonical line. A graph also has
`neighbours`, one list of indices per cell, so that the document is complete.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NotRequired, TypedDict

from sapper.board.formats.alphabet import CANONICAL
from sapper.board.formats.header import Header, excerpt, read_shape, settle_geometry, settle_mines
from sapper.board.formats.line import cut_rows
from sapper.board.geometry import Geometry, Shape
from sapper.board.position import Position
from sapper.errors import GeometryError, ParseError
from sapper.language import _

__all__ = [
    "PositionDocument",
    "document_of",
    "graph_of",
    "parse_document",
    "position_of_document",
]

_REQUIRED = ("rows", "columns", "cells")
_OPTIONAL = ("shape", "mines", "neighbours")


class PositionDocument(TypedDict):
    """A position as plain data, ready for JSON."""

    shape: Shape
    rows: int
    columns: int
    mines: int | None
    cells: list[str]
    neighbours: NotRequired[list[list[int]]]


def document_of(position: Position) -> PositionDocument:
    """Return the position as plain data, as `Position.to_dict` does."""
    geometry = position.geometry
    document = PositionDocument(
        shape=geometry.shape,
        rows=geometry.rows,
        columns=geometry.columns,
        mines=position.mines,
        cells=cut_rows(CANONICAL.write(position.faces), geometry.columns),
    )
    if geometry.shape == "graph":
        document["neighbours"] = [list(around) for around in geometry.neighbour_lists]
    return document


def parse_document(
    text: str, mines: int | None = None, geometry: Geometry | None = None
) -> Position:
    """Return the position of a JSON text; raise `ParseError` where it breaks the schema."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise ParseError(
            _("expected JSON, got {excerpt} at line {line}, column {column} ({reason})").format(
                excerpt=excerpt(text[error.pos :]),
                line=error.lineno,
                column=error.colno,
                reason=error.msg,
            ),
            line=error.lineno,
            column=error.colno,
        ) from None
    except (ValueError, RecursionError) as error:  # a huge integer, deeply nested brackets
        raise ParseError(
            _("expected JSON of a position, got {excerpt} ({error})").format(
                excerpt=excerpt(text), error=error
            )
        ) from None
    return position_of_document(document, mines, geometry)


def position_of_document(
    document: Mapping[str, object], mines: int | None = None, geometry: Geometry | None = None
) -> Position:
    """Return the position of a document, as `Position.from_dict` does.

    Raise `ParseError` for missing, unknown or ill-typed entries.
    """
    _check_keys(document)
    total = document.get("mines")
    header = Header(
        _integer(document["rows"], "rows"),
        _integer(document["columns"], "columns"),
        None if total is None else _integer(total, "mines"),
        read_shape(document.get("shape", "grid")),
    )
    count = settle_mines(header, mines)
    faces = CANONICAL.read(_strings(document["cells"]), header)
    return Position(_geometry(document, header, geometry), count, faces)


def _check_keys(document: Mapping[str, object]) -> None:
    if not isinstance(document, Mapping):
        raise ParseError(
            _("expected a JSON object, got {excerpt}").format(excerpt=excerpt(repr(document)))
        )
    for key in _REQUIRED:
        if key not in document:
            raise ParseError(
                _("expected {required} in the JSON object, got no {key!r}").format(
                    required=", ".join(_REQUIRED), key=key
                )
            )
    for key in document:
        if key not in _REQUIRED + _OPTIONAL:
            known = ", ".join(_REQUIRED + _OPTIONAL)
            raise ParseError(
                _("expected only {known} in the JSON object, got {excerpt}").format(
                    known=known, excerpt=excerpt(str(key))
                )
            )


def _geometry(document: Mapping[str, object], header: Header, given: Geometry | None) -> Geometry:
    if "neighbours" not in document:
        return settle_geometry(header, given)
    if header.shape != "graph":
        raise ParseError(
            _("expected 'neighbours' only with shape 'graph', got {shape!r}").format(
                shape=header.shape
            )
        )
    graph = graph_of(document["neighbours"], header)
    if given is not None and given != graph:
        raise ParseError(
            _("expected the neighbours of the given {given}, got others in 'neighbours'").format(
                given=given
            )
        )
    return graph


def graph_of(neighbours: object, header: Header) -> Geometry:
    """Return the graph of lists of neighbours; raise `ParseError` for anything else."""
    if not isinstance(neighbours, list) or not all(isinstance(a, list) for a in neighbours):
        raise ParseError(
            _("expected a list of lists in 'neighbours', got {excerpt}").format(
                excerpt=excerpt(repr(neighbours))
            )
        )
    try:
        return Geometry.graph(neighbours, rows=header.rows, columns=header.columns)
    except GeometryError as error:
        raise ParseError(_("{error} in 'neighbours'").format(error=error)) from None


def _integer(value: object, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ParseError(
            _("expected a whole number in {key!r}, got {excerpt}").format(
                key=key, excerpt=excerpt(repr(value))
            )
        )
    return value


def _strings(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
        raise ParseError(
            _("expected a list of strings in 'cells', got {excerpt}").format(
                excerpt=excerpt(repr(value))
            )
        )
    return value
