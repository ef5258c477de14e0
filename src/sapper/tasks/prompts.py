"""The words of the questions: rules, the board in one of four notations, the form of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from sapper.board.cell import FLAG, HIDDEN, Cell
from sapper.board.position import Position
from sapper.tasks.plan import Kind, Notation

__all__ = ["board_text", "cells_answer", "certain_answer", "next_text", "question_text"]

_RULES: Final = (
    "This is a position of Minesweeper. Rows and columns are numbered from 0, from the top left: "
    "r2c3 is the cell in row 2 and column 3. The number of an open cell says how many of its "
    "neighbours (up to eight, diagonal ones included) are mines. The mines of the board include "
    "those that are known already."
)
_LAST_LINE: Final = "The last line of your reply must have exactly this form:"

_QUESTIONS: Final[dict[Kind, str]] = {
    "certain": (
        "Which covered cells are certain, that is safe in every layout of the mines that fits, or "
        f"a mine in every one? Name all of them and no other. {_LAST_LINE} `Answer: safe: r0c1, "
        "r0c2; mines: r3c3`, with `none` in place of an empty list."
    ),
    "chance": (
        "All layouts of the mines that fit are equally likely. What is the exact chance that "
        f"{{cell}} is a mine? {_LAST_LINE} `Answer: 3/8`, with your fraction."
    ),
    "possible": (
        "Is this position possible, that is, does any layout of the mines fit all numbers and the "
        f"mine count? {_LAST_LINE} `Answer: yes` or `Answer: no`."
    ),
    "play": (
        "Play this game to its end. Opening a mine loses; when all other cells are open, the game "
        "is won. No guess is ever needed, and guesses cost points even if they are lucky. In each "
        f"turn name one or more covered cells to open. {_LAST_LINE} `Answer: r2c3, r2c4`."
    ),
}


def question_text(
    kind: Kind, position: Position, notation: Notation, cell: Cell | None = None
) -> str:
    """Return the text of a question."""
    question = _QUESTIONS[kind].format(cell=cell)
    return f"{_RULES}\n\n{board_text(position, notation)}\n\n{question}"


def next_text(position: Position, notation: Notation, opened: int) -> str:
    """Return the text of a later turn of a game: what the last one did, and the board."""
    if opened:
        did = f"{opened} cell{' was' if opened == 1 else 's were'} opened."
    else:
        did = "No covered cell was named in the form that is asked for, so nothing was opened."
    ask = f"Which cells do you open now? {_LAST_LINE} `Answer: r2c3, r2c4`."
    return f"{did}\n\n{board_text(position, notation)}\n\n{ask}"


def cells_answer(cells: Iterable[Cell]) -> str:
    """Return cells as answers name them."""
    return ", ".join(map(str, cells)) or "none"


def certain_answer(safe: Iterable[Cell], mines: Iterable[Cell]) -> str:
    """Return which cells are safe and which are mines, as answers say it."""
    return f"safe: {cells_answer(safe)}; mines: {cells_answer(mines)}"


def board_text(position: Position, notation: Notation) -> str:
    """Return the explanation of a notation, and the board in it."""
    explain, write = _NOTATIONS[notation]
    return f"{explain}\n\n{write(position)}"


def _cells_text(position: Position) -> str:
    """Return one line of cells for each thing that cells show."""
    names = {HIDDEN: "covered", FLAG: "known mine"}
    by_face: dict[int, list[str]] = {}
    for index, face in enumerate(position.faces):
        by_face.setdefault(face, []).append(str(position.geometry.cell(index)))
    lines = [f"{names.get(face, face)}: {' '.join(by_face[face])}" for face in sorted(by_face)]
    return "\n".join([_size_text(position), *lines])


def _constraints_text(position: Position) -> str:
    """Return an equation for every number beside covered cells, and one for the mine count."""
    flags = {cell for cell in position.covered() if position.face(cell) == FLAG}
    lines = [_size_text(position), f"known mines: {cells_answer(sorted(flags))}"]
    for number_cell, number in position.numbers():
        around = [
            cell for cell in position.geometry.around(number_cell) if position.is_covered(cell)
        ]
        unknown = [str(cell) for cell in around if cell not in flags]
        need = number - (len(around) - len(unknown))
        if unknown or need:
            lines.append(f"{number_cell} says: {' + '.join(unknown) or '0'} = {need}")
    left = [str(cell) for cell in position.covered() if cell not in flags]
    lines.append(f"mine count: {' + '.join(left)} = {(position.mines or 0) - len(flags)}")
    return "\n".join(lines)


def _size_text(position: Position) -> str:
    return f"{position.rows} rows, {position.columns} columns, {position.mines} mines"


_NOTATIONS: Final[dict[Notation, tuple[str, Callable[[Position], str]]]] = {
    "line": (
        "The board in one line: rows x columns / mines, a colon, then the rows from the top, "
        "separated by slashes. A digit is an open cell with its number, _ is a covered cell, "
        "F is a cell known to be a mine.",
        str,
    ),
    "grid": (
        "The board: rows x columns / mines, then one line for each row. A digit is an open cell "
        "with its number, . is an open cell with the number 0, # is a covered cell, F is a cell "
        "known to be a mine.",
        Position.pretty,
    ),
    "cells": (
        "The board as a list: what cells show (the number of open cells, covered, or known mine), "
        "and after it all cells that show it.",
        _cells_text,
    ),
    "constraints": (
        "The board as equations: a covered cell stands for 1 if it is a mine and for 0 if it is "
        "safe. Each open number says how many mines are among the covered cells beside it, known "
        "mines already taken off; the last line names all covered cells.",
        _constraints_text,
    ),
}
