"""Play a game: `turns` is the only game loop in Python, `play` records a whole game.

Native players play their games in the core; the tests hold both equal, move for move.
A player's own seed follows from (seed, game) alone, so the same game has the same moves everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache, partial
from time import perf_counter
from typing import Final, NamedTuple

from sapper.analysis import Analysis, analyse
from sapper.board.cell import Cell, CellLike, cell_of
from sapper.board.layout import Layout, parse_layout
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import BudgetExceeded, IllegalMove, InputError, TooManyMoves
from sapper.games.dealing import game_key
from sapper.games.game import Game, Status
from sapper.games.record import Record, RecordedMove
from sapper.language import _
from sapper.players.decision import Decision, Move, Unjudged
from sapper.players.finding import PlayerLike, player_spec_of
from sapper.players.player import Player
from sapper.players.registry import PlayerSpec

__all__ = ["Guard", "Turn", "Watch", "play", "turns"]

_MOST_MOVES_PER_CELL = 20  # more than any player needs; one that only marks would never end
_PLAYER_STREAM = 0x5A99E7  # separates the player's random numbers from the dealer's
_TURNS_BETWEEN_CALLS = 64

Guard = AbstractContextManager[object]
"""Entered around the making of a player and around each of its decisions, many times."""

_NO_GUARD: Final[Guard] = nullcontext()

Watch = Callable[[int, int], None]
"""Called with the number of safe cells that are open, and of all."""


class Turn(NamedTuple):
    """One move: the position, the decision and its time, the cells it opened, the new status.

    The position is the one that the player decided on; moves decided together share it.
    """

    position: Position
    decision: Decision
    seconds: float
    opened: int
    status: Status

    def __repr__(self) -> str:
        return f"<Turn {self.decision.move}: {self.opened} opened, {self.status}>"


def turns(
    game: Game,
    spec: PlayerSpec,
    first: CellLike | None = None,
    *,
    most_moves: int | None = None,
    guard: Guard = _NO_GUARD,
) -> Iterator[Turn]:
    """Play a game to its end with a new player; yield every turn after its move was made.

    `first` is a cell to open before the player decides. A game that already has moves is continued
    by a player that has not seen them. `most_moves` is 20 for each cell by default.
    Raise `IllegalMove` and `TooManyMoves`, and whatever the player raises.
    """
    with guard:
        player = spec.player(game_key(game.seed, game.game) ^ _PLAYER_STREAM)
    most = most_moves or _MOST_MOVES_PER_CELL * game.geometry.size
    made = 0
    player.begin_game(game.spec, game.start, None if first is None else cell_of(first))
    if first is not None:
        made += 1
        yield _make_move(game, game.position, _open_given_cell(game, cell_of(first)), 0.0)
    while game.status is Status.PLAYING:
        for turn in _play_position(game, player, spec, guard):
            made += 1
            yield turn
            if made >= most and not game.is_over:
                raise TooManyMoves(
                    f"{spec.name} does not end its game: {made} moves on {game.spec}"
                )


def play(
    player: PlayerLike,
    board: BoardSpec | str,
    *,
    seed: int = 0,
    start: StartRule | str = StartRule.SAFE,
    first: CellLike | None = None,
    game: int = 0,
    mines: str | Layout | None = None,
    guess_seed: int | None = None,
    game_moves: int | None = None,
    guard: Guard = _NO_GUARD,
    watch: Watch | None = None,
) -> Record:
    """Return the record of one game.

    `first` is the cell opened first; without it the player chooses. The layout depends on
    (seed, game) and the first cell only, the player's random numbers on (seed, game) only. `mines`
    are given mines instead: a layout, or its hexadecimal digits. A `guess_seed` is that of the
    redraws in guess mode.
    `game_moves` is the most moves of the game, by default 20 for each cell, and `guard` is entered
    around every decision. `watch` is called now and then with the number of safe
    cells that are open and the number of all.
    """
    chosen = player_spec_of(player)
    spec = BoardSpec.of(board)
    layout = _given_mines(spec, mines)
    played = Game(
        spec, StartRule.parse(start), seed=seed, game=game, layout=layout, guess_seed=guess_seed
    )
    made = _watched(played, turns(played, chosen, first, most_moves=game_moves, guard=guard), watch)
    moves = tuple(
        RecordedMove(*decision, seconds, opened) for _, decision, seconds, opened, _ in made
    )
    return Record(chosen.text, played, moves)


def _given_mines(spec: BoardSpec, mines: str | Layout | None) -> bytes | None:
    if isinstance(mines, Layout):
        return mines.cells
    return None if mines is None else parse_layout(mines, spec.geometry.size)


def _play_position(game: Game, player: Player, spec: PlayerSpec, guard: Guard) -> Iterator[Turn]:
    """Make the moves that a player decides on at one position."""
    position = game.position
    analysis = lru_cache(1)(partial(analyse, position))  # once, and only where it is needed
    began, number = perf_counter(), 0
    for decision in _decisions(player, position, guard):
        move, number = decision.move, number + 1
        if number > 1 and move.kind == "open" and game.is_open(move.cell):
            continue  # opened by a 0 since the player decided
        seconds = perf_counter() - began
        judged = partial(_judge, position, decision, analysis)
        yield _make_legal_move(game, position, decision, judged, seconds, spec)
        if game.is_over:
            return
        began = perf_counter()


def _decisions(player: Player, position: Position, guard: Guard) -> Iterator[Decision]:
    """Yield a player's decisions at a position; its code runs within the guard only."""
    with guard:
        decisions = iter(player.decide_several(position))
    while True:
        with guard:
            decision = next(decisions, None)
        if decision is None:
            return
        yield decision


