"""The rows of one part: play its games, keep the positions, ask the core about all of them at once.

A row is a position in which a player decided, with what is exactly true there: the chance of a mine
in every covered cell, the cells that are certain, and on request the best move and the technique of
the easiest proof. Rows do not depend on where or when they are made. They are kept by columns: the
games of a native player and all chances need no Python for a single position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from sapper.analysis import AnalysisBatch, analyse_many
from sapper.analysis.boards import BoardStack
from sapper.board.cell import Cell
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.errors import BudgetExceeded
from sapper.games.decisions import decisions_of_games
from sapper.lab.dataset.figures import MOST_TOLD, DatasetFailureDocument
from sapper.lab.dataset.plan import Part
from sapper.lab.dataset.watching import Seen, WatchedGame, lose_watched, watch_game
from sapper.lab.playing.faults import replay_command
from sapper.lab.workers.pool import play_one_by_one
from sapper.players import best
from sapper.players.decision import MoveKind
from sapper.proofs import explain_all

__all__ = ["Decided", "PartRows", "rows_of_part"]


@dataclass(frozen=True)
class Decided:
    """The positions and decisions of all rows, by columns.

    Games count from the first of the part; the faces of all boards stand one after another.
    """

    games: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    kinds: list[MoveKind]
    choices: npt.NDArray[np.int32]
    guesses: npt.NDArray[np.bool_]
    faces: bytes


@dataclass
class PartRows:
    """The rows of one part; whether each of its games was won, and the cell opened first."""

    part: Part
    decided: Decided
    won: list[bool]
    firsts: list[Cell | None]
    faults: int = 0
    failures: list[DatasetFailureDocument] = field(default_factory=list)
    best: list[Cell | None] | None = None
    technique: list[str | None] | None = None

    def __len__(self) -> int:
        return len(self.decided.games)

    @cached_property
    def boards(self) -> BoardStack:
        """The positions of all rows."""
        spec = self.part.run.spec
        return BoardStack(spec.geometry, self.decided.faces, (spec.mines,) * len(self))

    @cached_property
    def batch(self) -> AnalysisBatch:
        """The chances and certain cells of all rows."""
        return analyse_many(self.boards, workers=1)

    def add_failure(self, game: int, words: str) -> None:
        """Count a game in which the player failed; keep what happened in the first ones."""
        self.faults += 1
        if len(self.failures) < MOST_TOLD:
            run, split = self.part.run, self.part.name.partition("/")[0]
            replay = replay_command(run, game)
            self.failures.append(
                DatasetFailureDocument(
                    player=run.player, split=split, game=game, words=words, replay=replay
                )
            )


def rows_of_part(part: Part) -> PartRows:
    """Return the rows of a part."""
    if part.run.native is not None and part.run.first_cell.cell is not None:
        rows = _play_in_core(part, part.run.native, part.run.first_cell.cell)
    else:
        rows = _play_in_python(part)
    if part.best:
        rows.best = [_best_of(position) for position in rows.boards.positions()]
    if part.technique:
        rows.technique = [_technique_of(position) for position in rows.boards.positions()]
    return rows


def _play_in_core(part: Part, setting: str, first: Cell) -> PartRows:
    """Play all games of the part in the core."""
    run = part.run
    found = decisions_of_games(run.spec, run.rule, first, run.seed, part.begin, part.count, setting)
    decided = Decided(
        games=found.games,
        moves=found.moves,
        kinds=["open"] * len(found.games),
        choices=found.choices,
        guesses=found.guesses,
        faces=found.faces,
    )
    return PartRows(part, _thin_out(decided, part.every), found.won, [first] * len(found.won))


def _thin_out(decided: Decided, every: int) -> Decided:
    """Return one of `every` decisions of each game, the first included."""
    if every == 1 or not len(decided.games):
        return decided
    number = np.arange(len(decided.games))
    is_first = np.diff(decided.games, prepend=-1) != 0
    kept = (number - np.maximum.accumulate(np.where(is_first, number, 0))) % every == 0
    boards = np.frombuffer(decided.faces, np.uint8).reshape(len(number), -1)
    return Decided(
        games=decided.games[kept],
        moves=decided.moves[kept],
        kinds=[kind for kind, is_kept in zip(decided.kinds, kept, strict=True) if is_kept],
        choices=decided.choices[kept],
        guesses=decided.guesses[kept],
        faces=boards[kept].tobytes(),
    )


def _play_in_python(part: Part) -> PartRows:
    """Play all games of the part; with a limit for a move in a process beside this one."""
    run = part.run
    play = partial(watch_game, every=part.every)
    numbers = range(part.begin, part.begin + part.count)
    games: Iterator[WatchedGame] = (play(run, number) for number in numbers)
    if run.limits.move_time is not None and run.native is None:
        games = play_one_by_one(run, part.begin, part.begin + part.count, play, lose_watched)
    watched = list(games)
    seen = [(place, seen) for place, game in enumerate(watched) for seen in game.seen]
    decided = _decided(seen, run.spec.geometry)
    rows = PartRows(part, decided, [g.is_won for g in watched], [g.first for g in watched])
    for number, game in zip(numbers, watched, strict=True):
        if game.failure is not None:
            rows.add_failure(number, game.failure)
    return rows


def _decided(seen: list[tuple[int, Seen]], geometry: Geometry) -> Decided:
    return Decided(
        games=np.array([place for place, _seen in seen], np.int32),
        moves=np.array([seen.number for _place, seen in seen], np.int32),
        kinds=[seen.move.kind for _place, seen in seen],
        choices=np.array([geometry.index(seen.move.cell) for _place, seen in seen], np.int32),
        guesses=np.array([seen.is_guess for _place, seen in seen], bool),
        faces=b"".join(seen.position.faces for _place, seen in seen),
    )


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
