"""Review a game: tell bad luck from bad moves.

Every move has a winning chance before it and after it, and the chance of what was played. With
best play W(before) and the played cell's chance Q = the mean of W(after) over all it may show,

    skill = Q - W(before)    what the choice gave away: never above 0
    luck  = W(after) - Q     what the reveal gave or took

so that skill and luck of all moves add up to the outcome minus the chance at the start, by
construction. One value per position is used on both sides. A move that opens only certain cells
gives nothing away; where no value is measured after it, its luck waits for the next that is.

The start is the position after the first opened cell: how good that was is told apart, as
`opening`, since a first cell is all luck. Marks change nothing.
"""

from __future__ import annotations

import json

from sapper.analysis.budget import Allowance, Budget
from sapper.board.cell import Cell
from sapper.board.seeds import check_games, check_seed
from sapper.errors import InputError
from sapper.games.game import Game
from sapper.games.game_line import GameLine
from sapper.games.record import Record
from sapper.players.decision import Move
from sapper.players.engine.choice import Setting
from sapper.reviews.classify import Sight, Verdict, sights_of
from sapper.reviews.evaluator import Value, Valuer, Watch
from sapper.reviews.game_values import ValueLine
from sapper.reviews.result import MoveReview, Review

__all__ = ["MoveReview", "Review", "Value", "Verdict", "review"]

_ALL_GAMES = 5000  # shared by all trials of a review, unless the caller says otherwise
_FEWEST_GAMES, _MOST_GAMES = 40, 800


def review(
    game: Game | Record | str,
    *,
    games: int | None = None,
    seed: int = 0,
    setting: Setting = "fast",
    budget: Budget | None = None,
    watch: Watch | None = None,
) -> Review:
    """Return the review of a game, of a record, or of the line or JSON that tells one.

    Where the end cannot be searched, `games` layouts are drawn per value and played on by the
    setting's player (by default as many as fit into a second or two). The same arguments
    give the same review. Raise `InputError` for a game without an opened cell, `BudgetExceeded`
    when the budget ends.
    """
    if games is not None:
        check_games(games)
    check_seed(seed)
    table = _game_of(game)
    allowance = Allowance(budget)
    sights = list(sights_of(table, allowance))
    first = next((i for i, s in enumerate(sights) if s.verdict is Verdict.FIRST), None)
    if first is None:
        raise InputError("expected a game with an opened cell, got one without")
    valuer = Valuer(table.geometry, table.spec.mines, setting, seed, allowance)
    line = ValueLine(table, sights, first, valuer)
    shared = _ALL_GAMES // max(len(line.trials), 1)
    count = games or max(_FEWEST_GAMES, min(_MOST_GAMES, shared))
    line.settle(valuer.estimates(line.trials, count, watch))
    return Review(
        game=table.text,
        status=table.status,
        final=table.position,
        opening=line.opening,
        start=line.values[first + 1],
        end=line.values[-1],
        moves=tuple(_judged(line, number, sight) for number, sight in enumerate(sights)),
    )


def _judged(line: ValueLine, number: int, sight: Sight) -> MoveReview:
    return MoveReview(
        number=number + 1,
        move=sight.move,
        position=sight.position,
        verdict=sight.verdict,
        chance=sight.chance,
        best=sight.best,
        best_chance=sight.best_chance,
        missed=sight.missed,
        refuted=sight.refuted,
        before=line.values[number],
        played=line.played[number],
        after=line.values[number + 1],
        skill_error=line.skill_errors[number],
    )


def _game_of(source: Game | Record | str) -> Game:
    if isinstance(source, Record):
        return source.replay()
    if isinstance(source, Game):
        return source
    if source.lstrip().startswith("{"):
        return Game.parse(_line_of(source))
    return Game.parse(source)


def _line_of(text: str) -> str:
    """Return the line of a record's JSON."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise InputError(f"expected a record in JSON, got: {error}") from None
    line = data.get("text")
    if isinstance(line, str):
        return line
    try:
        moves = tuple(str(Move(m["kind"], Cell(*m["cell"]))) for m in data["moves"])
        seed, number = str(data["seed"]), str(data["game"])
        return str(GameLine(data["board"], data["start"], seed, number, moves))
    except (KeyError, TypeError, ValueError):
        raise InputError("expected a record with board, start, seed, game and moves") from None
