"""What stands before every request: the size of its body, its origin, and the security headers.

Plain ASGI, because it is in the way of every request.
"""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.web.error_responses import failure

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
        with_headers = _with_headers(send)
        length = headers.get(b"content-length", b"0")
        if headers.get(b"sec-fetch-site") == b"cross-site" and scope["path"].startswith("/api/"):
            refusal = failure(403, "expected a request of this page, got another site's", "origin")
            await refusal(scope, receive, with_headers)
        elif length.isdigit() and int(length[:12]) > self._most:
            await self._refusal()(scope, receive, with_headers)
        else:
            await self._counted(scope, receive, with_headers)

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the body as it comes, for one that does not tell its length."""
        got, has_begun = 0, False

        async def counted() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > self._most:
                return {"type": "http.disconnect"}
            return message

        async def unless_large(message: Message) -> None:
            nonlocal has_begun
            if got <= self._most or has_begun:
                has_begun = True
                await send(message)

        try:
            await self._app(scope, counted, unless_large)
        finally:
            if got > self._most and not has_begun:
                await self._refusal()(scope, receive, send)

    def _refusal(self) -> Response:
        return failure(413, f"expected a body of at most {self._most:,} bytes", "body")


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *_HEADERS]
        await send(message)

    return sending
