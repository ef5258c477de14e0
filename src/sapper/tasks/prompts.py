"""The words of the questions. Nothing reads them again: scores use the data of a task."""

from __future__ import annotations

from typing import Final

from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.tasks.kinds import Kind, Notation
from sapper.tasks.notation import board_text

__all__ = ["first_prompt", "next_prompt"]

_RULES: Final = (
    "This is a position of Minesweeper. Rows and columns are numbered from 0, from the top left: "
    "r2c3 is the cell in row 2 and column 3. The number of an open cell says how many of its "
    "neighbours (up to eight, diagonal ones included) are mines. The mines of the board include "
    "those that are known already."
)

_QUESTIONS: Final[dict[Kind, str]] = {
    Kind.READ: (
        "What does the cell {cell} show: a number, covered, or known mine? "
        "End with one line such as `Answer: 3` or `Answer: covered`."
    ),
    Kind.NEIGHBOURS: (
        "How many of the neighbours of {cell} are covered (known mines do not count)? "
        "End with one line such as `Answer: 3`."
    ),
    Kind.CERTAIN: (
        "Which covered cells are certain, that is safe in every layout of the mines that fits, or "
        "a mine in every one? Name all of them and no other. "
        "End with one line such as `Answer: safe: r0c1, r0c2; mines: r3c3`."
    ),
    Kind.PROVE: (
        "Which covered cells are certain, that is safe in every layout of the mines that fits, or "
        "a mine in every one? Name all of them and no other, each with a proof: the open numbers "
        "(as cells) from which it follows, and the mine count if that is needed too. Known mines "
        "and open cells are facts and need not be cited; cite nothing that could be left out. End "
        "with one line such as `Answer: r0c1 safe by r1c1, r1c2; r3c3 mine by r2c2 and mine count`."
    ),
    Kind.CHANCE: (
        "All layouts of the mines that fit are equally likely. What is the exact chance that "
        "{cell} is a mine? Give a fraction, or a decimal number or percentage of at least three "
        "digits. End with one line such as `Answer: 3/8`."
    ),
    Kind.POSSIBLE: (
        "Is this position possible, that is, does any layout of the mines fit all numbers and the "
        "mine count? End with `Answer: yes` or `Answer: no`."
    ),
    Kind.CLASH: (
        "This position is impossible: no layout of the mines fits. Which numbers contradict each "
        "other? Name the cells of open numbers that cannot all be right, and the mine count if it "
        "is needed; name nothing that could be left out. "
        "End with one line such as `Answer: r1c1, r1c2 and mine count`."
    ),
    Kind.GUESS: (
        "No covered cell is certainly safe here. Which one should be opened, for the best chance "
        "to win the game? End with one line such as `Answer: r2c3`."
    ),
    Kind.PLAY: (
        "Play this game to its end. Opening a mine loses; when all other cells are open, the game "
        "is won. No guess is ever needed, and guesses cost points even if they are lucky. In each "
        "turn name one or more covered cells to open. "
        "End with one line such as `Answer: open r2c3, r2c4`."
    ),
}


def first_prompt(
    kind: Kind, position: Position, notation: Notation, cell: Cell | None = None
) -> str:
    """Return the text of a question."""
    question = _QUESTIONS[kind].format(cell=cell)
    return f"{_RULES}\n\n{board_text(position, notation)}\n\n{question}"


def next_prompt(position: Position, notation: Notation, opened: int) -> str:
    """Return the text of a later turn of a game: what the last one did, and the board."""
    if opened:
        did = f"{opened} cell{' was' if opened == 1 else 's were'} opened."
    else:
        did = "No covered cell of the board was named, so nothing was opened."
    ask = "Which cells do you open now? End with one line such as `Answer: open r2c3, r2c4`."
    return f"{did}\n\n{board_text(position, notation)}\n\n{ask}"
