"""Checks of the decisions of players."""

from __future__ import annotations

from sapper.analysis import Analysis
from sapper.board.cell import FLAG, HIDDEN, QUESTION, Cell, is_covered, is_number
from sapper.board.position import Position
from sapper.players import Decision, Move


def provable_mines(position: Position) -> set[Cell]:
    """Return the mines that rules on single numbers prove, applied until nothing changes."""
    around, faces = position.geometry.neighbour_lists, position.faces
    mines: set[int] = set()
    safe: set[int] = set()
    numbers = [i for i, face in enumerate(faces) if is_number(face)]
    while True:
        before = len(mines) + len(safe)
        for i in numbers:
            covered = [j for j in around[i] if is_covered(faces[j]) and j not in safe]
            if len(covered) == faces[i]:
                mines.update(covered)
            elif len(mines.intersection(covered)) == faces[i]:
                safe.update(set(covered) - mines)
        if len(mines) + len(safe) == before:
            return {position.geometry.cell(i) for i in mines}


def opened_by(position: Position, move: Move) -> list[Cell]:
    """Return the cells that a move opens."""
    if move.kind == "chord":
        around = position.geometry.around(move.cell)
        return [cell for cell in around if position.face(cell) in (HIDDEN, QUESTION)]
    return [move.cell] if move.kind == "open" else []


def assert_sound(position: Position, decision: Decision, referee: Analysis) -> None:
    """Check that a certain move is certain, by the exact native analysis."""
    move = decision.move
    opened = opened_by(position, move)
    if not decision.is_guess:
        assert set(opened) <= referee.safe
        if move.kind == "flag":
            assert move.cell in referee.mines
    else:
        assert move.kind == "open"
    assert not provable_mines(position).intersection(opened)
    assert move.kind != "chord" or position.face(move.cell) == sum(
        position.face(cell) == FLAG for cell in position.geometry.around(move.cell)
    )


def assert_well_formed(decision: Decision) -> None:
    assert decision.reason
    assert "\n" not in decision.reason
    assert decision.chance is None or 0 <= decision.chance <= 1
    if decision.is_guess:
        assert decision.chance is None or 0 < decision.chance < 1
    else:
        assert decision.chance in (0.0, 1.0, None)
