"""The rows of one part: play its games, keep the positions, ask the core about all of them at once.

A row is a position in which a player decided, with what is exactly true there: the chance of a mine
in every covered cell, the cells that are certain, and on request the best move and the technique of
the easiest proof. Rows do not depend on where or when they are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from sapper.analysis import AnalysisBatch, analyse_many
from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.errors import BudgetExceeded
from sapper.games.decisions import decisions_of_games
from sapper.lab.dataset.figures import MOST_TOLD, DatasetFailureDocument
from sapper.lab.dataset.plan import Part
from sapper.lab.dataset.watching import Seen, WatchedGame, lose_watched, watch_game
from sapper.lab.faults import replay_command
from sapper.lab.isolation import isolated_games
from sapper.players import best
from sapper.players.decision import Move
from sapper.proofs import explain_all

__all__ = ["PartRows", "rows_of_part"]


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
        _play_in_python(rows)
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


def _play_in_python(rows: PartRows) -> None:
    """Play all games of the part; with a limit for a move in a process beside this one."""
    part, run = rows.part, rows.part.run
    play = partial(watch_game, every=part.every)
    numbers = range(part.begin, part.begin + part.count)
    games: Iterator[WatchedGame] = (play(run, number) for number in numbers)
    if run.limits.move_time is not None and run.native is None:
        games = isolated_games(run, part.begin, part.begin + part.count, play, lose_watched)
    for number, game in zip(numbers, games, strict=True):
        rows.seen += game.seen
        rows.won[number] = game.is_won
        if game.first is not None:
            rows.firsts[number] = game.first
        if game.failure is not None:
            rows.add_failure(number, game.failure)


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
