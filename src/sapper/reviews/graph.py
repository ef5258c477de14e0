"""The winning chance through a game as one SVG picture.

The picture is self-contained, with a light background; every part has a class, so that a page can
restyle it. The band is the 95 % interval of estimated chances. A red drop is what a choice gave
away. Guesses differ by shape, not by colour alone: a disc for a forced guess, a diamond for an
unforced one, a cross for a certain mine.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from sapper.language import _
from sapper.percent import percent
from sapper.players.decision import move_name
from sapper.reviews.classify import MoveVerdict
from sapper.reviews.evaluator import Value

if TYPE_CHECKING:
    from sapper.reviews.result import MoveReview, Review

__all__ = ["graph_svg"]

_WIDTH, _HEIGHT = 720.0, 270.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 18.0, 14.0, 42.0
_INK, _QUIET, _GRID, _GROUND = "#1f2328", "#5c636b", "#d9dee4", "#ffffff"
_LINE, _BAND, _LOSS = "#0b5fb3", "#cfe3f7", "#c8321f"
_FONT = "system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif"
_MOST_TICKS = 8


def graph_svg(review: Review) -> str:
    """Return the graph of the winning chance over the moves."""
    scale = _Scale(len(review.moves))
    points = list(_points(review))
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="graph" role="img" '
            f'viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" font-family="{_FONT}" font-size="12">',
            f"<title>{_('Winning chance move by move')}</title>",
            f'<rect class="ground" width="{_WIDTH:g}" height="{_HEIGHT:g}" fill="{_GROUND}"/>',
            *_axes(scale),
            _band(scale, points),
            _curve(scale, points),
            *(_mark(scale, move) for move in review.guesses),
            _last(scale, review),
            "</svg>",
        ]
    )


class _Scale:
    """Maps move numbers and chances to coordinates."""

    def __init__(self, moves: int) -> None:
        self.moves = max(moves, 1)

    def x(self, number: float) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * number / self.moves, 1)

    def y(self, chance: float) -> float:
        return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - chance), 1)

    def at(self, number: float, chance: float) -> str:
        return f"{self.x(number):g} {self.y(chance):g}"


def _points(review: Review) -> Iterator[tuple[int, Value]]:
    """Yield the measured chances, each with the number of moves made before it."""
    begun = next(m.number for m in review.moves if m.verdict is MoveVerdict.FIRST)
    yield begun, review.start
    for move in review.moves[begun:]:
        if move.is_guess:
            yield move.number - 1, move.before
            yield move.number - 1, move.played
        if move.after.basis != "carried":
            yield move.number, move.after


def _axes(scale: _Scale) -> Iterator[str]:
    for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
        yield (
            f'<path class="grid" stroke="{_GRID}" d="M{scale.at(0, chance)}H{_WIDTH - _RIGHT:g}"/>'
            f'<text class="quiet" fill="{_QUIET}" text-anchor="end" x="{_LEFT - 6:g}" '
            f'y="{scale.y(chance) + 4:g}">{percent(chance)}</text>'
        )
    for number in range(0, scale.moves + 1, _step(scale.moves)):
        yield (
            f'<text class="quiet" fill="{_QUIET}" text-anchor="middle" x="{scale.x(number):g}" '
            f'y="{_HEIGHT - 24:g}">{number}</text>'
        )
    yield (
        f'<text class="quiet" fill="{_QUIET}" text-anchor="end" x="{_WIDTH - _RIGHT:g}" '
        f'y="{_HEIGHT - 3:g}">{_("moves")}</text>'
    )


def _step(moves: int) -> int:
    """Return the distance between ticks: 1, 2, 5, 10, ..."""
    size = 1
    while moves > _MOST_TICKS * size:
        size = size * 5 // 2 if str(size)[0] == "2" else size * 2  # 1, 2, 5, 10, 20, 50
    return size


def _band(scale: _Scale, points: list[tuple[int, Value]]) -> str:
    upper = [scale.at(n, value.high) for n, value in points]
    lower = [scale.at(n, value.low) for n, value in reversed(points)]
    return f'<path class="band" fill="{_BAND}" d="M{"L".join(upper + lower)}z"/>'


def _curve(scale: _Scale, points: list[tuple[int, Value]]) -> str:
    path = "L".join(scale.at(n, value.chance) for n, value in points)
    return (
        f'<path class="curve" fill="none" stroke="{_LINE}" stroke-width="2" '
        f'stroke-linejoin="round" d="M{path}"/>'
    )


def _mark(scale: _Scale, move: MoveReview) -> str:
    """Return the marker of a guess, and in red what it gave away."""
    number = move.number - 1
    x, y = scale.x(number), scale.y(move.before.chance)
    title = _("move {number}: {move}, {comment}").format(
        number=move.number, move=move_name(move.move), comment=move.text
    )
    drop = ""
    if move.skill < 0:
        drop = (
            f'<path class="loss" stroke="{_LOSS}" stroke-width="3" '
            f'd="M{scale.at(number, move.before.chance)}V{scale.y(move.played.chance):g}"/>'
        )
    return f"<g><title>{escape(title)}</title>{drop}{_marker(move.verdict, x, y)}</g>"


def _marker(verdict: MoveVerdict, x: float, y: float) -> str:
    place = f'transform="translate({x:g} {y:g})"'
    if verdict is MoveVerdict.FORCED:
        return f'<circle class="forced" r="4" fill="{_LINE}" stroke="{_GROUND}" {place}/>'
    if verdict is MoveVerdict.UNFORCED:
        diamond = 'd="M0 -6L6 0L0 6L-6 0z"'
        return f'<path class="unforced" fill="{_LOSS}" stroke="{_GROUND}" {diamond} {place}/>'
    return (
        f'<path class="loss" stroke="{_LOSS}" stroke-width="3" d="M-5 -5L5 5M-5 5L5 -5" {place}/>'
    )


def _last(scale: _Scale, review: Review) -> str:
    x, y = scale.x(len(review.moves)), scale.y(review.end.chance)
    title = f"<title>{review.status.label}</title>"
    return f'<circle class="ink" cx="{x:g}" cy="{y:g}" r="4" fill="{_INK}">{title}</circle>'
