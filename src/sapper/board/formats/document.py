"""The JSON document of a position: one schema for files, the command and the web.

    {"shape": "grid", "rows": 4, "columns": 4, "mines": 2,
     "cells": ["1_11", "12_1", "0111", "0000"]}

`mines` is null when unknown; the rows are those of the canonical line. A graph also has
`neighbours`, one list of indices per cell, so that the document is complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sapper.board.formats.alphabet import CANONICAL
from sapper.board.formats.header import Header, excerpt, read_shape, settle_position
from sapper.board.formats.line import cut_rows
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.errors import GeometryError, ParseError
from sapper.language import N_, _

__all__ = ["document_of", "graph_of", "parse_document", "position_of_document"]

_REQUIRED = {"rows", "columns", "cells"}
_KNOWN = _REQUIRED | {"shape", "mines", "neighbours"}


def document_of(position: Position) -> dict[str, Any]:
    """Return the position as plain data."""
    geometry = position.geometry
    document: dict[str, Any] = {
        "shape": geometry.shape,
        "rows": geometry.rows,
        "columns": geometry.columns,
        "mines": position.mines,
        "cells": cut_rows(CANONICAL.write(position.faces), geometry.columns),
    }
    if geometry.shape == "graph":
        document["neighbours"] = [list(around) for around in geometry.neighbour_lists]
    return document


def parse_document(
    text: str, mines: int | None = None, geometry: Geometry | None = None
) -> Position:
    """Return the position of a JSON text; raise `ParseError` where it breaks the schema."""
    import json  # slow, and only for JSON

    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:  # also a huge integer, deeply nested brackets
        places = {"line": "lineno", "column": "colno"}
        where = {key: getattr(error, name) for key, name in places.items() if hasattr(error, name)}
        raise ParseError(
            _("expected JSON of a position, got {excerpt} ({error})").format(
                excerpt=excerpt(text[getattr(error, "pos", 0) :]), error=error
            ),
            **where,
        ) from None
    return position_of_document(document, mines, geometry)


def position_of_document(
    document: Mapping[str, object], mines: int | None = None, geometry: Geometry | None = None
) -> Position:
    """Return the position of a document; raise `ParseError` where it breaks the schema."""
    is_object = isinstance(document, Mapping)
    unknown = list(set(document) - _KNOWN) if is_object else []
    if not is_object or unknown or not set(document) >= _REQUIRED:
        raise ParseError(
            _(
                "expected a JSON object of rows, columns and cells (also shape, mines, "
                "neighbours), got {excerpt}"
            ).format(excerpt=excerpt(repr(unknown or document)))
        )
    entries: dict[str, Any] = {"mines": None, "shape": "grid", **document}
    rows, columns, total, cells = (entries[key] for key in ("rows", "columns", "mines", "cells"))
    for key, number in {"rows": rows, "columns": columns, "mines": total}.items():
        is_left_out = key == "mines" and number is None
        _check(type(number) is int or is_left_out, N_("a whole number"), key, number)
    _check(_is_list_of(str, cells), N_("a list of strings"), "cells", cells)
    header = Header(rows, columns, total, read_shape(entries["shape"]))
    if "neighbours" in document:
        geometry = _read_graph(document["neighbours"], header, geometry)
    return settle_position(header, CANONICAL.read(cells, header), mines, geometry)


def graph_of(neighbours: Any, header: Header) -> Geometry:
    """Return the graph of lists of neighbours; raise `ParseError` for anything else."""
    _check(_is_list_of(list, neighbours), N_("a list of lists"), "neighbours", neighbours)
    try:
        return Geometry.graph(neighbours, rows=header.rows, columns=header.columns)
    except GeometryError as error:
        raise ParseError(_("{error} in 'neighbours'").format(error=error)) from None


def _read_graph(neighbours: object, header: Header, given: Geometry | None) -> Geometry:
    if header.shape != "graph":
        raise ParseError(
            _("expected 'neighbours' only with shape 'graph', got {shape!r}").format(
                shape=header.shape
            )
        )
    graph = graph_of(neighbours, header)
    if given not in (None, graph):
        raise ParseError(
            _("expected the neighbours of the given {given}, got others in 'neighbours'").format(
                given=given
            )
        )
    return graph


def _is_list_of(kind: type, value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, kind) for each in value)


def _check(is_right: bool, expected: str, key: str, value: object) -> None:
    if not is_right:
        raise ParseError(
            _("expected {expected} in {key!r}, got {excerpt}").format(
                expected=_(expected), key=key, excerpt=excerpt(repr(value))
            )
        )
