"""The routes of the API: each passes its request to a room and sends the document it returns.

Functions are plain, not async: FastAPI runs them in threads, and the core releases the GIL, so the
event loop is never blocked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

import sapper
from sapper.board.spec import PRESETS, StartRule
from sapper.errors import InputError
from sapper.lab.compare import Comparison, Contest
from sapper.lab.papers import reproduce
from sapper.lab.run import Run
from sapper.lab.simulate import open_ledger, play_runs
from sapper.lab.workers import worker_pool
from sapper.players import Strategy, strategies
from sapper.proofs.document import HintDocument, ProofDocument, UndecidedDocument
from sapper.reviews.document import ReviewDocument
from sapper.web import games, positions
from sapper.web.documents import (
    AboutDocument,
    AdviceDocument,
    AnswerDocument,
    CellDocument,
    ConflictAnswer,
    ContinuationDocument,
    DealDocument,
    GameDocument,
    ImpossibleDocument,
    OptionDocument,
    PresetDocument,
    ReadingDocument,
    StrategyDocument,
    WatchDocument,
    WinChanceDocument,
)
from sapper.web.error_responses import FailureDocument
from sapper.web.limits import Limits
from sapper.web.openapi_models import model_of
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
from sapper.web.streams import SimulationStreams, StreamWatch

__all__ = ["api_routes"]

_FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"model": model_of(FailureDocument), "description": text}
    for status, text in (
        (413, "Too large: the body, the board, or the work"),
        (422, "The request cannot be understood; `where` is the place of the mistake"),
    )
}


def api_routes(limits: Limits, simulations: SimulationStreams) -> APIRouter:
    """Return all routes under /api."""
    router = APIRouter(prefix="/api", responses=_FAILURES)
    _add_facts(router, limits)
    _add_positions(router, limits)
    _add_games(router, limits)
    _add_streams(router, limits, simulations)
    return router


def _answers(*documents: Any) -> dict[str, Any]:
    """Return the options of a route that describe its responses in OpenAPI."""
    models = [model_of(document) for document in documents]
    schema = models[0]
    for other in models[1:]:
        schema = schema | other  # type: ignore[assignment]
    return {"responses": {200: {"model": schema}}, "response_class": Response}


def _respond(document: object) -> Response:
    body = orjson.dumps(document, default=tuple)  # a Cell is a named tuple
    return Response(body, media_type="application/json")


def _add_facts(router: APIRouter, limits: Limits) -> None:
    @router.get(
        "/about", summary="Version, boards and limits of this server", **_answers(AboutDocument)
    )
    def about() -> Response:
        document = AboutDocument(
            version=sapper.__version__,
            presets=[PresetDocument(name=name, board=board) for name, board in PRESETS.items()],
            starts=[rule.value for rule in StartRule],
            most_cells=limits.cells,
            most_games=limits.games,
        )
        return _respond(document)

    @router.get(
        "/strategies",
        summary="All strategies, with their options",
        responses={200: {"model": list[model_of(StrategyDocument)]}},  # type: ignore[misc]
        response_class=Response,
    )
    def list_strategies() -> Response:
        return _respond([_strategy_document(entry) for entry in strategies()])


def _add_positions(router: APIRouter, limits: Limits) -> None:
    @router.post("/read", summary="Read a position from any text", **_answers(ReadingDocument))
    def read(request: PositionRequest) -> Response:
        return _respond(positions.read_text(request, limits))

    @router.post(
        "/analyse",
        summary="Chances, certain cells, layouts",
        **_answers(AnswerDocument, ImpossibleDocument),
    )
    def analyse(request: AnalyseRequest) -> Response:
        return _respond(positions.analyse_position(request, limits))

    @router.post(
        "/cell",
        summary="One cell: exact chance, numbers behind it",
        **_answers(CellDocument, ImpossibleDocument),
    )
    def cell(request: CellRequest) -> Response:
        return _respond(positions.describe_cell(request, limits))

    @router.post(
        "/best",
        summary="The best move and the other candidates",
        **_answers(AdviceDocument, ImpossibleDocument),
    )
    def best(request: BestRequest) -> Response:
        return _respond(positions.advise(request, limits))

    @router.post(
        "/win",
        summary="The winning chance with good play",
        **_answers(WinChanceDocument, ImpossibleDocument),
    )
    def win(request: WinChanceRequest) -> Response:
        return _respond(positions.estimate_win_chance(request, limits))

    _add_explanations(router, limits)


def _add_explanations(router: APIRouter, limits: Limits) -> None:
    @router.post(
        "/explain",
        summary="Why a cell is safe, a mine, or neither",
        **_answers(ProofDocument, UndecidedDocument, ImpossibleDocument),
    )
    def explain(request: CellRequest) -> Response:
        return _respond(positions.explain_cell(request, limits))

    @router.post("/conflict", summary="What clashes, and the repairs", **_answers(ConflictAnswer))
    def conflict(request: PositionRequest) -> Response:
        return _respond(positions.find_conflict(request, limits))

    @router.post(
        "/hint", summary="A hint, in four levels", **_answers(HintDocument, ImpossibleDocument)
    )
    def hint(request: HintRequest) -> Response:
        return _respond(positions.give_hint(request, limits))

    @router.post(
        "/picture",
        summary="The board as SVG",
        responses={200: {"content": {"image/svg+xml": {}}}},
        response_class=Response,
    )
    def picture(request: PictureRequest) -> Response:
        return Response(positions.draw_position(request, limits), media_type="image/svg+xml")


def _add_games(router: APIRouter, limits: Limits) -> None:
    @router.post("/play", summary="Replay a game", **_answers(GameDocument))
    def play(request: PlayRequest) -> Response:
        return _respond(games.replay_game(request, limits))

    @router.post("/watch", summary="Let a strategy continue a game", **_answers(WatchDocument))
    def watch(request: WatchRequest) -> Response:
        return _respond(games.watch_strategy(request, limits))

    @router.post(
        "/continue",
        summary="Continue a position as a game",
        **_answers(ContinuationDocument, ImpossibleDocument),
    )
    def go_on(request: ContinueRequest) -> Response:
        return _respond(games.play_on_from(request, limits))

    @router.post(
        "/review", summary="A game, move by move, with verdicts", **_answers(ReviewDocument)
    )
    def review(request: GameRequest) -> Response:
        return _respond(games.review_game(request, limits))

    @router.post("/deal", summary="The mines of one game", **_answers(DealDocument))
    def deal(request: DealRequest) -> Response:
        return _respond(games.deal_layout(request, limits))


def _add_streams(router: APIRouter, limits: Limits, simulations: SimulationStreams) -> None:
    streamed: dict[str, Any] = {
        "responses": {
            200: {"content": {"text/event-stream": {}}},
            429: {"model": model_of(FailureDocument), "description": "Too many simulations"},
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
        runs = [Run.of(name, spec, start=start, first=first, seed=seed) for name in strategy]
        if len(set(runs)) < len(runs):
            raise InputError("the same strategy was given twice")
        return simulations.stream(request, _simulation(runs, games))

    @router.get("/papers", summary="Repeat the papers' experiments", **streamed)
    async def papers(
        request: Request, games: Annotated[int, Query(ge=1, le=1000)] = 100
    ) -> Response:
        return simulations.stream(request, _papers(games))


def _simulation(runs: list[Run], games: int) -> Callable[[StreamWatch], object]:
    """Return the work of a comparison, with one worker to leave cores for other requests."""

    def work(watch: StreamWatch) -> object:
        with open_ledger(None) as ledger, worker_pool(1) as pool:
            results = play_runs(runs, games, ledger, pool, watch)
        return Comparison((Contest(tuple(results)),)).as_dict()

    return work


def _papers(games: int) -> Callable[[StreamWatch], object]:
    def work(watch: StreamWatch) -> object:
        found = reproduce(quick=True, games=games, workers=1, watch=watch)
        return [table.to_dict() for table in found.tables]

    return work


def _strategy_document(entry: Strategy) -> StrategyDocument:
    return StrategyDocument(
        name=entry.name,
        summary=entry.summary,
        paper=entry.paper,
        options=[
            OptionDocument(
                name=option.name,
                summary=option.summary,
                default=option.default,
                values=list(option.values),
            )
            for option in entry.options
        ],
        is_native=entry.native is not None,
    )
