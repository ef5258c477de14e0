"""The routes of the API: one for each question of `sapper.answers`, and two with facts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sapper.answers import QUESTIONS
from sapper.documents import document
from sapper.errors import InputError, TooLarge
from sapper.language import _
from sapper.players.registry import Players, player_specs
from sapper.web.answering import AnswerService
from sapper.web.facts import about_server
from sapper.web.openapi import FILE_QUESTIONS, openapi
from sapper.web.responses import Reply, error_reply

__all__ = ["api_routes"]

_LONGEST_NAME: Final = 255


def api_routes(service: AnswerService) -> list[Route]:
    """Return all routes under /api, and that of their description."""
    questions = [
        Route(f"/api/{name}", partial(_ask, service, name), methods=["POST"]) for name in QUESTIONS
    ]
    return [
        Route("/api/about", partial(_about, service)),
        Route("/api/players", _players),
        Route("/openapi.json", _description),
        *questions,
    ]


async def _about(service: AnswerService, _request: Request) -> Response:
    return Reply.of(document(about_server(service.limits))).response()


async def _players(_request: Request) -> Response:
    return Reply.of(document(Players(player_specs()))).response()


async def _description(_request: Request) -> Response:
    return JSONResponse(openapi())


async def _ask(service: AnswerService, name: str, request: Request) -> Response:
    """Answer a question, as a document or as events."""
    limits, is_file = service.limits, name in FILE_QUESTIONS
    most = limits.file_bytes if is_file else limits.body_bytes
    try:
        async with asyncio.timeout(limits.body_seconds):
            data = await _body_of(request, limits.picture_bytes if name == "read_picture" else most)
    except ClientDisconnect:
        return Response(status_code=499)
    except TimeoutError:
        text = _("the body was not complete after {seconds:g} seconds")
        reply = error_reply(408, text.format(seconds=limits.body_seconds), "body")
        return reply.response({"Connection": "close"})
    body = {**_fields_of(request), "data": data} if is_file else _object_of(data)
    has_events = "text/event-stream" in request.headers.get("accept", "")
    answer = service.stream if has_events else service.answer
    return await answer(request, name, body)


async def _body_of(request: Request, most: int) -> bytes:
    """Return the body; raise `TooLarge` before more than `most` bytes are read."""
    length = request.headers.get("content-length", "0")
    body = bytearray()
    if not length.isdigit() or int(length[:12]) > most:
        raise _too_large(most)
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise _too_large(most)
    return bytes(body)


def _too_large(most: int) -> TooLarge:
    return TooLarge(_("expected a body of at most {most:,} bytes").format(most=most), "body")


def _fields_of(request: Request) -> Mapping[str, str]:
    """Return the fields that an address has besides a file."""
    fields = dict(request.query_params)
    for name, value in fields.items():
        if len(value) > _LONGEST_NAME:
            raise InputError(f"{name}: expected at most {_LONGEST_NAME} characters", field=name)
    return fields


def _object_of(data: bytes) -> Mapping[str, Any]:
    """Return the object that a body has in JSON; raise `InputError` if it has none."""
    try:
        body = json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise InputError("the body is not valid JSON", field="") from None
    if not isinstance(body, dict):
        raise InputError("expected an object of JSON", field="")
    return body


def _refuse_constant(name: str) -> None:
    raise ValueError(name)
