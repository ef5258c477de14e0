"""A review as one self-contained HTML page, light and dark, for wide and narrow screens."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from sapper.board.cell import Cell
from sapper.board.svg import draw
from sapper.games.game_line import GameLine
from sapper.language import N_, _, language
from sapper.nouns import count_moves
from sapper.players.move_words import move_name
from sapper.proofs.words import capital
from sapper.reviews.classify import Verdict
from sapper.reviews.words import (
    describe_game,
    format_accuracy,
    format_luck,
    format_skill,
    format_time,
    format_value,
    legend,
    move_text,
    outcome,
    runs_of,
)

if TYPE_CHECKING:
    from sapper.reviews.result import MoveReview, Review

__all__ = ["page_html"]

_MOST_MOMENTS = 8
_NUMBER, _PLAYED, _BETTER = "#cfe3f7", "#e5735c", "#6fc387"


def page_html(review: Review) -> str:
    """Return the page."""
    board = escape(str(GameLine.parse(review.game).opening))
    title = _("Review: {board}").format(board=board)
    style = files("sapper.reviews").joinpath("review.css").read_text(encoding="utf-8")
    parts = [
        f"<h1>{escape(outcome(review))}.</h1>",
        f'<p class="quiet">{escape(describe_game(review))}</p>',
        *_tiles(review),
        _sum(review),
        f'<figure class="wide">{review.svg()}<figcaption>{_(_GRAPH_KEY)}</figcaption></figure>',
        *_moments(review),
        *_table(review),
        *(f'<p class="quiet">{escape(line)}.</p>' for line in legend(review) if line),
        _(_TERMS),
        f"<details><summary>{_('The record')}</summary>",
        f"<code>{escape(review.game)}</code></details>",
    ]
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>\n{style}</style></head>\n<body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


_GRAPH_KEY = N_(
    "Winning chance, with its 95 % interval where it is estimated. "
    "● forced guess, <b class='bad'>◆</b> unforced guess, <b class='bad'>✕</b> certain mine; "
    "a red drop is what a choice gave away."
)
_TERMS = N_(
    "<details><summary>What the figures mean</summary><p>"
    "<b>Skill</b> is the winning chance of the cell "
    "that was played minus that of the best: what the choice gave away, whatever the cell then "
    "showed. <b>Luck</b> is the winning chance afterwards minus that of the cell: what the reveal "
    "gave or took. Start, skill and luck add up to the end. The start is after the "
    "first cell, which is all luck. <b>Accuracy</b> is the share of the winning chance that the "
    "choices kept, on average over the guesses. Certain moves give nothing away.</p></details>"
)


def _tiles(review: Review) -> Iterator[str]:
    unforced = sum(move.verdict is not Verdict.FORCED for move in review.guesses)
    tiles = [
        (_("skill"), format_skill(review.moves), _("given away by choices"), review.skill < -0.005),
        (_("luck"), format_luck(review.moves), _("given or taken by reveals"), False),
        (_("accuracy"), format_accuracy(review), _("of the chance preserved per guess"), False),
        (
            _("guesses"),
            str(len(review.guesses)),
            _("{count} unforced").format(count=unforced),
            unforced > 0,
        ),
    ]
    yield '<dl class="tiles">'
    for name, value, caption, is_bad in tiles:
        kind = ' class="bad"' if is_bad else ""
        yield f"<div><dt>{name}</dt><dd{kind}>{value}</dd><dd>{caption}</dd></div>"
    yield "</dl>"


def _sum(review: Review) -> str:
    if review.opening is None:
        start = _("<b>{chance}</b> after the first cell")
    else:
        start = _("<b>{chance}</b> after the first cell ({before} before it)")
    before = "" if review.opening is None else format_value(review.opening)
    added = _("<b>{skill}</b> skill <b>{luck}</b> luck = <b>{end}</b> {status}").format(
        skill=format_skill(review.moves),
        luck=format_luck(review.moves),
        end=format_value(review.end),
        status=review.status.label,
    )
    began = start.format(chance=format_value(review.start), before=before)
    return f'<p class="sum">{began} {added}</p>'


def _moments(review: Review) -> Iterator[str]:
    """Yield the costliest choices, in the order of the game."""
    bad = [m for m in review.guesses if m.skill < 0 and (m.grade or m.missed)]
    if not bad:
        return
    worst = sorted(bad, key=lambda move: move.skill)[:_MOST_MOMENTS]
    left = len(bad) - len(worst)
    yield f"<h2>{_('What could have been better')}</h2>"
    for move in sorted(worst, key=lambda move: move.number):
        yield _moment(move)
    if left:
        more = _("{count} more in the list below.").format(count=left)
        yield f'<p class="quiet">{more}</p>'


def _moment(move: MoveReview) -> str:
    proofs = [
        f"<p>{_('You had a proof here. ') if proof is move.missed else ''}{escape(proof.text)}</p>"
        for proof in (move.refuted, move.missed)
        if proof is not None
    ]
    text = (
        _("✕ played {cell}, ✓ certain {best}")
        if move.missed
        else _("✕ played {cell}, ✓ better {best}")
    )
    key = text.format(cell=move.move.cell, best=move.best)
    head = _("Move {number}: {move}").format(number=move.number, move=move_name(move.move))
    return (
        f"<section><h3>{head}</h3>"
        f"<p>{escape(capital(move_text(move)))}.</p>{''.join(proofs)}"
        f'<figure class="board">{_board(move)}</figure><p class="quiet">{key}</p></section>'
    )


def _board(move: MoveReview) -> str:
    fills: dict[Cell, str] = {}
    labels: dict[Cell, str] = {}
    for proof in (move.missed, move.refuted):
        fills |= dict.fromkeys(proof.numbers if proof else (), _NUMBER)
    if move.best is not None:
        fills[move.best], labels[move.best] = _BETTER, "✓"
    fills[move.move.cell] = _PLAYED
    if move.move.kind == "open":
        labels[move.move.cell] = "✕"
    return draw(move.position, fills=fills, labels=labels, cell_size=22)


def _table(review: Review) -> Iterator[str]:
    heads = [_("Move").lower(), *[_("time")] * review.has_times, "", _("before"), _("after")]
    heads += [_("skill"), _("luck"), ""]
    yield f'<h2>{_("Move by move")}</h2><div class="scroll"><table><thead><tr>'
    yield "".join(f'<th scope="col">{head}</th>' for head in heads) + "</tr></thead><tbody>"
    for run in runs_of(review):
        yield _row(run, review.has_times)
    yield "</tbody></table></div>"


def _row(run: tuple[MoveReview, ...], has_times: bool) -> str:
    first, last = run[0], run[-1]
    is_bad = any(move.grade for move in run)
    number = f"{first.number}" if len(run) == 1 else f"{first.number}–{last.number}"
    what = move_name(first.move) if len(run) == 1 else count_moves(len(run))
    text = first.text if len(run) == 1 else _("certain")
    figures = (
        format_value(first.before),
        format_value(last.after),
        format_skill(run),
        format_luck(run),
    )
    cells = "".join(f'<td class="n">{figure}</td>' for figure in figures)
    time = f'<td class="n">{format_time(first.time)}</td>' if has_times else ""
    kind = ' class="bad"' if is_bad else ""
    return (
        f'<tr{kind}><td class="n">{number}</td>{time}<td>{what}</td>{cells}'
        f"<td>{escape(text)}</td></tr>"
    )
