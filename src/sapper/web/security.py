"""Middleware: limit the size and time of bodies, refuse other sites and hosts, add headers.

Plain ASGI, which costs less per request than FastAPI's own middleware classes.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.language import _
from sapper.web.responses import error_response

__all__ = ["SecurityMiddleware", "is_loopback"]

_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode("ascii")),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_MOST_DISCARDED: Final = 16 * 1024 * 1024  # bytes of a refused body


def is_loopback(host: str) -> bool:
    """Return whether a name or an address means this machine for every browser."""
    name = host.strip("[]").lower().removesuffix(".")
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


class SecurityMiddleware:
    """Refuse large bodies and cross-site requests; add security headers to every response.

    `larger` has the size of the body for the paths that may have a larger one. `only_loopback`
    refuses requests that name another host: a page of another site could reach a server of this
    machine by a name that its owner points here (DNS rebinding).
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        body_bytes: int,
        body_seconds: float,
        larger: Mapping[str, int] | None = None,
        only_loopback: bool = False,
    ) -> None:
        self._app = app
        self._most = body_bytes
        self._seconds = body_seconds
        self._larger = larger or {}
        self._only_loopback = only_loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with_headers = _with_headers(send)
        most = self._larger.get(scope["path"], self._most)
        headers = dict(scope["headers"])
        refusal = self._refuse(headers, scope["path"], most)
        if refusal is None:
            await self._pass_on(scope, receive, with_headers, most)
            return
        if b"expect" in headers:  # the body comes only if it is asked for
            refusal.headers["Connection"] = "close"
        else:
            ends = asyncio.get_running_loop().time() + self._seconds
            await _discard_body(receive, ends, refusal)
        await refusal(scope, receive, with_headers)

    def _refuse(self, headers: Mapping[bytes, bytes], path: str, most: int) -> Response | None:
        """Return why a request is refused before its body is read, or None."""
        if self._only_loopback and not is_loopback(_host(headers.get(b"host", b""))):
            return error_response(403, "this server answers only for localhost", "host")
        if headers.get(b"sec-fetch-site") == b"cross-site" and path.startswith("/api/"):
            return error_response(403, "requests from other sites are not allowed", "origin")
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length[:12]) > most:
            return _too_large(most)
        return None

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        """Pass the request on; end a body that grows too large or comes too slowly."""
        body = _Body(receive, most, self._seconds)

        async def send_unless_refused(message: Message) -> None:
            if body.refusal is None or body.has_answer:
                body.has_answer = True
                await send(message)

        try:
            await self._app(scope, body.receive, send_unless_refused)
        finally:
            if body.refusal is not None and not body.has_answer:
                if body.comes_on:
                    await _discard_body(receive, body.ends, body.refusal)
                await body.refusal(scope, receive, send)


class _Body:
    """The body of a request as it comes; it ends like a connection if it may not go on."""

    def __init__(self, receive: Receive, most: int, seconds: float) -> None:
        self._receive = receive
        self._most = most
        self._got, self._is_complete = 0, False
        self.ends = asyncio.get_running_loop().time() + seconds
        self._seconds = seconds
        self.refusal: Response | None = None
        self.has_answer = False
        self.comes_on = False  # whether a body that is too large has more to come

    async def receive(self) -> Message:
        """Return the next part of the body; after it whatever the server has to say."""
        if self._is_complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self.ends):
                message = await self._receive()
        except TimeoutError:
            return self._refuse(_too_slow(self._seconds))
        self._got += len(message.get("body", b""))
        self._is_complete = not message.get("more_body", False)
        if self._got <= self._most:
            return message
        self.comes_on = not self._is_complete
        return self._refuse(_too_large(self._most))

    def _refuse(self, refusal: Response) -> Message:
        self.refusal = refusal
        self._is_complete = True
        return {"type": "http.disconnect"}


async def _discard_body(receive: Receive, ends: float, refusal: Response) -> None:
    """Read what is left of a refused body: most clients listen only when all is sent.

    A body that is not soon over is not waited for: its connection is closed after the answer.
    """
    left = _MOST_DISCARDED
    with suppress(TimeoutError):
        async with asyncio.timeout_at(ends):
            while left > 0:
                message = await receive()
                if not message.get("more_body", False):
                    return
                left -= len(message["body"])
    refusal.headers["Connection"] = "close"


def _too_slow(seconds: float) -> Response:
    text = _("the body was not complete after {seconds:g} seconds").format(seconds=seconds)
    return error_response(408, text, "body", headers={"Connection": "close"})


def _host(header: bytes) -> str:
    """Return the name in a Host header, without the port."""
    text = header.decode("latin-1")
    return text.partition("]")[0] if text.startswith("[") else text.partition(":")[0]


def _too_large(most: int) -> Response:
    return error_response(
        413, _("expected a body of at most {most:,} bytes").format(most=most), "body"
    )


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *_HEADERS]
        await send(message)

    return send_with_headers
