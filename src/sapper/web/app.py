"""The app: the API, the page, and what guards them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

import sapper
from sapper.web.error_responses import answer_failures
from sapper.web.limits import Limits
from sapper.web.routes import api_routes
from sapper.web.security import Guard
from sapper.web.streams import Desk

__all__ = ["create_app"]

_STATIC = Path(__file__).parent / "static"
_ABOUT = (
    "A Minesweeper workbench. Stateless: a position is one line of text, a game is one line of "
    "board, start rule, seed, number and moves. Cells are [row, column], zero-based."
)


def create_app(limits: Limits | None = None) -> FastAPI:
    """Return the app, ready to serve."""
    allowed = limits or Limits()
    desk = Desk(allowed.simulations)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        desk.close()

    app = FastAPI(
        title="sapper",
        version=sapper.__version__,
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.desk = desk
    answer_failures(app)
    app.include_router(api_routes(allowed, desk))
    _add_pages(app)
    app.add_middleware(Guard, body_bytes=allowed.body_bytes)
    return app


def _add_pages(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(_STATIC / "index.html", headers=_FRESH)

    @app.get("/docs", include_in_schema=False)
    def docs() -> FileResponse:
        return FileResponse(_STATIC / "docs.html", headers=_FRESH)

    app.mount("/static", _Fresh(directory=_STATIC), "static")


_FRESH = {"Cache-Control": "no-cache"}


class _Fresh(StaticFiles):
    """Files that a browser keeps but asks about, so that a new version shows at once."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        """Return the file, to be asked about again."""
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers.update(_FRESH)
        return response
