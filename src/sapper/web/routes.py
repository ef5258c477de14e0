"""The routes of the API: each passes its request to a room and sends the document it returns.

Functions are plain, not async: FastAPI runs them in threads, and the core releases the GIL, so the
event loop is never blocked.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse
from starlette.requests import ClientDisconnect

import sapper
from sapper.board.spec import PRESETS, StartRule
from sapper.errors import ErrorDocument, InputError
from sapper.lab.comparison import Comparison, ComparisonDocument, Contest
from sapper.lab.papers import reproduce
from sapper.lab.papers.experiments import ReproductionDocument
from sapper.lab.run import Run
from sapper.lab.simulation import open_ledger, play_runs
from sapper.lab.workers import worker_pool
from sapper.players.registry import strategies_document
from sapper.players.registry import strategy as registered_strategy
from sapper.web import games, positions
from sapper.web.documents import AboutDocument, PresetDocument
from sapper.web.limits import Limits
from sapper.web.openapi_models import model_of_answer
from sapper.web.requests import (
    AnalyseRequest,
    BestRequest,
    CellRequest,
    ContinueRequest,
    DealRequest,
    GameRequest,
    HintRequest,
    PictureRequest,
    PlayRequest,
    PositionRequest,
    WatchRequest,
    WinChanceRequest,
)
from sapper.web.responses import describe, send
from sapper.web.searches import deep_search, optimal_search
from sapper.web.streams import SimulationStreams, StreamWatch, Work

__all__ = ["api_routes"]

_FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"model": model_of_answer(ErrorDocument), "description": text}
    for status, text in (
        (413, "Too large: the body, the board, or the work"),
        (422, "The request cannot be understood; `where` is the place of the mistake"),
    )
}

_FILE: dict[str, Any] = {
    "required": True,
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
}


def api_routes(limits: Limits, simulations: SimulationStreams) -> APIRouter:
    """Return all routes under /api."""
    router = APIRouter(prefix="/api", responses=_FAILURES)
    _add_facts(router, limits)
    _add_positions(router, limits)
    _add_games(router, limits)
    _add_streams(router, limits, simulations)
    return router


def _add_facts(router: APIRouter, limits: Limits) -> None:
    @router.get(**describe("about", "Version, boards and limits of this server"))
    def about() -> Response:
        document = AboutDocument(
            version=sapper.__version__,
            presets=[PresetDocument(name=name, board=board) for name, board in PRESETS.items()],
            starts=[rule.value for rule in StartRule],
            most_cells=limits.cells,
            most_games=limits.games,
        )
        return send(document)

    @router.get(**describe("strategies", "All strategies, with their options"))
    def list_strategies() -> Response:
        return send(strategies_document())


def _add_positions(router: APIRouter, limits: Limits) -> None:
    @router.post(**describe("read", "Read a position from any text"))
    def read(request: PositionRequest) -> Response:
        return send(request.reading(limits).to_dict())

    @router.post(**describe("analyse", "Chances, certain cells, layouts"))
    def analyse(request: AnalyseRequest) -> Response:
        return send(positions.analyse_position(request, limits))

    @router.post(**describe("cell", "One cell: exact chance, numbers behind it"))
    def cell(request: CellRequest) -> Response:
        return send(positions.describe_cell(request, limits))

    @router.post(**describe("best", "The best move and the other candidates"))
    def best(request: BestRequest) -> Response:
        return send(positions.advise(request, limits))

    @router.post(**describe("win", "The winning chance with good play"))
    def win(request: WinChanceRequest) -> Response:
        return send(positions.estimate_win_chance(request, limits))

    _add_explanations(router, limits)


def _add_explanations(router: APIRouter, limits: Limits) -> None:
    @router.post(**describe("explain", "Why a cell is safe, a mine, or neither"))
    def explain(request: CellRequest) -> Response:
        return send(positions.explain_cell(request, limits))

    @router.post(**describe("conflict", "What clashes, and the repairs"))
    def conflict(request: PositionRequest) -> Response:
        return send(positions.find_conflict(request, limits))

    @router.post(**describe("hint", "A hint, in four levels"))
    def hint(request: HintRequest) -> Response:
        return send(positions.give_hint(request, limits))

    @router.post(
        "/picture",
        summary="The board as SVG",
        responses={200: {"content": {"image/svg+xml": {}}}},
        response_class=Response,
    )
    def picture(request: PictureRequest) -> Response:
        return Response(positions.draw_position(request, limits), media_type="image/svg+xml")


def _add_games(router: APIRouter, limits: Limits) -> None:
    @router.post(**describe("play", "Replay a game"))
    def play(request: PlayRequest) -> Response:
        return send(games.replay_game(request, limits))

    @router.post(**describe("watch", "Let a strategy continue a game"))
    def watch(request: WatchRequest) -> Response:
        return send(games.watch_strategy(request, limits))

    @router.post(**describe("continue", "Continue a position as a game"))
    def go_on(request: ContinueRequest) -> Response:
        return send(games.play_on_from(request, limits))

    @router.post(**describe("review", "A game, move by move, with verdicts"))
    def review(request: GameRequest) -> Response:
        return send(games.review_game(request, limits))

    @router.post(
        **describe("replay", "Read the replay of another program: the bytes of its file"),
        openapi_extra={"requestBody": _FILE},
    )
    async def replay(
        request: Request, name: Annotated[str, Query(max_length=255)] = ""
    ) -> Response:
        try:
            data = await request.body()
        except ClientDisconnect:  # also how the middleware ends a body that is too large
            return Response(status_code=413)
        return send(await run_in_threadpool(games.open_replay, data, name, limits))

    @router.post(**describe("steps", "What every move of a game changed"))
    def steps(request: GameRequest) -> Response:
        return send(games.step_through(request, limits))

    @router.post(
        **describe("convert", "Read a game from a file or text of any format: its bytes"),
        openapi_extra={"requestBody": _FILE},
    )
    async def convert(
        request: Request, name: Annotated[str, Query(max_length=255)] = ""
    ) -> Response:
        try:
            data = await request.body()
        except ClientDisconnect:
            return Response(status_code=413)
        return send(await run_in_threadpool(games.convert_game, data, name, limits))

    @router.post(**describe("deal", "The mines of one game"))
    def deal(request: DealRequest) -> Response:
        return send(games.deal_layout(request, limits))


def _add_streams(router: APIRouter, limits: Limits, simulations: SimulationStreams) -> None:
    streamed: dict[str, Any] = {
        "responses": {
            200: {"content": {"text/event-stream": {}}},
            429: {"model": model_of_answer(ErrorDocument), "description": "Too many simulations"},
        },
        "response_class": StreamingResponse,
    }

    @router.get("/simulate", summary="Play many games; events report the progress", **streamed)
    async def simulate(
        request: Request,
        strategy: Annotated[list[str], Query(min_length=1, max_length=6)],
        board: Annotated[str, Query(max_length=60)] = "beginner",
        start: Literal["raw", "safe", "open"] = "safe",
        first: Annotated[str | None, Query(max_length=20)] = None,
        games: Annotated[int, Query(ge=1)] = 200,
        seed: Annotated[int, Query(ge=0, le=2**64 - 1)] = 0,
    ) -> Response:
        limits.check_most("games", games, limits.games)
        spec = limits.board(board)
        players = [registered_strategy(name) for name in strategy]  # no path, no command
        runs = [Run.of(player, spec, start=start, first=first, seed=seed) for player in players]
        if len(set(runs)) < len(runs):
            raise InputError("the same strategy was given twice")
        return simulations.stream(request, _simulation(runs, games))

    @router.get("/papers", summary="Repeat the papers' experiments", **streamed)
    async def papers(
        request: Request, games: Annotated[int, Query(ge=1, le=1000)] = 100
    ) -> Response:
        return simulations.stream(request, _papers(games))

    @router.get("/deep", summary="Compare guesses on random layouts for some seconds", **streamed)
    async def deep(
        request: Request,
        position: Annotated[str, Query(max_length=20_000)],
        seconds: Annotated[float, Query(gt=0)] = 5.0,
        trust_flags: bool = False,
    ) -> Response:
        limits.check_most("seconds", seconds, limits.search_seconds)
        reading = PositionRequest.model_validate({"position": position}).reading(limits)
        work = partial(deep_search, reading, seconds, trust_flags, limits)
        return simulations.stream(request, work)

    @router.get("/optimal", summary="Search best play to the end of the game", **streamed)
    async def optimal(
        request: Request,
        position: Annotated[str, Query(max_length=20_000)],
        start: Literal["raw", "safe", "open"] = "safe",
        trust_flags: bool = False,
    ) -> Response:
        reading = PositionRequest.model_validate({"position": position}).reading(limits)
        work = partial(optimal_search, reading, start, trust_flags, limits)
        return simulations.stream(request, work)


def _simulation(runs: list[Run], games: int) -> Work:
    """Return the work of a comparison, with one worker to leave cores for other requests."""

    def work(watch: StreamWatch) -> ComparisonDocument:
        with open_ledger(None) as ledger, worker_pool(1) as pool:
            results = play_runs(runs, games, ledger, pool, watch)
        return Comparison((Contest(tuple(results)),)).to_dict()

    return work


def _papers(games: int) -> Work:
    def work(watch: StreamWatch) -> ReproductionDocument:
        return reproduce(quick=True, games=games, workers=1, watch=watch).to_dict()

    return work
