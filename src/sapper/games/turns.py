"""Let a strategy play one game, and write the record."""

from __future__ import annotations

from time import perf_counter

from sapper.board.cell import Cell
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.dealing import game_key
from sapper.games.game import Game, Status
from sapper.games.record import Record, RecordedMove
from sapper.players.decision import Decision, Move
from sapper.players.player import Player
from sapper.players.registry import Strategy
from sapper.players.registry import strategy as strategy_of

__all__ = ["by_start_rule", "play"]


def play(
    strategy: Strategy | str,
    board: BoardSpec | str,
    *,
    seed: int = 0,
    start: StartRule | str = StartRule.SAFE,
    first: tuple[int, int] | None = None,
    game: int = 0,
    with_moves: bool = True,
) -> Record:
    """Return the record of one game.

    `first` is the cell opened first; without it the player opens as it likes. The layout
    depends on (seed, game) and the first cell only, the player's own dice on (seed, game) only.
    `with_moves=False` keeps the figures and drops the moves.
    """
    chosen = strategy_of(strategy) if isinstance(strategy, str) else strategy
    spec = BoardSpec.parse(board) if isinstance(board, str) else board
    rule = StartRule.parse(start)
    table = Game(spec, rule, seed=seed, game=game)
    player = chosen.player(game_key(seed, game) ^ _PLAYERS_DICE)
    scribe = _Scribe(table, with_moves=with_moves)
    if first is not None:
        scribe.make(_opening(spec, rule, Cell(*first)), 0.0)
    _play_on(table, player, scribe)
    return scribe.record(chosen.text)


_PLAYERS_DICE = 0x5A99E7  # keeps the player's dice apart from the dealer's


def _opening(spec: BoardSpec, rule: StartRule, first: Cell) -> Decision:
    chance = spec.mines / spec.geometry.size if rule is StartRule.RAW else 0.0
    return Decision(Move("open", first), "the first cell was given", chance, chance > 0)


def _play_on(table: Game, player: Player, scribe: _Scribe) -> None:
    decide = player.decide
    while table.status is Status.PLAYING:
        position = table.position
        began = perf_counter()
        decision = decide(position)
        scribe.make(by_start_rule(table, decision), perf_counter() - began)


def by_start_rule(table: Game, decision: Decision) -> Decision:
    """Return the decision; a first cell that the start rule makes safe is told as such.

    A player sees the position only, where every cell is covered: to it the first cell is a guess.
    """
    is_first = table.layout is None and decision.move.kind == "open"
    if not is_first or table.start is StartRule.RAW:
        return decision
    return Decision(decision.move, "first cell: safe by the start rule", 0.0, False)


class _Scribe:
    """Makes moves at the table and keeps the figures."""

    def __init__(self, table: Game, *, with_moves: bool) -> None:
        self._table = table
        self._with_moves = with_moves
        self._moves: list[RecordedMove] = []
        self._steps = self._guesses = self._survived = 0
        self._seconds = 0.0

    def make(self, decision: Decision, seconds: float) -> None:
        table = self._table
        before = table.safe_left
        status = table.make(decision.move)
        self._steps += 1
        self._seconds += seconds
        if decision.is_guess:
            self._guesses += 1
            self._survived += status is not Status.LOST
        if self._with_moves:
            move, reason, chance, is_guess = decision
            opened = before - table.safe_left
            self._moves.append(
                RecordedMove(move.kind, move.cell, reason, chance, is_guess, seconds, opened)
            )

    def record(self, strategy: str) -> Record:
        table = self._table
        return Record(
            strategy=strategy,
            board=str(table.spec),
            start=table.start.value,
            seed=table.seed,
            game=table.game,
            result=table.status,
            steps=self._steps,
            guesses=self._guesses,
            guesses_survived=self._survived,
            seconds=self._seconds,
            moves=tuple(self._moves),
        )
