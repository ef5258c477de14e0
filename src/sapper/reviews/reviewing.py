"""Review a game: separate bad luck from bad moves.

Every move has a winning chance before it and after it, and the chance of what was played. With
best play W(before) and the played cell's chance Q = the mean of W(after) over all it may show,

    skill = Q - W(before)    what the choice gave away: never above 0
    luck  = W(after) - Q     what the reveal gave or took

so that skill and luck of all moves add up to the outcome minus the chance at the start, by
construction. One value per position is used on both sides. A move that opens only certain cells
gives nothing away; if no value is measured after it, its luck is counted at the next one that is.

The start is the position after the first opened cell. The first cell is all luck, so the chance
before it is given apart, as `opening`. Marks change nothing. In guess mode an uncertain cell beside
a certain one is a sure loss: its Q is 0.
"""

from __future__ import annotations

from sapper.analysis.budget import Allowance, Budget
from sapper.board.number_checks import check_games, check_seed
from sapper.errors import InputError
from sapper.games.game import Game
from sapper.games.record import Record
from sapper.games.replays.replay import Replay
from sapper.language import _
from sapper.players.engine.choice import NativePlayerName
from sapper.reviews.classify import MoveVerdict, classify_moves
from sapper.reviews.evaluator import Evaluator, Value, Watch
from sapper.reviews.game_values import GameValues
from sapper.reviews.guess_score import guess_score
from sapper.reviews.result import MoveReview, Review

__all__ = ["MoveReview", "MoveVerdict", "Review", "Value", "review"]

_ALL_GAMES = 2500  # shared by all queries of a review, unless the caller gives `games`
_FEWEST_GAMES, _MOST_GAMES = 40, 800


def review(
    game: Game | Record | Replay | str,
    *,
    games: int | None = None,
    seed: int = 0,
    player: NativePlayerName = "fast",
    budget: Budget | None = None,
    watch: Watch | None = None,
) -> Review:
    """Return the review of a game, given as a game, a record, a replay, a game line or JSON.

    Where the end cannot be searched, `games` layouts are sampled per value and played to the end by
    `player` (by default as many as fit into a second or two). Equal arguments give
    equal reviews. Raise `InputError` for a game without an opened cell and `BudgetExceeded` when
    the budget is exhausted.
    """
    games = None if games is None else check_games(games)
    seed = check_seed(seed)
    played = _game_of(game)
    allowance = Allowance(budget)
    moves = list(classify_moves(played, allowance))
    first = next((i for i, s in enumerate(moves) if s.verdict is MoveVerdict.FIRST), None)
    if first is None:
        raise InputError(_("there is nothing to review: the game has no opened cell"))
    evaluator = Evaluator(played.geometry, played.spec.mines, player, seed, allowance)
    values = GameValues(played, moves, first, evaluator)
    shared = _ALL_GAMES // max(len(values.queries), 1)
    count = games or max(_FEWEST_GAMES, min(_MOST_GAMES, shared))
    reviews = tuple(values.reviews(evaluator.estimates(values.queries, count, watch)))
    return Review(
        game=played.line,
        status=played.status,
        position=played.position,
        opening=values.opening,
        start=values.values[first + 1],
        end=values.values[-1],
        moves=reviews,
        score=None if played.guess_seed is None else guess_score(played, allowance.remaining),
    )


def _game_of(source: Game | Record | Replay | str) -> Game:
    if isinstance(source, Record | Replay):
        return source.game
    return source if isinstance(source, Game) else Game.parse(source)
