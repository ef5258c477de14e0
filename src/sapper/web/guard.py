"""What stands before every request: the size of its body, its origin, and the security headers.

Plain ASGI, because it is in the way of every request.
"""

from __future__ import annotations

from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.web.failures import failure

__all__ = ["Guard"]

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode("ascii")),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class _BodyTooLarge(Exception):  # noqa: N818 (it is a status, 413)
    """More bytes came than are allowed."""


class Guard:
    """Refuses large bodies and other sites' requests; adds the headers to every answer."""

    def __init__(self, app: ASGIApp, *, body_bytes: int) -> None:
        self._app = app
        self._most = body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, unless it is refused."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        has_begun = False

        async def guarded(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        if headers.get(b"sec-fetch-site") == b"cross-site" and scope["path"].startswith("/api/"):
            refusal = failure(403, "expected a request of this page, got another site's", "origin")
            await refusal(scope, receive, guarded)
            return
        try:
            self._check_length(headers.get(b"content-length", b"0"))
            await self._app(scope, self._counted(receive), guarded)
        except _BodyTooLarge:
            if has_begun:
                raise
            refusal = failure(413, f"expected a body of at most {self._most:,} bytes", "body")
            await refusal(scope, receive, guarded)

    def _check_length(self, told: bytes) -> None:
        if told.isdigit() and int(told[:12]) > self._most:
            raise _BodyTooLarge

    def _counted(self, receive: Receive) -> Receive:
        """Return a `receive` that counts, for bodies which do not tell their length."""
        got = 0

        async def counted() -> Any:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > self._most:
                raise _BodyTooLarge
            return message

        return counted
