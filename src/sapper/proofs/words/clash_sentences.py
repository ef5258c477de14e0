"""Say why premises cannot be right: the end of a proof by contradiction, or of a conflict.

`clash_sentence` is about one step of reasoning, `range_sentence` about the mine count and all that
the numbers allow. In an inference that is a clash, `is_mine` means that mines are missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sapper.analysis.partial_board import PartialBoard
from sapper.analysis.premises import MINE_COUNT, Premises
from sapper.board.cell import join_names
from sapper.language import _, _n
from sapper.proofs.reasoning import Inference
from sapper.proofs.words import capital, cells, count, mines
from sapper.proofs.words.premises import left, mines_left, mines_needed, name, names_of, shares

__all__ = ["clash_sentence", "range_sentence"]


def clash_sentence(puzzle: Premises, step: Inference) -> str:
    """Return why the premise of a clash cannot be right."""
    if step.helpers and step.premise == MINE_COUNT:
        return _say_count_clash_with(puzzle, step)
    if step.helpers:
        return _say_clash_with(puzzle, step)
    if step.premise == MINE_COUNT:
        return _say_count_clash(puzzle, step)
    return _say_clash_alone(puzzle, step)


def _say_clash_alone(puzzle: Premises, step: Inference) -> str:
    who, found = name(puzzle, step.premise), mines(len(step.found))
    if step.need < 0:
        if step.given:
            text = _("{who} would touch {mines}, {where}: impossible.")
        else:
            text = _("{who} touches {mines}, {where}: impossible.")
        return text.format(who=who, mines=found, where=join_names(puzzle.cells(step.found)))
    if not step.cells:
        return _say_no_room(step).format(who=who, mines=found)
    if step.given:
        text = _("{who} needs {mines} but has only {cells}, {where}: impossible.")
    else:
        text = _("{who} needs {mines} but touches only {cells}, {where}: impossible.")
    return text.format(
        who=who,
        mines=mines_needed(step),
        cells=cells(len(step.cells), "other" if step.given else "covered"),
        where=join_names(puzzle.cells(step.cells)),
    )


def _say_no_room(step: Inference) -> str:
    """Return the sentence for a number with no cell left, with places for it and its mines."""
    if step.given and step.found:
        return _("{who} would touch only {mines} and has no cell left for more: impossible.")
    if step.given:
        return _("{who} would touch no mine and has no cell left for more: impossible.")
    if step.found:
        return _("{who} touches only {mines} and has no cell left for more: impossible.")
    return _("{who} touches no mine and has no cell left for more: impossible.")


def _say_count_clash(puzzle: Premises, step: Inference) -> str:
    total, found, room = puzzle.premise(MINE_COUNT).shown, len(step.found), len(step.cells)
    if step.need < 0:
        return _say_too_many(step, total).format(mines=mines(found), total=count(total))
    if not step.given and not found:
        if room:
            text = _("The board has {mines} but only {cells}: impossible.")
        else:
            text = _("The board has {mines} but no covered cell: impossible.")
        return text.format(mines=mines(total), cells=cells(room, "covered"))
    if room:
        text = _n(
            "{mines} must be somewhere, but only {cells} is left: impossible.",
            "{mines} must be somewhere, but only {cells} are left: impossible.",
            room,
        )
    else:
        text = _("{mines} must be somewhere, but no covered cell is left: impossible.")
    return text.format(mines=mines(step.need, "more"), cells=cells(room))


def _say_too_many(step: Inference, total: int) -> str:
    """Return the sentence for more mines than the board has, with places for both."""
    if step.given and total:
        return _("That makes {mines}, but the board has only {total}: impossible.")
    if step.given:
        return _("That makes {mines}, but the board has none: impossible.")
    if total:
        return _("The board shows {mines} but should have only {total}: impossible.")
    return _("The board shows {mines} but should have none: impossible.")


def _say_count_clash_with(puzzle: Premises, step: Inference) -> str:
    one = len(step.helpers) == 1
    numbers = join_names(name(puzzle, b.premise) for b in step.helpers)
    if step.is_mine:
        return _say_count_left_over(step, numbers)
    if one:
        text = _("{numbers} needs {mines}, but {left}: impossible.")
    else:
        text = _("{numbers} need {mines}, but {left}: impossible.")
    least = sum(b.least for b in step.helpers)
    return text.format(numbers=numbers, mines=mines(least), left=left(step.need))


def _say_count_left_over(step: Inference, numbers: str) -> str:
    """Return the sentence for more mines than the numbers and the other cells can take."""
    rest = len(step.cells) - sum(len(b.cells) for b in step.helpers)
    if rest:
        room = _n("only {cells} is left", "only {cells} are left", rest)
    else:
        room = _("no other cell is left")
    take = _n("{numbers} takes at most {most}", "{numbers} take at most {most}", len(step.helpers))
    most = count(sum(b.most for b in step.helpers))
    return _("{mines_left}, but {they_take} and {room}: impossible.").format(
        mines_left=mines_left(step.need),
        they_take=take.format(numbers=numbers, most=most),
        room=room.format(cells=cells(rest)),
    )


def _say_clash_with(puzzle: Premises, step: Inference) -> str:
    facts = {"who": name(puzzle, step.premise), "shares": shares(puzzle, step)}
    if step.is_mine:
        rest = len(step.cells) - sum(len(b.cells) for b in step.helpers)
        if rest:
            text = _("{who} needs {mines}. {shares}, and it has only {cells}: impossible.")
        else:
            text = _("{who} needs {mines}. {shares}: impossible.")
        facts["shares"] = capital(facts["shares"])
        return text.format(mines=mines_needed(step), cells=cells(rest, "other"), **facts)
    if step.need == 0:
        text = _("{shares}, but {who} needs no more mines: impossible.")
    else:
        text = _("{shares}, but {who} needs only {mines}: impossible.")
    return text.format(mines=mines(step.need), **facts)


def range_sentence(puzzle: Premises, premises: Sequence[int], supposed: Mapping[int, bool]) -> str:
    """Return why the mine count does not fit what the numbers allow."""
    numbers = [i for i in premises if i != MINE_COUNT]
    board = PartialBoard(puzzle, numbers, with_count=True)
    limits = board.mine_range(numbers, supposed)
    assert limits is not None, "the numbers alone clash: the mine count is not a premise"
    if supposed:
        cell, is_mine = next(iter(supposed.items()))
        return capital(_say_supposed(puzzle, numbers, limits, cell, is_mine))
    return capital(_say_out_of_range(puzzle, numbers, limits))


def _say_out_of_range(puzzle: Premises, numbers: list[int], limits: tuple[int, int]) -> str:
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
        mines_left=mines_left(left),
        room=_room(most),
    )


def _say_supposed(
    puzzle: Premises, numbers: list[int], limits: tuple[int, int], cell: int, is_mine: bool
) -> str:
    """Return why the mine count rules out an assumption about a cell."""
    left, (fewest, most) = puzzle.premise(MINE_COUNT).need, limits
    who, only = names_of(puzzle, numbers), _only(puzzle, left)
    if left < fewest and set(puzzle.numbers_around(cell)).isdisjoint(numbers):
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
        mines_left=mines_left(left),
    )


def _only(puzzle: Premises, left: int) -> str:
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
