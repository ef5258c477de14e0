"""The FastAPI app: the API, the page and the middleware."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.responses import FileResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

import sapper
from sapper.lab.live import LiveLedger
from sapper.web.experiments import experiment_routes
from sapper.web.limits import Limits
from sapper.web.responses import add_error_handlers
from sapper.web.routes import api_routes
from sapper.web.security import SecurityMiddleware
from sapper.web.streams import SimulationStreams

__all__ = ["LEDGERS", "create_app", "create_app_of_server"]

_STATIC = Path(__file__).parent / "static"
_ABOUT = (
    "A Minesweeper workbench. Stateless: a position is one line of text, a game is one line of "
    "board, start rule, seed, number and moves. Cells are [row, column], zero-based."
)


LEDGERS: Final = "SAPPER_WATCHED_LEDGERS"
"""The variable of the environment that names the ledgers to server processes, as JSON."""


def create_app_of_server() -> FastAPI:
    """Return the app of one of several server processes, which cannot be given arguments."""
    return create_app(ledgers=[Path(name) for name in json.loads(os.environ.get(LEDGERS, "[]"))])


def create_app(limits: Limits | None = None, ledgers: Sequence[Path] = ()) -> FastAPI:
    """Return the app; the page shows the runs of `ledgers`, which are only read."""
    allowed = limits or Limits()
    simulations = SimulationStreams(allowed.simulations)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        simulations.close()

    app = FastAPI(
        title="sapper",
        version=sapper.__version__,
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.simulations = simulations
    add_error_handlers(app)
    app.include_router(api_routes(allowed, simulations))
    app.include_router(experiment_routes([LiveLedger(path) for path in ledgers]))
    _add_pages(app)
    larger = dict.fromkeys(("/api/replay", "/api/convert"), allowed.replay_bytes)
    app.add_middleware(SecurityMiddleware, body_bytes=allowed.body_bytes, larger=larger)
    return app


def _add_pages(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(_STATIC / "index.html", headers=_NO_CACHE)

    @app.get("/docs", include_in_schema=False)
    def docs() -> FileResponse:
        return FileResponse(_STATIC / "docs.html", headers=_NO_CACHE)

    app.mount("/static", _RevalidatedFiles(directory=_STATIC), "static")


_NO_CACHE = {"Cache-Control": "no-cache"}


class _RevalidatedFiles(StaticFiles):
    """Static files that browsers revalidate, so that a new version shows at once."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        """Return the file with the header that makes browsers revalidate it."""
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers.update(_NO_CACHE)
        return response
