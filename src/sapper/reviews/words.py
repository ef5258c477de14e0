"""A review in words: a comment on every move, the totals, and a summary of luck and skill."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from sapper.games.game import Status
from sapper.games.game_line import GameLine
from sapper.nouns import count_noun
from sapper.percent import percent
from sapper.reviews.classify import Verdict
from sapper.reviews.evaluator import Value

if TYPE_CHECKING:
    from sapper.reviews.result import MoveReview, Review

__all__ = [
    "describe_game",
    "format_accuracy",
    "format_change",
    "format_luck",
    "format_skill",
    "format_time",
    "format_value",
    "legend",
    "move_text",
    "review_head",
    "review_rows",
    "review_text",
    "runs_of",
    "summary",
]  # fmt: skip

_MUCH = 2.0  # luck or skill is the main reason if it is this many times the other


def move_text(move: MoveReview) -> str:
    """Return the comment on a move."""
    if move.verdict is Verdict.MINE:
        text = f"opened a certain mine: {_loss(move)}"
    elif move.verdict is Verdict.UNFORCED:
        text = f"unforced guess ({_risk(move.chance)}): {move.best} was certain, {_loss(move)}"
    elif move.verdict is Verdict.FORCED:
        text = f"forced guess ({_risk(move.chance)}): {_compare_with_best(move)}"
    else:
        text = str(move.verdict)
    is_hit = move.after.basis == "outcome" and not move.after.chance
    return f"{text}; it was a mine" if is_hit and move.is_guess else text


def _compare_with_best(move: MoveReview) -> str:
    if move.skill == 0:
        return "the best cell" if move.move.cell == move.best else f"as good as {move.best}"
    if move.grade is None:
        return f"about as good as {move.best}, {_loss(move)}"
    return f"{move.best} ({_risk(move.best_chance)}) was better, {_loss(move)}"


def _risk(chance: float | None) -> str:
    assert chance is not None  # a guess has one
    return f"mine in {percent(chance)}"


def _loss(move: MoveReview) -> str:
    grade = move.grade
    if move.skill == 0:
        return "which cost nothing"
    error = f" ± {percent(move.skill_error)}" if move.skill_error else ""
    return f"{grade + ' ' if grade else ''}{format_change(move.skill)}{error}"


def format_change(chance: float) -> str:
    """Return a change of chance: +3.2 %."""
    shown = f"{100 * chance:+.1f}"
    return f"{'0.0' if shown in ('+0.0', '-0.0') else shown} %"


def format_value(value: Value) -> str:
    """Return a winning chance; ~ before an estimated one."""
    return _mark_estimate(percent(value.chance), [value])


def format_skill(moves: Sequence[MoveReview]) -> str:
    """Return the skill of some moves; ~ before an estimate."""
    guesses = [move for move in moves if move.is_guess]  # other moves give nothing away
    values = [value for move in guesses for value in (move.before, move.played)]
    return _mark_estimate(format_change(sum(move.skill for move in moves)), values)


def format_luck(moves: Sequence[MoveReview]) -> str:
    """Return the luck of some moves; ~ before an estimate."""
    measured = [
        move
        for move in moves
        if move.verdict is not Verdict.FIRST and move.after.basis != "carried"
    ]
    values = [value for move in measured for value in (move.played, move.after)]
    return _mark_estimate(format_change(sum(move.luck for move in moves)), values)


def format_accuracy(review: Review) -> str:
    """Return the accuracy of a game; ~ before an estimate."""
    values = [value for move in review.guesses for value in (move.before, move.played)]
    return _mark_estimate(percent(review.accuracy), values)


def _mark_estimate(figure: str, values: Iterable[Value]) -> str:
    """Return the figure, with ~ before it if any of its values is estimated."""
    return f"~{figure}" if any(value.error for value in values) else figure


def summary(review: Review) -> str:
    """Return the result in one sentence: whether luck or skill decided it."""
    figures = f"skill {format_skill(review.moves)}, luck {format_luck(review.moves)}"
    if review.status is Status.PLAYING:
        return f"Not finished ({figures})."
    if review.status is Status.WON:
        how = "giving nothing away" if review.is_clean else "though the choices gave something away"
        return f"Won, {how} ({figures})."
    if not review.guesses:
        return "Lost by the first cell."
    return f"Lost by {_blame(review)} ({figures})."


def _blame(review: Review) -> str:
    skill, luck = review.skill, review.luck
    if review.moves[-1].verdict is Verdict.MINE:
        return "opening a certain mine"
    if -luck >= _MUCH * -skill:
        return "bad luck"
    return "bad moves" if -skill >= _MUCH * -luck else "bad moves and bad luck"


def review_text(review: Review) -> str:
    """Return the whole review as text."""
    return "\n".join([review_head(review), "", *_table(review), *legend(review)])


def review_head(review: Review) -> str:
    """Return the summary, the game and the totals."""
    return "\n".join([summary(review), describe_game(review), "", *_totals(review)])


def describe_game(review: Review) -> str:
    """Return the board, start rule, seed and number of moves."""
    line = GameLine.parse(review.game)
    dealt = f"seed {line.seed}, game {line.game}" if line.layout is None else "mines given"
    return f"{line.board}, start {line.start}, {dealt}; {count_noun(len(review.moves), 'move')}"


def _totals(review: Review) -> Iterator[str]:
    start = f"{format_value(review.start)} to win after the first cell"
    if review.opening is not None:
        start += f" ({format_value(review.opening)} before it)"
    unforced = sum(move.verdict is not Verdict.FORCED for move in review.guesses)
    guesses = f"{count_noun(len(review.guesses), 'guess', 'guesses')}, {unforced} unforced"
    yield f"start     {start}"
    yield f"skill     {format_skill(review.moves):>8}   given away by choices"
    yield f"luck      {format_luck(review.moves):>8}   given or taken by what was shown"
    yield f"end       {format_value(review.end)}   {review.status}"
    yield f"accuracy  {format_accuracy(review)}   {guesses if review.guesses else 'no guess'}"


def _table(review: Review) -> Iterator[str]:
    clock = f"{'time':>8}  " if review.has_times else ""
    yield f"{'move':>9}  {clock}{'':<13} {'before':>8} {'after':>8} {'skill':>9} {'luck':>9}"
    for number, time, what, before, after, skill, luck, comment in review_rows(review):
        clock = f"{time:>8}  " if review.has_times else ""
        chances, changes = f"{before:>8} {after:>8}", f"{skill:>9} {luck:>9}"
        yield f"{number:>9}  {clock}{what:<13} {chances} {changes}  {comment}"


def review_rows(review: Review) -> Iterator[tuple[str, str, str, str, str, str, str, str]]:
    """Yield the moves: number, time, move, chance before and after, skill, luck and comment.

    The time is when the first of several moves was made.
    """
    for run in runs_of(review):
        first, last = run[0], run[-1]
        number = f"{first.number}" if len(run) == 1 else f"{first.number}-{last.number}"
        what = f"{first.move.kind} {first.move.cell}"
        if len(run) > 1:
            what = "certain" if any(m.verdict is Verdict.CERTAIN for m in run) else "marks"
        comment = f"{len(run)} moves" if len(run) > 1 else first.text
        before, after = format_value(first.before), format_value(last.after)
        skill, luck = format_skill(run), format_luck(run)
        yield number, format_time(first.time), what, before, after, skill, luck, comment


def format_time(time: float | None) -> str:
    """Return a time in seconds; empty if it is not known."""
    return "" if time is None else f"{time:.2f} s"


def runs_of(review: Review) -> Iterator[tuple[MoveReview, ...]]:
    """Yield the moves, with consecutive certain moves and marks in one group."""
    run: list[MoveReview] = []
    for move in review.moves:
        if move.verdict in (Verdict.CERTAIN, Verdict.MARK):
            run.append(move)
            continue
        if run:
            yield tuple(run)
        run = []
        yield (move,)
    if run:
        yield tuple(run)


def legend(review: Review) -> Iterator[str]:
    """Yield an empty line and the explanation of `~`, if any chance is estimated."""
    values = [value for move in review.moves for value in (move.before, move.played)]
    values += [review.start, review.end, *([review.opening] if review.opening else [])]
    estimated = [value for value in values if value.basis == "estimated"]
    if estimated:
        error = max(value.error for value in estimated)
        yield ""
        yield (
            f"~ is estimated from {max(v.games for v in estimated)} sampled layouts, "
            f"up to ± {percent(error)} (95 %); all else is exact"
        )
