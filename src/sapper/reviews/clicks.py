"""Review the clicks of a game: what each one solved, and what would have been shorter.

The clicks and the 3BV of all moves are those of `metrics`, so the efficiency of a game is the sum
of the one over the sum of the other. Which clicks could have been saved is judged by what was known
then, not by the mines: the move and the best one are played on in the same sampled layouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sapper import _core
from sapper.analysis.budget import Allowance, Budget
from sapper.board.notebook_value import NotebookValue
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.games.game import Game
from sapper.games.game_line import GameLine
from sapper.games.metrics.clicks import ClickCounts
from sapper.games.record import Record
from sapper.games.replays.replay import Replay
from sapper.language import _, _n, local_number
from sapper.percent import percent
from sapper.players.decision import Move, move_name
from sapper.players.engine.clicks import ClickPlan, compare_clicks

__all__ = ["ClickReview", "ReviewedClick", "review_clicks"]

_NOTABLE = 0.5  # fewer clicks are left unsaid: they may be chance


@dataclass(frozen=True)
class ReviewedClick:
    """A move, the 3BV that it solved, and the move that would have saved clicks, if one would.

    `could_save` is how many clicks that move saves on average from this position on, so the figures
    of several moves do not add up; None where nothing was to compare: marks, guesses, and moves
    without another certain one.
    """

    number: int
    move: Move
    solved: int
    could_save: float | None
    better: ClickPlan | None

    document_as = ("number", "move", ("solved_3bv", "solved"), "could_save", "better", "text")

    @property
    def text(self) -> str:
        """What would have been shorter; empty if nothing would."""
        if self.better is None or self.could_save is None:
            return ""
        text = _("about {clicks} clicks could have been saved: {better}")
        return text.format(clicks=local_number(f"{self.could_save:.1f}"), better=self.better.text)


@dataclass(frozen=True)
class ClickReview(NotebookValue):
    """The clicks of a game, move by move."""

    game: GameLine
    clicks: ClickCounts
    moves: tuple[ReviewedClick, ...]

    document_as = (
        "game", "clicks", ("solved_3bv", "solved"), "extra", "summary", "moves",
    )  # fmt: skip

    @property
    def solved(self) -> int:
        """The 3BV that the moves solved."""
        return sum(move.solved for move in self.moves)

    @property
    def extra(self) -> int:
        """The clicks beyond the 3BV that they solved, those that changed nothing among them."""
        return self.clicks.total - self.solved

    @property
    def summary(self) -> str:
        """The figures in one sentence."""
        count = self.clicks.total
        text = _(
            "{clicks} solved {solved} 3BV (efficiency {efficiency}); moves where another certain "
            "one would have saved clicks: {moves}."
        ).format(
            clicks=_n("{count} click", "{count} clicks", count).format(count=count),
            solved=self.solved,
            efficiency=percent(self.solved / count),
            moves=sum(move.better is not None for move in self.moves),
        )
        return text if self.game.guess is None else _("Guess mode. {state}").format(state=text)

    def rows(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield number, move, 3BV and what would have been shorter; flags are left out."""
        for move in self.moves:
            if move.text or (move.solved < 1 and move.move.kind in ("open", "chord")):
                yield str(move.number), move_name(move.move), str(move.solved), move.text


def review_clicks(
    game: Game | Record | Replay | str,
    *,
    clicks: ClickCounts | None = None,
    seed: int = 0,
    budget: Budget | None = None,
) -> ClickReview:
    """Return the review of the clicks of a game.

    `clicks` counts also those that changed nothing, which a replay knows by itself.
    Raise `InputError` for a game without moves and `BudgetExceeded` when the budget is exhausted.
    """
    source = Game.parse(game) if isinstance(game, str) else game
    played = source if isinstance(source, Game) else source.game
    if played.layout is None or not played.moves:
        raise InputError(_("there is nothing to review: the game has no opened cell"))
    if clicks is None and isinstance(source, Replay):
        clicks = source.clicks
    clicks = clicks or ClickCounts.of_moves(played.moves)
    allowance = Allowance(budget)
    positions = [*played.positions(), played.position]
    solved = [
        _core.solved_bbbv(played.geometry.native, played.layout, position.faces)
        for position in positions
    ]
    moves = []
    for i, move in enumerate(played.moves):
        saved, better = _shorter(positions[i], move, seed, allowance)
        moves.append(ReviewedClick(i + 1, move, solved[i + 1] - solved[i], saved, better))
    return ClickReview(played.line, clicks, tuple(moves))


def _shorter(
    position: Position, move: Move, seed: int, allowance: Allowance
) -> tuple[float | None, ClickPlan | None]:
    """Return the clicks that the best certain move saves, and the move if they are notable."""
    if move.kind not in ("open", "chord"):
        return None, None
    plans = compare_clicks(position, seed=seed, budget=allowance.remaining)
    if len(plans) < 2 or move not in [plan.move for plan in plans]:
        return None, None
    if plans[0].move == move:
        return 0.0, None
    pair = [plans[0].move, move]
    again = compare_clicks(position, pair, seed=seed + 1, budget=allowance.remaining)
    clicks = {plan.move: plan.clicks or 0.0 for plan in again}
    saved = max(0.0, clicks[move] - clicks[plans[0].move])
    return saved, plans[0] if saved >= _NOTABLE else None
