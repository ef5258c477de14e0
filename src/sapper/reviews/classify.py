"""A game walked through again: what the player saw before every move, and what the move risked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from sapper.analysis import Analysis, analyse
from sapper.analysis.budget import Allowance
from sapper.analysis.question import Question
from sapper.board.cell import FLAG, SILENT, Cell, is_covered
from sapper.board.position import Position
from sapper.games.game import Game
from sapper.players.decision import Move
from sapper.players.engine.advice import best
from sapper.proofs import Proof, explain

__all__ = ["Sight", "Verdict", "sights_of"]

_MOST_PROOFS = 4


class Verdict(StrEnum):
    """What kind of move it was."""

    MARK = "mark"
    FIRST = "first cell"
    CERTAIN = "certain"
    FORCED = "forced guess"
    UNFORCED = "unforced guess"
    MINE = "certain mine"


@dataclass(frozen=True)
class Sight:
    """One move, with the position before it.

    `risky` are the cells that it opened and that were not certain, `chance` that one is a mine.
    `best` is the cell to open instead, with its own chance of a mine; `missed` proves a safe cell
    that was there at a guess, `refuted` that an opened cell was a mine. A mark has none of it.
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
        """Whether the move could lose though the game had begun."""
        return self.verdict in (Verdict.FORCED, Verdict.UNFORCED, Verdict.MINE)


def sights_of(game: Game, allowance: Allowance) -> Iterator[Sight]:
    """Yield every move of the game as the player saw it."""
    again = Game.parse(game.line.opening)
    has_begun = False
    for move in game.moves:
        position, left = again.position, again.safe_left
        if move.kind not in ("open", "chord"):
            yield Sight(move, position, Verdict.MARK, safe_left=left)
        elif not has_begun:
            yield _first(again, move)
            has_begun = True
        else:
            yield _sight(position, move, left, allowance)
        again.make(move)


def _first(game: Game, move: Move) -> Sight:
    chance = game.spec.mines / game.geometry.size if game.start == "raw" else 0.0
    cells = (game.geometry.index(move.cell),)
    return Sight(move, game.position, Verdict.FIRST, cells, chance, safe_left=game.safe_left)


def _sight(position: Position, move: Move, left: int, allowance: Allowance) -> Sight:
    cells = _opened(position, move)
    analysis = analyse(position, budget=allowance.remaining)
    cell = position.geometry.cell
    risky = tuple(i for i in cells if cell(i) not in analysis.safe)
    if not risky:
        best_cell = move.cell if move.kind == "open" else cell(cells[0])
        return Sight(move, position, Verdict.CERTAIN, (), 0.0, best_cell, 0.0, safe_left=left)
    mines = [cell(i) for i in risky if cell(i) in analysis.mines]
    missed = _easiest(position, analysis, move.cell, allowance) if analysis.safe else None
    instead = missed.cell if missed else best(position, limit=1, budget=allowance.remaining).cell
    return Sight(
        move,
        position,
        Verdict.MINE if mines else Verdict.UNFORCED if missed else Verdict.FORCED,
        risky,
        1.0 if mines else _risk(position, analysis, risky, allowance),
        instead,
        0.0 if missed else analysis.chance(instead),
        missed,
        _proof(position, mines[0], allowance) if mines else None,
        left,
    )


def _opened(position: Position, move: Move) -> tuple[int, ...]:
    index = position.geometry.index(move.cell)
    if move.kind == "open":
        return (index,)
    around = position.geometry.neighbour_lists[index]
    faces = position.faces
    return tuple(i for i in around if is_covered(faces[i]) and faces[i] != FLAG)


def _risk(
    position: Position, analysis: Analysis, risky: tuple[int, ...], allowance: Allowance
) -> float:
    """Return the chance that any of the cells is a mine."""
    safe = 1.0 - analysis.chance(position.geometry.cell(risky[0]))
    faces = bytearray(position.faces)
    for known, cell in pairwise(risky):
        faces[known] = SILENT
        question = Question(position.geometry.native, bytes(faces), position.mines)
        answer = question.solve(allowance)
        if not answer.is_possible:
            return 1.0
        safe *= 1.0 - float(answer.chances.ravel()[cell])
    return 1.0 - safe


def _easiest(position: Position, analysis: Analysis, at: Cell, allowance: Allowance) -> Proof:
    """Return the easiest proof of a safe cell among those nearest to where the player was."""

    def distance(cell: Cell) -> tuple[int, Cell]:
        return (cell.row - at.row) ** 2 + (cell.column - at.column) ** 2, cell

    nearest = sorted(analysis.safe, key=distance)[:_MOST_PROOFS]
    proofs = [_proof(position, cell, allowance) for cell in nearest]
    return min(proofs, key=lambda proof: proof.difficulty)


def _proof(position: Position, cell: Cell, allowance: Allowance) -> Proof:
    found = explain(position, cell, budget=allowance.remaining)
    assert isinstance(found, Proof)  # the analysis called the cell certain
    return found
