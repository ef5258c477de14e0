"""The FastAPI app: the API, the page and the middleware."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

import sapper
from sapper.web.engine_pool import EnginePool
from sapper.web.engine_queue import EngineQueue
from sapper.web.languages import LanguageMiddleware, locale_files
from sapper.web.limits import Limits
from sapper.web.pages import Pages
from sapper.web.responses import add_error_handlers
from sapper.web.results import result_routes
from sapper.web.routes import api_routes
from sapper.web.security import SecurityMiddleware
from sapper.web.streams import SimulationStreams

__all__ = ["ONLY_LOOPBACK", "create_app", "create_app_of_server"]

_STATIC = Path(__file__).parent / "static"
_ABOUT = (
    "A Minesweeper workbench. Stateless: a position is one line of text, a game is one line of "
    "board, start rule, seed, number and moves. Cells are [row, column], zero-based."
)
_LEAST_PACKED: Final = 1000  # bytes of an answer that is worth compressing
_PACKING: Final = 3  # of 9: quick, as it is done for every answer


ONLY_LOOPBACK: Final = "SAPPER_ONLY_LOOPBACK"
"""The environment variable that is 1 if server processes serve this machine only."""


def create_app_of_server() -> FastAPI:
    """Return the app of one of several server processes, which cannot be given arguments."""
    return create_app(only_loopback=os.environ.get(ONLY_LOOPBACK) == "1")


def create_app(limits: Limits | None = None, *, only_loopback: bool = False) -> FastAPI:
    """Return the app; `only_loopback` refuses requests that name another host than this machine."""
    allowed = limits or Limits()
    pool = EnginePool(allowed.engines)
    queue = EngineQueue(allowed, pool)
    simulations = SimulationStreams(allowed.simulations, pool)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        pool.warm_up()
        yield
        pool.close()
        queue.close()
        await pool.wait_closed()

    app = FastAPI(
        title="sapper",
        version=sapper.__version__,
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.pool, app.state.queue, app.state.simulations = pool, queue, simulations
    add_error_handlers(app)
    app.include_router(api_routes(allowed, queue, simulations))
    app.include_router(result_routes(queue))
    _add_pages(app)
    app.add_middleware(GZipMiddleware, minimum_size=_LEAST_PACKED, compresslevel=_PACKING)
    app.add_middleware(
        SecurityMiddleware,
        body_bytes=allowed.body_bytes,
        body_seconds=allowed.body_seconds,
        larger=dict.fromkeys(("/api/replay", "/api/convert"), allowed.replay_bytes),
        only_loopback=only_loopback,
    )
    app.add_middleware(LanguageMiddleware)
    return app


def _add_pages(app: FastAPI) -> None:
    """Add the pages and their files; all in memory, so no thread is needed."""
    pages = Pages(_STATIC, locale_files)

    @app.get("/", include_in_schema=False)
    async def page(request: Request) -> Response:
        return pages.page(request, "index.html")

    @app.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> Response:
        return pages.page(request, "docs.html")

    @app.api_route("/static/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def file(request: Request, path: str) -> Response:
        found = pages.file(request, path)
        if found is None:
            raise HTTPException(404)
        return found
