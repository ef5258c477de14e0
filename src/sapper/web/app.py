"""The app: the API, the page and the middleware; and its server."""

from __future__ import annotations

import signal
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from ipaddress import ip_address
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from sapper.platforms import HANG_UP
from sapper.web.answering import AnswerService
from sapper.web.languages import LanguageMiddleware, locale_files
from sapper.web.limits import ServerLimits
from sapper.web.preload import STATIC, page_html
from sapper.web.responses import ERROR_HANDLERS
from sapper.web.routes import api_routes
from sapper.web.security import SecurityMiddleware

__all__ = ["LOOPBACK", "create_app", "serve"]

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
"""The names of this machine that no other site can have."""

_REVALIDATE: Final = {"Cache-Control": "no-cache"}  # browsers keep files, and ask for changes
_LEAST_PACKED: Final = 1000  # bytes of an answer that is worth compressing
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, *([HANG_UP] if HANG_UP else []))
_PACKING: Final = 3  # of 9: quick, as it is done for every answer


def create_app(limits: ServerLimits | None = None, hosts: Sequence[str] = ("*",)) -> Starlette:
    """Return the app; it answers requests for these hosts only.

    A page of another site could reach a server of this machine by a name that its owner points
    here (DNS rebinding).
    """
    service = AnswerService(limits or ServerLimits())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        service.workers.warm_up()
        yield
        service.close()

    app = Starlette(
        routes=[*api_routes(service), *_page_routes()],
        middleware=[
            Middleware(SecurityMiddleware),
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
            Middleware(GZipMiddleware, minimum_size=_LEAST_PACKED, compresslevel=_PACKING),
            Middleware(LanguageMiddleware),
        ],
        exception_handlers=ERROR_HANDLERS,
        lifespan=lifespan,
    )
    app.state.service = service
    return app


def serve(
    listener: socket.socket, limits: ServerLimits | None = None, hosts: Sequence[str] = ()
) -> None:
    """Serve until a signal comes, which first ends the work of all processes.

    On a loopback address only the names of this machine and `hosts` are answered. Further signals
    do not matter, also after this returns: the process is about to end.
    """
    is_local = ip_address(listener.getsockname()[0]).is_loopback
    allowed = (*LOOPBACK, *hosts) if is_local or hosts else ("*",)
    server = Server(create_app(limits, allowed))
    for number in _SIGNALS:
        signal.signal(number, server.handle_exit)
    try:
        server.run(sockets=[listener])
    finally:
        server.close()


class Server(uvicorn.Server):
    """End the work of processes first: an open stream would delay the shutdown."""

    def __init__(self, app: Starlette, **options: Any) -> None:
        settings: dict[str, Any] = {
            "ws": "none",
            "log_level": "warning",
            "timeout_graceful_shutdown": 2,
        }
        super().__init__(uvicorn.Config(app, **(settings | options)))
        self.close = app.state.service.close

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begin to shut down, which takes a moment; further signals do not matter.

        The next signal may come while the work is ended, so it is said first that this began.
        """
        if not self.should_exit:
            super().handle_exit(sig, frame)
            self.close()


class PageFiles(StaticFiles):
    """The files of the page, which browsers keep as long as they do not change."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        """Return a file, or that the browser has it already."""
        response = super().file_response(*arguments, **options)
        response.headers.update(_REVALIDATE)
        return response


def _page_routes() -> list[Route | Mount]:
    locales = locale_files()

    async def locale(request: Request) -> Response:
        body = locales[request.url.path.removeprefix("/static/")]
        return Response(body, headers=_REVALIDATE, media_type="application/json")

    html = page_html()
    headers = {**_REVALIDATE, "etag": f'"{sha256(html.encode()).hexdigest()[:32]}"'}

    async def page(request: Request) -> Response:
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return HTMLResponse(html, headers=headers)

    return [
        Route("/", page),
        *(Route(f"/static/{name}", locale) for name in locales),
        Mount("/static", PageFiles(directory=STATIC)),
    ]
