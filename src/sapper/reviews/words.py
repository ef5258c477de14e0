"""A review in words: a comment on every move, the totals, and a summary of luck and skill."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from sapper.games.game import Status
from sapper.language import N_, _, _n, local_number
from sapper.nouns import count_moves
from sapper.percent import percent
from sapper.players.decision import move_name
from sapper.players.engine.intervals import interval_text
from sapper.reviews.classify import MoveVerdict
from sapper.reviews.evaluator import Value

if TYPE_CHECKING:
    from sapper.reviews.result import MoveReview, Review

__all__ = [
    "describe_game",
    "legend",
    "move_text",
    "review_head",
    "review_rows",
    "review_text",
    "summary",
]

_MUCH = 2.0  # luck or skill is the main reason if it is this many times the other
_GRADES: Final = N_("blunder"), N_("mistake"), N_("inaccuracy")  # for the catalogue


def move_text(move: MoveReview) -> str:
    """Return the comment on a move."""
    if move.verdict is MoveVerdict.MINE:
        text = _("opened a certain mine: {loss}")
        if move.refuted is None:
            text = _("certain loss, every layout has a mine among the opened cells: {loss}")
    elif move.verdict is MoveVerdict.UNFORCED:
        text = _("unforced guess (mine in {risk}): {best} was certain, {loss}")
    elif move.verdict is MoveVerdict.FORCED:
        text = _("forced guess (mine in {risk}): {comparison}")
    else:
        return _(move.verdict)
    comment = text.format(
        loss=_loss(move),
        risk=_risk(move.chance),
        best=move.best,
        comparison=_compare_with_best(move),
    )
    is_hit = move.after.basis == "outcome" and not move.after.chance
    return _("{comment}; it was a mine").format(comment=comment) if is_hit else comment


def _compare_with_best(move: MoveReview) -> str:
    if move.skill == 0:
        is_best = move.move.cell == move.best
        text = _("the best cell") if is_best else _("as good as {best}")
    elif move.grade is None:
        text = _("about as good as {best}, {loss}")
    else:
        text = _("{best} (mine in {risk}) was better, {loss}")
    return text.format(best=move.best, loss=_loss(move), risk=_risk(move.best_chance))


def _risk(chance: float | None) -> str:
    return "" if chance is None else percent(chance)  # a guess has one


def _loss(move: MoveReview) -> str:
    if move.skill == 0:
        return _("which cost nothing")
    low, high = move.skill_low, move.skill_high
    interval = f" ({_change_interval(low, high)})" if low < high else ""
    figure = f"{_format_change(move.skill)}{interval}"
    return figure if move.grade is None else f"{_(move.grade)} {figure}"


def _format_change(chance: float) -> str:
    """Return a change of chance: +3.2 %."""
    return f"{_change_figure(chance)} %"


def _change_interval(low: float, high: float) -> str:
    return _("{low} to {high}").format(low=_change_figure(low), high=_change_figure(high))


def _change_figure(chance: float) -> str:
    shown = f"{100 * chance:+.1f}"
    return local_number("0.0" if shown in ("+0.0", "-0.0") else shown.replace("-", "−"))


def _format_value(value: Value) -> str:
    """Return a winning chance; ~ before an estimated one."""
    return _mark_estimate(percent(value.chance), [value])


def _format_skill(moves: Sequence[MoveReview]) -> str:
    """Return the skill of some moves; ~ before an estimate."""
    guesses = [move for move in moves if move.is_guess]  # other moves give nothing away
    values = [value for move in guesses for value in (move.before, move.played)]
    return _mark_estimate(_format_change(sum(move.skill for move in moves)), values)


def _format_luck(moves: Sequence[MoveReview]) -> str:
    """Return the luck of some moves; ~ before an estimate."""
    measured = [
        move
        for move in moves
        if move.verdict is not MoveVerdict.FIRST and move.after.basis != "carried"
    ]
    values = [value for move in measured for value in (move.played, move.after)]
    return _mark_estimate(_format_change(sum(move.luck for move in moves)), values)


def _format_accuracy(review: Review) -> str:
    """Return the accuracy of a game; ~ before an estimate."""
    values = [value for move in review.guesses for value in (move.before, move.played)]
    return _mark_estimate(percent(review.accuracy), values)


def _mark_estimate(figure: str, values: Iterable[Value]) -> str:
    """Return the figure, with ~ before it if any of its values is estimated."""
    return f"~{figure}" if any(value.low < value.high for value in values) else figure


def summary(review: Review) -> str:
    """Return the result in one sentence: whether luck or skill decided it."""
    end = _outcome(review)
    if review.status is Status.LOST and not review.guesses:
        return f"{end}."
    return _("{end} (skill {skill}, luck {luck}).").format(
        end=end, skill=_format_skill(review.moves), luck=_format_luck(review.moves)
    )


def _outcome(review: Review) -> str:
    """Return how the game ended, and by what."""
    if review.status is Status.PLAYING:
        return _("Not finished")
    if review.status is Status.WON and review.is_clean:
        return _("Won, with no chance lost by choices")
    if review.status is Status.WON:
        return _("Won, although choices lost some chance")
    if not review.guesses:
        return _("Lost by the first cell")
    return _blame(review)


def _blame(review: Review) -> str:
    skill, luck = review.skill, review.luck
    if review.moves[-1].verdict is MoveVerdict.MINE:
        if review.moves[-1].refuted is None:
            return _("Lost by a chord that could not succeed")
        return _("Lost by opening a certain mine")
    if -luck >= _MUCH * -skill:
        return _("Lost by bad luck")
    if -skill >= _MUCH * -luck:
        return _("Lost by bad moves")
    return _("Lost by bad moves and bad luck")


def review_text(review: Review) -> str:
    """Return the whole review as text."""
    return "\n".join([review_head(review), "", *_table(review), *legend(review)])


def review_head(review: Review) -> str:
    """Return the summary, the game and the totals."""
    score = [] if review.score is None else [review.score.text]
    return "\n".join([summary(review), describe_game(review), *score, "", *_totals(review)])


def describe_game(review: Review) -> str:
    """Return the board, start rule, seed and number of moves."""
    line = review.game
    if line.layout is None:
        text = _("{board}, start {start}, seed {seed}, game {game}; {moves}")
    else:
        text = _("{board}, start {start}, mines given; {moves}")
    moves = count_moves(len(review.moves))
    return text.format(
        board=line.board, start=line.start, seed=line.seed, game=line.game, moves=moves
    )


def _totals(review: Review) -> Iterator[str]:
    guesses, number = _("no guess"), review.guess_count
    if number:
        counted = _n("{count:,} guess", "{count:,} guesses", number).format(count=number)
        guesses = _("{guesses}, {count} unforced").format(
            guesses=counted, count=review.unforced_guesses
        )
    if lost := review.certain_losses:
        losses = _n("{count:,} certain loss", "{count:,} certain losses", lost).format(count=lost)
        guesses = _("{guesses}; {losses}").format(guesses=guesses, losses=losses)
    skill, luck = f"{_format_skill(review.moves):>8}", f"{_format_luck(review.moves):>8}"
    totals = {
        _("start"): _start(review),
        _("skill"): f"{skill}   {_('lost by choices')}",
        _("luck"): f"{luck}   {_('gained or lost by what the cells showed')}",
        _("end"): f"{_format_value(review.end)}   {review.status.label}",
        _("accuracy"): f"{_format_accuracy(review)}   {guesses}",
    }
    width = max(map(len, totals))
    for name, text in totals.items():
        yield f"{name:<{width}}  {text}"


def _start(review: Review) -> str:
    start = _format_value(review.start)
    if review.opening is None:
        return _("{chance} to win after the first cell").format(chance=start)
    return _("{chance} to win after the first cell ({before} before it)").format(
        chance=start, before=_format_value(review.opening)
    )


def _table(review: Review) -> Iterator[str]:
    heads = [_("before"), _("after"), _("skill"), _("luck")]
    widths = [max(least, len(head)) for least, head in zip((8, 8, 9, 9), heads, strict=True)]
    clock = f"{_('time'):>8}  " if review.has_times else ""
    yield f"{_('Move').lower():>9}  {clock}{'':<13} {_align(heads, widths)}"
    for number, time, what, *figures, comment in review_rows(review):
        clock = f"{time:>8}  " if review.has_times else ""
        yield f"{number:>9}  {clock}{what:<13} {_align(figures, widths)}  {comment}"


def _align(texts: Sequence[str], widths: Sequence[int]) -> str:
    return " ".join(f"{text:>{width}}" for text, width in zip(texts, widths, strict=True))


def review_rows(review: Review) -> Iterator[tuple[str, str, str, str, str, str, str, str]]:
    """Yield the moves: number, time, move, chance before and after, skill, luck and comment.

    The time is when the first of several moves was made.
    """
    for run in _runs_of(review):
        first, last = run[0], run[-1]
        number = f"{first.number}" if len(run) == 1 else f"{first.number}-{last.number}"
        what = move_name(first.move)
        if len(run) > 1:
            is_certain = any(m.verdict is MoveVerdict.CERTAIN for m in run)
            what = _("certain") if is_certain else _("marks")
        comment = count_moves(len(run)) if len(run) > 1 else first.text
        before, after = _format_value(first.before), _format_value(last.after)
        skill, luck = _format_skill(run), _format_luck(run)
        yield number, _format_time(first.time), what, before, after, skill, luck, comment


def _format_time(time: float | None) -> str:
    """Return a time in seconds; empty if it is not known."""
    return "" if time is None else local_number(f"{time:.2f} s")


def _runs_of(review: Review) -> Iterator[tuple[MoveReview, ...]]:
    """Yield the moves, with consecutive certain moves and marks in one group."""
    run: list[MoveReview] = []
    for move in review.moves:
        if move.verdict in (MoveVerdict.CERTAIN, MoveVerdict.MARK):
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
        widest = max(estimated, key=lambda value: value.high - value.low)
        yield ""
        yield _(
            "~ is estimated from {games} sampled layouts; the widest 95 % interval is "
            "{interval} %; all else is exact"
        ).format(
            games=max(v.games for v in estimated), interval=interval_text(widest.low, widest.high)
        )
