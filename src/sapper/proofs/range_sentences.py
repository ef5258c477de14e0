"""Say why the mine count does not fit what the numbers allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sapper.analysis.partial_board import PartialBoard
from sapper.analysis.puzzle import MINE_COUNT, Puzzle
from sapper.board.cell import join_names
from sapper.language import _, _n
from sapper.proofs.premise_words import name
from sapper.proofs.words import capital, count, mines

__all__ = ["names_of", "range_sentence"]


def range_sentence(puzzle: Puzzle, premises: Sequence[int], supposed: Mapping[int, bool]) -> str:
    """Return why the mine count does not fit what the numbers allow."""
    numbers = [i for i in premises if i != MINE_COUNT]
    board = PartialBoard(puzzle, numbers, with_count=True)
    limits = board.mine_range(numbers, supposed)
    assert limits is not None, "the numbers alone clash: the mine count is no premise"
    if supposed:
        cell, is_mine = next(iter(supposed.items()))
        return capital(_say_supposed(puzzle, numbers, limits, cell, is_mine))
    return capital(_say(puzzle, numbers, limits))


def names_of(puzzle: Puzzle, premises: Sequence[int]) -> str:
    """Return the names of the numbers among some premises."""
    return join_names(name(puzzle, i) for i in sorted(premises) if i != MINE_COUNT)


def _say(puzzle: Puzzle, numbers: list[int], limits: tuple[int, int]) -> str:
    left, (fewest, most) = puzzle.premise(MINE_COUNT).need, limits
    if left < fewest:
        text = _n(
            "{numbers} needs at least {mines}, but {only}: impossible.",
            "{numbers} need at least {mines}, but {only}: impossible.",
            len(numbers),
        )
    elif left > most:
        text = _n(
            "{mines_left}, but {numbers} leaves {room}: impossible.",
            "{mines_left}, but {numbers} leave {room}: impossible.",
            len(numbers),
        )
    else:
        text = _("{numbers} cannot be satisfied with exactly {mines}: impossible.")
    return text.format(
        numbers=names_of(puzzle, numbers),
        mines=mines(fewest if left < fewest else left),
        only=_only(puzzle, left),
        mines_left=_mines_left(left),
        room=_room(most),
    )


def _say_supposed(
    puzzle: Puzzle, numbers: list[int], limits: tuple[int, int], cell: int, is_mine: bool
) -> str:
    """Return why the mine count rules out an assumption about a cell."""
    left, (fewest, most) = puzzle.premise(MINE_COUNT).need, limits
    who, only = names_of(puzzle, numbers), _only(puzzle, left)
    if left < fewest and not puzzle.is_touched(cell, numbers):
        return _n(
            "{numbers} needs at least {mines}, and {only}.",
            "{numbers} need at least {mines}, and {only}.",
            len(numbers),
        ).format(numbers=who, mines=mines(fewest - 1), only=only)
    if left < fewest:
        text = _("{if_it_were}, {numbers} would need at least {mines}, but {only}.")
    elif left > most:
        text = _("{if_it_were}, {numbers} would leave {room}, but {mines_left}.")
    else:
        text = _(
            "{if_it_were}, {numbers} could not be satisfied with exactly the {mines} that are left."
        )
    suppose = _("If {cell} were a mine") if is_mine else _("If {cell} were safe")
    return text.format(
        if_it_were=suppose.format(cell=puzzle.cell(cell)),
        numbers=who,
        mines=mines(fewest if left < fewest else left),
        only=only,
        room=_room(most),
        mines_left=_mines_left(left),
    )


def _only(puzzle: Puzzle, left: int) -> str:
    if not puzzle.premise(MINE_COUNT).known:
        text = _("the board has only {count}") if left else _("the board has none")
    elif left:
        text = _n("only {count} is left", "only {count} are left", left)
    else:
        text = _("none is left")
    return text.format(count=count(left))


def _room(most: int) -> str:
    text = _("room for at most {mines}") if most else _("no room for a mine")
    return text.format(mines=mines(most))


def _mines_left(left: int) -> str:
    return _n("{mines} is left", "{mines} are left", left).format(mines=mines(left))
