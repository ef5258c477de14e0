"""A review as plain data: the schema that `--json`, the API and notebooks share."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from sapper.board.cell import CellPair
from sapper.proofs.document import ProofDocument
from sapper.reviews.classify import Verdict
from sapper.reviews.evaluator import Value
from sapper.reviews.words import summary

if TYPE_CHECKING:
    from sapper.reviews.result import MoveReview, Review

__all__ = ["MoveReviewDocument", "ReviewDocument", "ValueDocument", "review_document"]


class ValueDocument(TypedDict):
    """A winning chance with its 95 % interval; basis is exact, estimated, carried or outcome."""

    chance: float
    basis: str
    games: int
    low: float
    high: float


class MoveReviewDocument(TypedDict):
    """One move; cells are [row, column], zero-based. Only guesses have a position.

    `time` is in seconds since the start of the game, null if it is not known.
    """

    number: int
    kind: str
    cell: CellPair
    time: float | None
    verdict: str
    grade: str | None
    chance: float | None
    best: CellPair | None
    best_chance: float | None
    before: ValueDocument
    played: ValueDocument
    after: ValueDocument
    skill: float
    skill_low: float
    skill_high: float
    luck: float
    position: str | None
    missed: ProofDocument | None
    refuted: ProofDocument | None
    text: str


class ReviewDocument(TypedDict):
    """A game; end - start = skill + luck."""

    game: str
    status: str
    position: str
    opening: ValueDocument | None
    start: ValueDocument
    end: ValueDocument
    skill: float
    luck: float
    accuracy: float
    guesses: int
    unforced_guesses: int
    summary: str
    moves: list[MoveReviewDocument]


def review_document(review: Review) -> ReviewDocument:
    """Return a review as plain data."""
    return ReviewDocument(
        game=review.game,
        status=review.status.value,
        position=str(review.final),
        opening=None if review.opening is None else _value(review.opening),
        start=_value(review.start),
        end=_value(review.end),
        skill=review.skill,
        luck=review.luck,
        accuracy=review.accuracy,
        guesses=len(review.guesses),
        unforced_guesses=sum(m.verdict is not Verdict.FORCED for m in review.guesses),
        summary=summary(review),
        moves=[move_document(move) for move in review.moves],
    )


def move_document(move: MoveReview) -> MoveReviewDocument:
    """Return one move as plain data."""
    return MoveReviewDocument(
        number=move.number,
        kind=move.move.kind,
        cell=move.move.cell.pair,
        time=move.time,
        verdict=move.verdict.value,
        grade=move.grade,
        chance=move.chance,
        best=None if move.best is None else move.best.pair,
        best_chance=move.best_chance,
        before=_value(move.before),
        played=_value(move.played),
        after=_value(move.after),
        skill=move.skill,
        skill_low=move.skill_bounds[0],
        skill_high=move.skill_bounds[1],
        luck=move.luck,
        position=str(move.position) if move.is_guess else None,
        missed=None if move.missed is None else move.missed.to_dict(),
        refuted=None if move.refuted is None else move.refuted.to_dict(),
        text=move.text,
    )


def _value(value: Value) -> ValueDocument:
    return ValueDocument(
        chance=value.chance,
        basis=value.basis,
        games=value.games,
        low=value.low,
        high=value.high,
    )
