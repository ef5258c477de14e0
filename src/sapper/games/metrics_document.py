"""The figures of a game as plain data: the schema of `sapper metrics --json`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypedDict

from sapper.board.cell import CellPair
from sapper.board.metrics import BoardMetricsDocument, FormulaDocument, formula_documents
from sapper.games.clicks import ClickDocument
from sapper.games.game_line import parse_timed
from sapper.games.pluck import guesses_of
from sapper.language import _

if TYPE_CHECKING:
    from sapper.games.metrics import GameMetrics

__all__ = ["GameMetricsDocument", "GuessDocument", "UndefinedDocument", "game_metrics_document"]


class UndefinedDocument(TypedDict):
    """Why a figure is null."""

    figure: str
    reason: str


class GuessDocument(TypedDict):
    """An opening click that could lose; `number` counts all moves from 0, `chance` is to survive.

    A chord names the number that was clicked; its chance is that of all its cells together.
    """

    number: int
    kind: str
    cell: CellPair
    chance: float
    is_survived: bool


class GameMetricsDocument(TypedDict):
    """The figures of a game; null where they are not defined, with the reason in `undefined`."""

    game: str
    status: str
    board: BoardMetricsDocument
    clicks: ClickDocument
    time: float | None
    """In seconds."""
    bbbv: int
    solved_bbbv: int
    bbbv_per_second: float | None
    estimated_time: float | None
    efficiency: float | None
    correctness: float | None
    throughput: float | None
    correctness_ms_toollib: float | None
    throughput_ms_toollib: float | None
    rqp: float | None
    rqp_ms_toollib: float | None
    rqp_plus_1: float | None
    ios: float | None
    ios_inverse: float | None
    qg: float | None
    stnb: float | None
    stnb_ms_toollib: float | None
    clicks_per_second: float | None
    flags: int
    is_no_flag: bool
    pluck: float | None
    """Null also where it is infinite, because the game is lost."""
    survived_pluck: float
    """The sum over the clicks that were survived."""
    guesses: list[GuessDocument]
    undefined: list[UndefinedDocument]
    formulas: list[FormulaDocument]


def game_metrics_document(metrics: GameMetrics) -> GameMetricsDocument:
    """Return the figures as plain data."""
    from sapper.games.metrics import GAME_FORMULAS

    reasons, pluck = dict(metrics.undefined), metrics.pluck
    if pluck is not None and math.isinf(pluck):
        reasons["pluck"], pluck = _("infinite: the game is lost"), None
    return GameMetricsDocument(
        game=str(metrics.line),
        status=metrics.status.value,
        board=metrics.board.to_dict(),
        clicks=metrics.clicks.to_dict(),
        time=metrics.time,
        bbbv=metrics.bbbv,
        solved_bbbv=metrics.solved_bbbv,
        bbbv_per_second=metrics.bbbv_per_second,
        estimated_time=metrics.estimated_time,
        efficiency=metrics.efficiency,
        correctness=metrics.correctness,
        throughput=metrics.throughput,
        correctness_ms_toollib=metrics.correctness_ms_toollib,
        throughput_ms_toollib=metrics.throughput_ms_toollib,
        rqp=metrics.rqp,
        rqp_ms_toollib=metrics.rqp_ms_toollib,
        rqp_plus_1=metrics.rqp_plus_1,
        ios=metrics.ios,
        ios_inverse=metrics.ios_inverse,
        qg=metrics.qg,
        stnb=metrics.stnb,
        stnb_ms_toollib=metrics.stnb_ms_toollib,
        clicks_per_second=metrics.clicks_per_second,
        flags=metrics.flags,
        is_no_flag=metrics.is_no_flag,
        pluck=pluck,
        survived_pluck=metrics.survived_pluck,
        guesses=_guesses(metrics),
        undefined=[UndefinedDocument(figure=key, reason=text) for key, text in reasons.items()],
        formulas=formula_documents(GAME_FORMULAS),
    )


def _guesses(metrics: GameMetrics) -> list[GuessDocument]:
    moves = [parse_timed(word)[0] for word in metrics.line.moves]
    return [
        GuessDocument(
            number=guess.number,
            kind=guess.move.kind,
            cell=guess.move.cell.pair,
            chance=guess.chance,
            is_survived=guess.is_survived,
        )
        for guess in guesses_of(moves, metrics.luck, metrics.status)
    ]
