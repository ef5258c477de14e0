"""Refuse requests that come from the pages of other sites; add security headers to all answers."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.web.responses import error_response

__all__ = ["SecurityMiddleware"]

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
        "style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class SecurityMiddleware:
    """Let only our own page, and programs that are no browsers, use the API."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        app = self._app
        is_api = scope["type"] == "http" and scope["path"].startswith("/api/")
        if is_api and not _is_ours(Headers(scope=scope)):
            app = error_response(403, "requests from other sites are not allowed", "origin")
        await app(scope, receive, send_with_headers)


def _is_ours(headers: Headers) -> bool:
    """Return whether a request comes from our page; a program need not say where it comes from."""
    origin = headers.get("origin")
    is_own_origin = origin is None or urlsplit(origin).netloc == headers.get("host")
    return is_own_origin and headers.get("sec-fetch-site", "none") in ("none", "same-origin")
