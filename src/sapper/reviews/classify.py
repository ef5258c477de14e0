"""Classify every move of a game: certain, forced guess, unforced guess or certain mine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from sapper.analysis import Analysis, analyse
from sapper.analysis.budget import Allowance
from sapper.analysis.joint import chance_all_safe
from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.games.game import Game
from sapper.games.opened_cells import cells_to_open
from sapper.players.decision import Move
from sapper.players.engine.advice import best
from sapper.proofs import Proof, explain

__all__ = ["ClassifiedMove", "Verdict", "classify_moves"]

_MOST_PROOFS = 4


class Verdict(StrEnum):
    """The kind of a move."""

    MARK = "mark"
    FIRST = "first cell"
    CERTAIN = "certain"
    FORCED = "forced guess"
    UNFORCED = "unforced guess"
    MINE = "certain mine"


@dataclass(frozen=True)
class ClassifiedMove:
    """A move with the position before it and its kind.

    `risky` lists the opened cells that were not certain, `chance` is the chance that one of them is
    a mine. `best` is the cell to open instead and `best_chance` its chance of a mine. For a guess,
    `missed` proves a safe cell that was there; for a certain mine, `refuted` proves the mine.
    """

    move: Move
    position: Position
    verdict: Verdict
    risky: tuple[int, ...] = ()
    chance: float | None = None
    best: Cell | None = None
    best_chance: float | None = None
    missed: Proof | None = None
    refuted: Proof | None = None
    safe_left: int = 0

    @property
    def is_guess(self) -> bool:
        """Whether the move could lose; the first cell does not count."""
        return self.verdict in (Verdict.FORCED, Verdict.UNFORCED, Verdict.MINE)


def classify_moves(game: Game, allowance: Allowance) -> Iterator[ClassifiedMove]:
    """Yield every move of the game, classified by what the player could see."""
    replay = Game.parse(game.line.opening)
    has_begun = False
    known = set[Cell]()
    for move in game.moves:
        position, left = replay.position, replay.safe_left
        if move.kind not in ("open", "chord"):
            yield ClassifiedMove(move, position, Verdict.MARK, safe_left=left)
        elif not has_begun:
            yield _classify_first(replay, move)
            has_begun = True
        else:
            yield _classify(position, move, left, known, allowance)
        replay.make(move)


def _classify_first(game: Game, move: Move) -> ClassifiedMove:
    chance = game.spec.mines / game.geometry.size if game.start == "raw" else 0.0
    cells = (game.geometry.index(move.cell),)
    return ClassifiedMove(
        move, game.position, Verdict.FIRST, cells, chance, safe_left=game.safe_left
    )


def _classify(
    position: Position, move: Move, left: int, known: set[Cell], allowance: Allowance
) -> ClassifiedMove:
    """Return the move with its kind; `known` collects the cells that were found to be safe.

    A safe cell stays safe, so a position is analysed only when a cell not yet known is opened.
    """
    cells = [position.geometry.cell(i) for i in cells_to_open(position, move)]
    if known.issuperset(cells):
        return _certain(position, move, cells[0], left)
    analysis = analyse(position, budget=allowance.remaining)
    known |= analysis.safe
    risky = tuple(position.geometry.index(cell) for cell in cells if cell not in analysis.safe)
    if not risky:
        return _certain(position, move, cells[0], left)
    return _classify_guess(position, move, left, risky, analysis, allowance)


def _certain(position: Position, move: Move, cell: Cell, left: int) -> ClassifiedMove:
    return ClassifiedMove(move, position, Verdict.CERTAIN, (), 0.0, cell, 0.0, safe_left=left)


def _classify_guess(
    position: Position,
    move: Move,
    left: int,
    risky: tuple[int, ...],
    analysis: Analysis,
    allowance: Allowance,
) -> ClassifiedMove:
    mines = [cell for cell in map(position.geometry.cell, risky) if cell in analysis.mines]
    missed = _easiest_proof(position, analysis, move.cell, allowance) if analysis.safe else None
    instead = missed.cell if missed else best(position, limit=1, budget=allowance.remaining).cell
    return ClassifiedMove(
        move,
        position,
        Verdict.MINE if mines else Verdict.UNFORCED if missed else Verdict.FORCED,
        risky,
        1.0 - (0.0 if mines else chance_all_safe(position, risky, allowance)),
        instead,
        0.0 if missed else analysis.chance(instead),
        missed,
        _proof(position, mines[0], allowance) if mines else None,
        left,
    )


def _easiest_proof(position: Position, analysis: Analysis, at: Cell, allowance: Allowance) -> Proof:
    """Return the easiest proof among those of the safe cells nearest to the move."""

    def distance(cell: Cell) -> tuple[int, Cell]:
        return (cell.row - at.row) ** 2 + (cell.column - at.column) ** 2, cell

    nearest = sorted(analysis.safe, key=distance)[:_MOST_PROOFS]
    proofs = [_proof(position, cell, allowance) for cell in nearest]
    return min(proofs, key=lambda proof: proof.difficulty)


def _proof(position: Position, cell: Cell, allowance: Allowance) -> Proof:
    found = explain(position, cell, budget=allowance.remaining)
    assert isinstance(found, Proof)  # the analysis called the cell certain
    return found
