"""Replies: documents, and for an error the one that says what was wrong and where.

    {"schema": 1, "error": "expected 9 cells in row 3, got 8: '1_11'", "kind": "input",
     "where": {"row": 3}, "limit": null}

422 the request cannot be understood, 413 it is too large (`kind` body, board, work or answer), 429
the server has too much to do, 404 no such address. A position without a solution is no error: it
has an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from sapper.documents import document, json_text
from sapper.errors import BudgetExceeded, Refused, SapperError, TooLarge
from sapper.language import _
from sapper.web.lanes import TooBusy

__all__ = [
    "ERROR_HANDLERS",
    "Reply",
    "error_reply",
    "error_response",
    "failure_reply",
    "reply_to_error",
]


class Reply(NamedTuple):
    """The status of an answer, and its document as JSON."""

    status: int
    body: bytes

    @classmethod
    def of(cls, value: Mapping[str, Any], status: int = 200) -> Reply:
        """Return the reply that sends a document."""
        return cls(status, json_text(value).encode())

    def response(self, headers: Mapping[str, str] | None = None) -> Response:
        """Return the response that sends it."""
        return Response(self.body, self.status, headers, media_type="application/json")


def error_reply(status: int, error: str, kind: str) -> Reply:
    """Return the reply to a request that failed."""
    return Reply.of(document(Refused(error, kind)), status)


def error_response(status: int, error: str, kind: str, **headers: str) -> Response:
    """Return the response to a request that failed."""
    return error_reply(status, error, kind).response(headers)


def failure_reply() -> Reply:
    """Return the reply to a request at which the server failed."""
    return error_reply(500, _("the server failed; its log says why"), "server")


def reply_to_error(error: SapperError) -> Reply:
    """Return the reply to an error that the client can cause."""
    is_large = isinstance(error, BudgetExceeded | TooLarge)
    return Reply.of(document(error), 413 if is_large else 422)


async def _of_work(_request: Request, error: Exception) -> Response:
    assert isinstance(error, SapperError)
    return reply_to_error(error).response()


async def _of_busy(_request: Request, error: Exception) -> Response:
    assert isinstance(error, TooBusy)
    reply = error_reply(429, str(error), "busy")
    return reply.response({"Retry-After": str(error.seconds)})


async def _of_http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    known = {404: "no such address", 405: "this address does not take this method"}
    text = known.get(error.status_code, error.detail)
    kind = "server" if error.status_code >= 500 else "address"
    return error_reply(error.status_code, text, kind).response(error.headers)


ERROR_HANDLERS: Final[Mapping[Any, Any]] = {
    SapperError: _of_work,
    TooBusy: _of_busy,
    HTTPException: _of_http,
}
"""What answers an error of each class."""
