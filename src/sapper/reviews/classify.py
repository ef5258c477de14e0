"""Classify every move of a game: certain, forced guess, unforced guess or certain mine.

A move that opens several cells at once (a chord) is a certain mine also if no single cell is one,
but no layout leaves all of them safe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from sapper.analysis import Analysis, analyse
from sapper.analysis.budget import Allowance
from sapper.analysis.core_query import CoreQuery, chance_all_safe
from sapper.board.cell import SILENT, Cell
from sapper.board.position import Position
from sapper.games.game import Game, cells_to_open
from sapper.language import N_
from sapper.players.decision import Move
from sapper.players.engine.advice import best
from sapper.proofs import Proof, explain

__all__ = ["ClassifiedMove", "MoveVerdict", "classify_moves", "easiest_proof"]

_MOST_PROOFS = 4


class MoveVerdict(StrEnum):
    """The kind of a move."""

    MARK = N_("mark")
    FIRST = N_("first cell")
    CERTAIN = N_("certain")
    FORCED = N_("forced guess")
    UNFORCED = N_("unforced guess")
    MINE = N_("certain mine")


@dataclass(frozen=True)
class ClassifiedMove:
    """A move with the position before it and its kind.

    `risky` lists the opened cells that were not certain, `chance` is the chance that one of them is
    a mine. `best` is the cell to open instead and `best_chance` its chance of a mine. For a guess,
    `missed` proves a safe cell that was there; for a certain mine, `refuted` proves the mine, if
    it is in one certain cell.
    """

    number: int
    move: Move
    time: float | None
    """Seconds since the start of the game, if they are known."""
    position: Position
    safe_left: int
    verdict: MoveVerdict
    risky: tuple[int, ...] = ()
    chance: float | None = None
    best: Cell | None = None
    best_chance: float | None = None
    missed: Proof | None = None
    refuted: Proof | None = None

    @property
    def is_guess(self) -> bool:
        """Whether the move could lose; the first cell does not count."""
        return self.verdict in (MoveVerdict.FORCED, MoveVerdict.UNFORCED, MoveVerdict.MINE)


def classify_moves(game: Game, allowance: Allowance) -> Iterator[ClassifiedMove]:
    """Yield every move of the game, classified by what the player could see."""
    replay = Game.parse(game.line.opening)
    has_begun = False
    known = set[Cell]()
    for number, (move, time) in enumerate(zip(game.moves, game.times, strict=True), 1):
        position, left = replay.position, replay.safe_left
        made = ClassifiedMove(number, move, time, position, left, MoveVerdict.MARK)
        if move.kind not in ("open", "chord"):
            yield made
        elif not has_begun:
            yield _classify_first(made, replay)
            has_begun = True
        else:
            yield _classify(made, known, allowance)
        replay.make(move)


def _classify_first(made: ClassifiedMove, game: Game) -> ClassifiedMove:
    chance = game.spec.mines / game.geometry.size if game.start == "raw" else 0.0
    cells = (game.geometry.index(made.move.cell),)
    return replace(made, verdict=MoveVerdict.FIRST, risky=cells, chance=chance)


def _classify(made: ClassifiedMove, known: set[Cell], allowance: Allowance) -> ClassifiedMove:
    """Return the move with its kind; `known` collects the cells that were found to be safe.

    A safe cell stays safe, so a position is analysed only when a cell not yet known is opened.
    """
    position = made.position
    cells = [position.geometry.cell(i) for i in cells_to_open(position, made.move)]
    certain = replace(made, verdict=MoveVerdict.CERTAIN, chance=0.0, best=cells[0], best_chance=0.0)
    if known.issuperset(cells):
        return certain
    analysis = analyse(position, budget=allowance.remaining)
    known |= analysis.safe
    risky = tuple(position.geometry.index(cell) for cell in cells if cell not in analysis.safe)
    return _classify_guess(made, risky, analysis, allowance) if risky else certain


def _classify_guess(
    made: ClassifiedMove, risky: tuple[int, ...], analysis: Analysis, allowance: Allowance
) -> ClassifiedMove:
    position = made.position
    mines = [cell for cell in map(position.geometry.cell, risky) if cell in analysis.mines]
    is_lost = bool(mines) or not _can_be_safe(position, risky, allowance)
    missed = easiest_proof(position, analysis, made.move.cell, allowance)
    best_cell = missed.cell if missed else best(position, limit=1, budget=allowance.remaining).cell
    return replace(
        made,
        verdict=MoveVerdict.MINE
        if is_lost
        else MoveVerdict.UNFORCED
        if missed
        else MoveVerdict.FORCED,
        risky=risky,
        chance=1.0 if is_lost else 1.0 - chance_all_safe(position, risky, allowance),
        best=best_cell,
        best_chance=0.0 if missed else analysis.chance(best_cell),
        missed=missed,
        refuted=_proof(position, mines[0], allowance) if mines else None,
    )


def _can_be_safe(position: Position, cells: Iterable[int], allowance: Allowance) -> bool:
    """Return whether a layout fits that has no mine in any of the cells."""
    faces = bytearray(position.faces)
    for cell in cells:
        faces[cell] = SILENT
    question = CoreQuery(position.geometry.native, bytes(faces), position.mines)
    return question.solve(allowance).is_possible


def easiest_proof(
    position: Position, analysis: Analysis, at: Cell, allowance: Allowance
) -> Proof | None:
    """Return the easiest proof among those of the safe cells nearest to the move, if any."""

    def distance(cell: Cell) -> tuple[int, Cell]:
        return (cell.row - at.row) ** 2 + (cell.column - at.column) ** 2, cell

    nearest = sorted(analysis.safe, key=distance)[:_MOST_PROOFS]
    proofs = [_proof(position, cell, allowance) for cell in nearest]
    return min(proofs, key=lambda proof: proof.difficulty, default=None)


def _proof(position: Position, cell: Cell, allowance: Allowance) -> Proof:
    found = explain(position, cell, budget=allowance.remaining)
    assert isinstance(found, Proof)  # the analysis called the cell certain
    return found
