"""Routes for players: figures of a finished game, boards without guess, win rates."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request, Response

from sapper.errors import InputError
from sapper.games.certificates import certify_game, check_certificate
from sapper.games.certificates.document import finding_document
from sapper.games.clicks import ClickCounts
from sapper.games.game_line import GameLine
from sapper.games.generating import PuzzleDocument, generate
from sapper.games.metrics import game_metrics
from sapper.games.metrics_document import GameMetricsDocument
from sapper.lab.statistics import CONFIDENCE, wilson
from sapper.web.documents import CertificationDocument, RateDocument, RatesDocument
from sapper.web.engine_queue import EngineQueue
from sapper.web.games import game_of
from sapper.web.limits import Limits
from sapper.web.requests import CertifyRequest, GenerateRequest, MetricsRequest, RatesRequest
from sapper.web.responses import describe

__all__ = ["result_routes"]


def result_routes(queue: EngineQueue) -> APIRouter:
    """Return the routes that a player needs besides those about positions."""
    router = APIRouter(prefix="/api")

    @router.post(**describe("metrics", "The figures of a game: 3BV/s, efficiency, guesses"))
    async def metrics(request: Request, body: MetricsRequest) -> Response:
        return await queue.heavy(request, measure_game, body)

    @router.post(**describe("generate", "A board that needs no guess"))
    async def generate_board(request: Request, body: GenerateRequest) -> Response:
        return await queue.heavy(request, generate_puzzle, body)

    @router.post(**describe("certify", "The proof that the board of a game needs no guess"))
    async def certify(request: Request, body: CertifyRequest) -> Response:
        return await queue.heavy(request, certify_board, body)

    @router.post(**describe("rates", "Win rates with their intervals"))
    async def rates(request: Request, body: RatesRequest) -> Response:
        return await queue.quick(request, rate_players, body, 0)

    return router


def measure_game(request: MetricsRequest, limits: Limits) -> GameMetricsDocument:
    """Return the figures of a game, with the clicks that changed nothing."""
    game = game_of(request, limits)
    made = ClickCounts.of_moves(game.moves)
    clicks = ClickCounts(
        left=made.left + request.wasted_left,
        right=made.right + request.wasted_right,
        chord=made.chord + request.wasted_chord,
        wasted_left=request.wasted_left,
        wasted_right=request.wasted_right,
        wasted_chord=request.wasted_chord,
    )
    return game_metrics(game, clicks, budget=limits.budget).to_dict()


def generate_puzzle(request: GenerateRequest, limits: Limits) -> PuzzleDocument:
    """Return a board without guess; one thread searches for it as long as a request may take."""
    return generate(
        limits.board(request.board),
        start=request.start,
        first=request.first,
        grade=request.grade,
        method=request.method,
        seed=request.seed,
        number=request.number,
        seconds=limits.milliseconds / 1000,
        workers=1,
    ).to_dict()


def certify_board(request: CertifyRequest, limits: Limits) -> CertificationDocument:
    """Return the certificate of a game's board, checked by the program that shares no code."""
    game_of(request, limits)  # refuses what is too large
    made = certify_game(
        GameLine.parse(request.game), mine_count=request.mine_count, budget=limits.budget
    )
    certificate = made.to_json()
    data = json.loads(certificate)
    return CertificationDocument(
        **finding_document(check_certificate(data), data),
        certificate=certificate,
        texts=[move.text for move in made.moves],
    )


def rate_players(request: RatesRequest, _limits: Limits) -> RatesDocument:
    """Return the share of wins of each tally with its Wilson interval."""
    return RatesDocument(rates=[_rate(wins, games) for wins, games in request.tallies])


def _rate(wins: int, games: int) -> RateDocument:
    if wins > games:
        raise InputError(f"expected at most as many wins as games, got {wins} of {games}")
    found = wilson(wins, games)
    return RateDocument(
        wins=wins,
        games=games,
        value=found.value if games else None,
        low=found.low,
        high=found.high,
        confidence=CONFIDENCE,
    )
