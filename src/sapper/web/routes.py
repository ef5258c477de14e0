"""The routes of the API: each passes its request to a room and sends the document it returns.

No route works on the event loop: each hands its request to the queue of the engine.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.requests import ClientDisconnect

import sapper
from sapper.board.spec import PRESETS, StartRule
from sapper.errors import ErrorDocument, InputError
from sapper.lab.comparison import Comparison, ComparisonDocument, Contest
from sapper.lab.papers import ReproductionDocument, reproduce
from sapper.lab.runs.run import Run
from sapper.lab.simulation import laboratory
from sapper.language import _
from sapper.players.registry import player_spec, players_document
from sapper.web import games, positions
from sapper.web.documents import AboutDocument, PresetDocument
from sapper.web.engine_queue import EngineQueue
from sapper.web.limits import Limits
from sapper.web.openapi_models import model_of_answer
from sapper.web.page_engine import has_engine
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
from sapper.web.streams import SimulationStreams, StreamWatch

__all__ = ["api_routes"]

MOST_PLAYERS: Final = 16
"""The most players of one comparison: each pair of them is compared."""

_FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"model": model_of_answer(ErrorDocument), "description": text}
    for status, text in (
        (413, "Too large: the body, the board, or the work"),
        (429, "The server has too much to do; `Retry-After` says when to try again"),
        (422, "The request cannot be understood; `where` is the place of the mistake"),
    )
}

_FILE: dict[str, Any] = {
    "required": True,
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
}


def api_routes(limits: Limits, queue: EngineQueue, simulations: SimulationStreams) -> APIRouter:
    """Return all routes under /api."""
    router = APIRouter(prefix="/api", responses=_FAILURES)
    _add_facts(router, limits)
    _add_positions(router, queue)
    _add_explanations(router, queue)
    _add_games(router, queue)
    _add_replays(router, queue)
    _add_streams(router, limits, simulations)
    return router


def _add_facts(router: APIRouter, limits: Limits) -> None:
    @router.get(**describe("about", "Version, boards and limits of this server"))
    async def about() -> Response:
        document = AboutDocument(
            version=sapper.__version__,
            presets=[PresetDocument(name=name, board=board) for name, board in PRESETS.items()],
            starts=[rule.value for rule in StartRule],
            most_cells=limits.cells,
            most_games=limits.games,
            has_engine=has_engine(),
        )
        return send(document)

    @router.get(**describe("players", "All players, with their options"))
    def list_players() -> Response:
        return send(players_document())


def _add_positions(router: APIRouter, queue: EngineQueue) -> None:
    @router.post(**describe("read", "Read a position from any text"))
    async def read(request: Request, body: PositionRequest) -> Response:
        return await queue.quick(request, positions.read_text, body, len(body.position))

    @router.post(**describe("analyse", "Chances, certain cells, layouts"))
    async def analyse(request: Request, body: AnalyseRequest) -> Response:
        if body.fractions:
            return await queue.heavy(request, positions.analyse_position, body)
        return await queue.quick(request, positions.analyse_position, body, len(body.position))

    @router.post(**describe("cell", "One cell: exact chance, numbers behind it"))
    async def cell(request: Request, body: CellRequest) -> Response:
        return await queue.quick(request, positions.describe_cell, body, len(body.position))

    @router.post(**describe("best", "The best move and the other candidates"))
    async def best(request: Request, body: BestRequest) -> Response:
        return await queue.heavy(request, positions.advise, body)

    @router.post(**describe("win", "The winning chance with good play"))
    async def win(request: Request, body: WinChanceRequest) -> Response:
        return await queue.heavy(request, positions.estimate_win_chance, body)


def _add_explanations(router: APIRouter, queue: EngineQueue) -> None:
    @router.post(**describe("explain", "Why a cell is safe, a mine, or neither"))
    async def explain(request: Request, body: CellRequest) -> Response:
        return await queue.heavy(request, positions.explain_cell, body)

    @router.post(**describe("conflict", "What clashes, and the repairs"))
    async def conflict(request: Request, body: PositionRequest) -> Response:
        return await queue.heavy(request, positions.find_conflict, body)

    @router.post(**describe("hint", "A hint, in four levels"))
    async def hint(request: Request, body: HintRequest) -> Response:
        return await queue.heavy(request, positions.give_hint, body)

    @router.post(
        "/picture",
        summary="The board as SVG",
        responses={200: {"content": {"image/svg+xml": {}}}},
        response_class=Response,
    )
    async def picture(request: Request, body: PictureRequest) -> Response:
        return await queue.quick(request, positions.draw_position, body, len(body.position))


def _add_games(router: APIRouter, queue: EngineQueue) -> None:
    @router.post(**describe("play", "Replay a game"))
    async def play(request: Request, body: PlayRequest) -> Response:
        if body.certain:
            return await queue.heavy(request, games.replay_game, body)
        return await queue.quick(request, games.replay_game, body, len(body.game))

    @router.post(**describe("watch", "Let a player continue a game"))
    async def watch(request: Request, body: WatchRequest) -> Response:
        return await queue.heavy(request, games.watch_player, body)

    @router.post(**describe("continue", "Continue a position as a game"))
    async def go_on(request: Request, body: ContinueRequest) -> Response:
        return await queue.heavy(request, games.play_on_from, body)

    @router.post(**describe("deal", "The mines of one game"))
    async def deal(request: Request, body: DealRequest) -> Response:
        return await queue.quick(request, games.deal_layout, body, 0)


def _add_replays(router: APIRouter, queue: EngineQueue) -> None:
    @router.post(**describe("review", "A game, move by move, with verdicts"))
    async def review(request: Request, body: GameRequest) -> Response:
        return await queue.heavy(request, games.review_game, body, queue.limits.for_review)

    @router.post(
        **describe("replay", "Read the replay of another program: the bytes of its file"),
        openapi_extra={"requestBody": _FILE},
    )
    async def replay(
        request: Request, name: Annotated[str, Query(max_length=255)] = ""
    ) -> Response:
        try:
            data = await request.body()
        except ClientDisconnect:  # also how the middleware ends a body that it refuses
            return Response(status_code=413)
        return await queue.heavy(request, games.open_replay, (data, name))

    @router.post(**describe("steps", "What every move of a game changed"))
    async def steps(request: Request, body: GameRequest) -> Response:
        return await queue.heavy(request, games.step_through, body)

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
        return await queue.heavy(request, games.convert_game, (data, name))


def _add_streams(router: APIRouter, limits: Limits, simulations: SimulationStreams) -> None:
    streamed: dict[str, Any] = {
        "responses": {
            200: {"content": {"text/event-stream": {}}},
        },
        "response_class": StreamingResponse,
    }

    @router.get("/simulate", summary="Play many games; events report the progress", **streamed)
    async def simulate(
        player: Annotated[list[str], Query(min_length=1, max_length=MOST_PLAYERS)],
        board: Annotated[str, Query(max_length=60)] = "beginner",
        start: Literal["raw", "safe", "open"] = "safe",
        first: Annotated[str | None, Query(max_length=20)] = None,
        games: Annotated[int, Query(ge=1)] = 200,
        seed: Annotated[int, Query(ge=0, le=2**64 - 1)] = 0,
    ) -> Response:
        limits.check_most("games", games, limits.games)
        spec = limits.board(board)
        players = [player_spec(name) for name in player]  # no path, no command
        runs = [Run.of(player, spec, start=start, first=first, seed=seed) for player in players]
        if len(set(runs)) < len(runs):
            raise InputError(_("the same player was given twice"))
        return simulations.stream(partial(_simulate, runs, games))

    @router.get("/papers", summary="Repeat the papers' experiments", **streamed)
    async def papers(games: Annotated[int, Query(ge=1, le=1000)] = 100) -> Response:
        return simulations.stream(partial(_repeat_papers, games))

    @router.get("/deep", summary="Compare guesses on random layouts for some seconds", **streamed)
    async def deep(
        position: Annotated[str, Query(max_length=20_000)],
        seconds: Annotated[float, Query(gt=0)] = 5.0,
        trust_flags: bool = False,
    ) -> Response:
        limits.check_most("seconds", seconds, limits.search_seconds)
        reading = PositionRequest.model_validate({"position": position}).reading(limits)
        work = partial(deep_search, reading, seconds, trust_flags, limits)
        return simulations.stream(work)

    @router.get("/optimal", summary="Search best play to the end of the game", **streamed)
    async def optimal(
        position: Annotated[str, Query(max_length=20_000)],
        start: Literal["raw", "safe", "open"] = "safe",
        trust_flags: bool = False,
    ) -> Response:
        reading = PositionRequest.model_validate({"position": position}).reading(limits)
        work = partial(optimal_search, reading, start, trust_flags, limits)
        return simulations.stream(work)


def _simulate(runs: list[Run], games: int, watch: StreamWatch) -> ComparisonDocument:
    """Return a comparison, played by one worker to leave cores for other requests."""
    with laboratory(workers=1, watch=watch) as lab:
        results = lab.play(runs, games)
    return Comparison((Contest(tuple(results)),)).to_dict()


def _repeat_papers(games: int, watch: StreamWatch) -> ReproductionDocument:
    return reproduce(quick=True, games=games, workers=1, watch=watch).to_dict()