def _make_legal_move(
    game: Game,
    position: Position,
    decision: Decision,
    judged: Callable[[], Decision],
    seconds: float,
    spec: PlayerSpec,
) -> Turn:
    try:
        chosen = judged() if isinstance(decision, Unjudged) else decision
        return _make_move(game, position, _apply_start_rule(game, chosen), seconds)
    except InputError as error:
        illegal = IllegalMove(str(error), **error.where)
        illegal.add_note(f"{spec.text} moved {decision.move}")
        raise illegal from None


def _make_move(game: Game, position: Position, decision: Decision, seconds: float) -> Turn:
    before = game.safe_left
    status = game.make(decision.move)
    return Turn(position, decision, seconds, before - game.safe_left, status)


def _watched(game: Game, played: Iterator[Turn], watch: Watch | None) -> Iterator[Turn]:
    """Yield the turns; call `watch` now and then."""
    total = game.spec.safe_cells
    for number, turn in enumerate(played):
        if watch is not None and number % _TURNS_BETWEEN_CALLS == 0:
            watch(total - game.safe_left, total)
        yield turn


def _judge(position: Position, decision: Decision, analysis: Callable[[], Analysis]) -> Decision:
    """Return a bare move with its exact chance of a mine; it is a guess unless that is 0."""
    if decision.move.kind != "open" or not position.is_covered(decision.move.cell):
        return Decision(*decision)
    try:
        chance = analysis().chance(decision.move.cell)
    except BudgetExceeded:
        return Decision(*decision)
    return Decision(decision.move, decision.reason, chance, chance > 0)


def _open_given_cell(game: Game, cell: Cell) -> Decision:
    is_raw = game.start is StartRule.RAW
    chance = game.spec.mines / game.geometry.size if is_raw else 0.0
    return Decision(Move("open", cell), _("the first cell was given"), chance, chance > 0)


def _apply_start_rule(game: Game, decision: Decision) -> Decision:
    """Return the decision; a first cell that the start rule makes safe is not a guess.

    The player cannot know this: it sees a position in which every cell is covered.
    """
    is_first = game.layout is None and decision.move.kind == "open"
    if not is_first or game.start is StartRule.RAW:
        return decision
    return Decision(decision.move, _("first cell: safe by the start rule"), 0.0, False)
