"""The rows of one part: play its games, keep the positions, ask the core about all of them at once.

A row is a position in which a player decided, with what is exactly true there: the chance of a mine
in every covered cell, the cells that are certain, and on request the best move and the technique of
the easiest proof. Rows do not depend on where or when they are made.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from sapper.analysis import AnalysisBatch, analyse_many
from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.errors import BudgetExceeded
from sapper.games.decisions import decisions_of_games
from sapper.games.game import Game, Status
from sapper.games.playing import Guard, Turn, turns
from sapper.lab.dataset.figures import MOST_TOLD, DatasetFailureDocument
from sapper.lab.dataset.plan import Part
from sapper.lab.fault_words import words_of_error
from sapper.lab.faults import replay_command
from sapper.lab.move_timer import MoveTimer
from sapper.lab.run import Run
from sapper.players import best
from sapper.players.decision import Move
from sapper.proofs import explain_all

__all__ = ["PartRows", "Seen", "rows_of_part"]


@dataclass(frozen=True, slots=True)
class Seen:
    """A position that a player decided on: in which game, before which move, and the move."""

    game: int
    number: int
    position: Position
    move: Move
    is_guess: bool


@dataclass
class PartRows:
    """The rows of one part, the figures of its games, and the cell each of them opened first."""

    part: Part
    seen: list[Seen] = field(default_factory=list)
    won: dict[int, bool] = field(default_factory=dict)
    firsts: dict[int, Cell] = field(default_factory=dict)
    faults: int = 0
    failures: list[DatasetFailureDocument] = field(default_factory=list)
    batch: AnalysisBatch | None = None
    best: list[Cell | None] | None = None
    technique: list[str | None] | None = None

    def __len__(self) -> int:
        return len(self.seen)

    def add_failure(self, game: int, words: str) -> None:
        """Count a game in which the player failed; keep what happened in the first ones."""
        self.faults += 1
        if len(self.failures) < MOST_TOLD:
            run, split = self.part.run, self.part.name.partition("/")[0]
            replay = replay_command(run, game)
            self.failures.append(
                DatasetFailureDocument(
                    player=run.strategy, split=split, game=game, words=words, replay=replay
                )
            )


def rows_of_part(part: Part) -> PartRows:
    """Return the rows of a part."""
    rows = PartRows(part)
    if part.run.native is not None and part.run.first_cell.cell is not None:
        _play_in_core(rows, part.run.native, part.run.first_cell.cell)
    else:
        with _guard_of(part.run) as guard:
            for number in range(part.begin, part.begin + part.count):
                _play(rows, number, guard)
    positions = [seen.position for seen in rows.seen]
    if positions:
        rows.batch = analyse_many(positions, workers=1)
    if part.best:
        rows.best = [_best_of(position) for position in positions]
    if part.technique:
        rows.technique = [_technique_of(position) for position in positions]
    return rows


def _play_in_core(rows: PartRows, setting: str, first: Cell) -> None:
    """Play all games of the part in the core."""
    part, run = rows.part, rows.part.run
    found = decisions_of_games(run.spec, run.rule, first, run.seed, part.begin, part.count, setting)
    last, count = -1, 0
    for game, number, position, cell, is_guess in found.decisions():
        count = 0 if game != last else count + 1
        last = game
        if count % part.every == 0:
            move = Move("open", cell)
            rows.seen.append(Seen(game, number, position, move, is_guess))
    rows.won = dict(enumerate(found.won, part.begin))
    rows.firsts = dict.fromkeys(rows.won, first)


@contextmanager
def _guard_of(run: Run) -> Iterator[Guard]:
    """Yield what interrupts a move of a Python player that takes too long, if there is a limit.

    One that cannot be interrupted ends the process: such parts are made by processes beside it.
    """
    seconds = run.limits.move_time
    if seconds is None or run.native is not None:
        yield nullcontext()
        return
    with Path(os.devnull).open("w") as nowhere:
        yield MoveTimer(seconds, nowhere)


def _play(rows: PartRows, number: int, guard: Guard) -> None:
    """Play one game; a player that fails ends its game, and the positions before are kept."""
    run = rows.part.run
    game = Game(run.spec, run.rule, seed=run.seed, game=number)
    first = run.first_cell.cell_of(run.spec, run.seed, number)
    played = turns(game, run.player, first, most_moves=run.limits.game_moves, guard=guard)
    kept = _decided(played, 0 if first is None else 1)
    try:
        for count, (made, turn) in enumerate(kept):
            if count % rows.part.every == 0:
                move, is_guess = turn.decision.move, turn.decision.is_guess
                rows.seen.append(Seen(number, made, turn.position, move, is_guess))
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # whatever a player raises, SystemExit too
        if isinstance(error.__cause__, MemoryError):  # of the machine, not of this game
            raise error.__cause__ from None
        rows.add_failure(number, words_of_error(error, run))
    rows.won[number] = game.status is Status.WON
    opened = (move.cell for move in game.moves if move.kind == "open")
    rows.firsts.update((number, cell) for cell in islice(opened, 1))


def _decided(played: Iterator[Turn], skip: int) -> Iterator[tuple[int, Turn]]:
    """Yield the first turn of every position, with its number, without the given first cell.

    Moves that a player decided together share a position; only the first of them is yielded.
    """
    last: Position | None = None
    for number, turn in enumerate(played):
        if number >= skip and turn.position is not last:
            yield number, turn
        last = turn.position


def _best_of(position: Position) -> Cell | None:
    try:
        return best(position).cell
    except BudgetExceeded:
        return None


def _technique_of(position: Position) -> str | None:
    """Return the technique of the easiest proof of a safe cell; None if no cell is known safe."""
    try:
        proofs = [proof for proof in explain_all(position) if not proof.is_mine]
    except BudgetExceeded:
        return None
    return min(proofs, key=lambda proof: proof.difficulty).technique.value if proofs else None
