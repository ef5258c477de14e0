"""Send documents, and for an error the one that says what was wrong and where.

    {"schema": 1, "error": "expected 9 cells in row 3, got 8: '1_11'", "kind": "input",
     "where": {"row": 3}, "limit": null}

422 the request cannot be understood, 413 it is too large (`kind` body, board, work or answer), 429
the server has too much to do, 404 no such address. A position without a solution is no error: it
has an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from sapper.errors import BudgetExceeded, ErrorDocument, SapperError, Where
from sapper.schema import stamp
from sapper.web.limits import TooBusy, TooLarge
from sapper.web.openapi_models import model_of_answer
from sapper.web.schema import ROUTES
from sapper.web.schema_errors import field_of, schema_error_text

__all__ = ["add_error_handlers", "describe", "error_response", "response_of", "send"]


def describe(name: str, summary: str) -> dict[str, Any]:
    """Return the address of a route, and what describes its responses in OpenAPI."""
    schema: Any = Union[tuple(map(model_of_answer, ROUTES[name]))]  # noqa: UP007
    responses = {200: {"model": schema}}
    return {
        "path": f"/{name}",
        "summary": summary,
        "responses": responses,
        "response_class": Response,
    }


def send(
    document: Mapping[str, object], status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return the response that sends a document."""
    return Response(orjson.dumps(stamp(document)), status, headers, media_type="application/json")


def error_response(
    status: int,
    error: str,
    kind: str,
    where: Where | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return an error response."""
    return send(ErrorDocument(error=error, kind=kind, where=where, limit=None), status, headers)


def response_of(error: SapperError | TooBusy | TooLarge) -> Response:
    """Return the response to an error that the client can cause."""
    if isinstance(error, TooBusy):
        headers = {"Retry-After": str(error.seconds)}
        return error_response(429, str(error), "busy", headers=headers)
    if isinstance(error, TooLarge):
        return error_response(413, str(error), error.kind)
    return send(error.to_dict(), 413 if isinstance(error, BudgetExceeded) else 422)


def add_error_handlers(app: FastAPI) -> None:
    """Register a handler for every error that the client can cause."""

    @app.exception_handler(SapperError)
    @app.exception_handler(TooLarge)
    @app.exception_handler(TooBusy)
    async def of_work(_request: Request, error: Exception) -> Response:
        assert isinstance(error, (SapperError, TooBusy, TooLarge))
        return response_of(error)

    @app.exception_handler(RequestValidationError)
    async def of_schema(_request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = Where(field=field_of(first))
        return error_response(422, schema_error_text(first), "input", where)

    @app.exception_handler(HTTPException)
    async def of_http(_request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return error_response(
            error.status_code, _http_text(error), "address", headers=error.headers
        )


def _http_text(error: HTTPException) -> str:
    """Return what is wrong with an address or a method."""
    known = {404: "no such address", 405: "this address does not take this method"}
    return known.get(error.status_code, str(error.detail))
