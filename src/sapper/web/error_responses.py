"""Error responses: one small document that says what was wrong and where.

    {"error": "expected 9 cells in row 3, got 8: '1_11'", "kind": "input", "where": {"row": 3}}

422 the request cannot be understood, 413 it is too large (`kind` body, board or work), 429 too
many simulations, 404 no such address. A position without a solution is no error: it has an answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NotRequired, TypedDict

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from sapper.errors import BudgetExceeded, SapperError
from sapper.web.limits import TooBusy, TooLarge

__all__ = ["FailureDocument", "WhereDocument", "add_error_handlers", "error_response"]


class WhereDocument(TypedDict):
    """The place of the mistake in the input, as far as it is known; all zero-based but lines."""

    row: NotRequired[int]
    column: NotRequired[int]
    line: NotRequired[int]
    move: NotRequired[int]
    field: NotRequired[str]


class FailureDocument(TypedDict):
    """Why a request failed."""

    error: str
    kind: str
    where: WhereDocument | None


_PLACES = (
    re.compile(r"row (?P<row>[0-9]{1,9})(?:, column (?P<column>[0-9]{1,9}))?"),
    re.compile(r"line (?P<line>[0-9]{1,9})(?:, column (?P<column>[0-9]{1,9}))?"),
    re.compile(r"\br(?P<row>[0-9]{1,9})c(?P<column>[0-9]{1,9})"),
    re.compile(r"\((?P<row>-?[0-9]{1,9}), (?P<column>-?[0-9]{1,9})\)"),
)
_MOVE = re.compile(r"\bmove (?P<move>[0-9]{1,9})\b")


def error_response(
    status: int,
    error: str,
    kind: str,
    where: WhereDocument | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return an error response."""
    document = FailureDocument(error=error, kind=kind, where=where)
    body = orjson.dumps(document)
    return Response(body, status, headers, media_type="application/json")


def add_error_handlers(app: FastAPI) -> None:
    """Register a handler for every error that the client can cause."""

    @app.exception_handler(SapperError)
    async def of_sapper(_request: Request, error: Exception) -> Response:
        if isinstance(error, BudgetExceeded):
            return error_response(413, str(error), "work")
        return error_response(422, str(error), "input", _where(str(error)))

    @app.exception_handler(TooLarge)
    async def of_size(_request: Request, error: Exception) -> Response:
        assert isinstance(error, TooLarge)
        return error_response(413, str(error), error.kind)

    @app.exception_handler(TooBusy)
    async def of_business(_request: Request, error: Exception) -> Response:
        return error_response(429, str(error), "busy", headers={"Retry-After": "5"})

    @app.exception_handler(RequestValidationError)
    async def of_schema(_request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"] if part != "body")
        text = f"{field}: {first['msg']}" if field else str(first["msg"])
        return error_response(422, text, "input", WhereDocument(field=field))

    @app.exception_handler(HTTPException)
    async def of_http(_request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return error_response(
            error.status_code, str(error.detail), "address", headers=error.headers
        )


def _where(message: str) -> WhereDocument | None:
    """Return the first place that a message names, or None."""
    where = WhereDocument()
    move = _MOVE.search(message)
    if move is not None:
        where["move"] = int(move["move"])
    for place in _PLACES:
        match = place.search(message)
        if match is not None:
            for name, number in match.groupdict().items():
                if number is not None:
                    where[name] = int(number)  # type: ignore[literal-required]
            break
    return where or None
