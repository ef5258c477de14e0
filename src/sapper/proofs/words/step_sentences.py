"""Put one step of reasoning into sentences that a beginner understands.

Each function handles one kind of step; cells are named as everywhere (r3c4). `clash_sentences`
handles the premises that cannot be right.
"""

from __future__ import annotations

from sapper.analysis.premises import MINE_COUNT, Premises
from sapper.board.cell import join_names
from sapper.language import _, _n
from sapper.proofs.reasoning import Bound, Inference
from sapper.proofs.words import capital, cells, count, is_kind, mines
from sapper.proofs.words.clash_sentences import clash_sentence
from sapper.proofs.words.premises import left, mines_left, mines_needed, name, shares

__all__ = ["step_sentence"]


def step_sentence(puzzle: Premises, step: Inference) -> str:
    """Return the sentences for one step."""
    return capital(_say(puzzle, step))


def _say(puzzle: Premises, step: Inference) -> str:
    if step.is_clash:
        return clash_sentence(puzzle, step)
    if not step.helpers:
        return _say_alone(puzzle, step)
    if step.premise == MINE_COUNT:
        return _say_count_with(puzzle, step)
    if len(step.helpers) == 1:
        return (_say_mines_with if step.is_mine else _say_safe_with)(puzzle, step)
    return _say_several(puzzle, step)


def _say_alone(puzzle: Premises, step: Inference) -> str:
    if step.premise == MINE_COUNT:
        return _say_count_alone(puzzle, step)
    return (_say_mines_alone if step.is_mine else _say_safe_alone)(puzzle, step)


def _say_safe_alone(puzzle: Premises, step: Inference) -> str:
    who, found = name(puzzle, step.premise), len(step.found)
    if not found:
        return _("{who} touches no mine, so {what}.").format(
            who=who, what=_conclusion(puzzle, step)
        )
    its = _("its one mine") if found == 1 else _("all its {count} mines")
    return _("{who} already touches {its_mines}, {found}, so {its_cells}, {cells_are}.").format(
        who=who,
        its_mines=its.format(count=count(found)),
        found=join_names(puzzle.cells(step.found)),
        its_cells=_n("its other covered cell", "its other covered cells", len(step.cells)),
        cells_are=_named(puzzle, step),
    )


def _say_mines_alone(puzzle: Premises, step: Inference) -> str:
    if step.found and step.given:
        text = _(
            "{who} already touches {mines}, {found}, and needs {need} more; "
            "it has only {cells} left, {where}, so {what}."
        )
    elif step.found:
        text = _(
            "{who} already touches {mines}, {found}, and needs {need} more; "
            "it touches only {cells}, {where}, so {what}."
        )
    elif step.given:
        text = _("{who} needs {mines} and has only {cells} left, {where}, so {what}.")
    else:
        text = _("{who} needs {mines} and touches only {cells}, {where}, so {what}.")
    return text.format(
        who=name(puzzle, step.premise),
        mines=mines(len(step.found) or step.need),
        found=join_names(puzzle.cells(step.found)),
        need=count(step.need),
        cells=cells(len(step.cells), "" if step.given else "covered"),
        where=join_names(puzzle.cells(step.cells)),
        what=_conclusion(puzzle, step),
    )


def _say_count_alone(puzzle: Premises, step: Inference) -> str:
    what = _conclusion(puzzle, step)
    if step.is_mine:
        room = cells(len(step.cells), "covered")
        return _("{mines_left} for {cells}, so {what}.").format(
            mines_left=mines_left(step.need), cells=room, what=what
        )
    total = puzzle.premise(MINE_COUNT).shown
    if total == 0:
        return _("The board has no mines at all, so {what}.").format(what=what)
    if total == 1:
        return _("The only mine of the board is found, so {what}.").format(what=what)
    return _("All {count} mines of the board are found, so {what}.").format(
        count=count(total), what=what
    )


def _say_mines_with(puzzle: Premises, step: Inference) -> str:
    """Return the sentence for a helper that allows too few mines among the shared cells."""
    helper = step.helpers[0]
    return _(
        "{who} needs {mines}; at most {most} of them can be among the {shared}, "
        "so {other_cells}, {cells_are}."
    ).format(
        who=name(puzzle, step.premise),
        mines=mines_needed(step),
        most=count(helper.most),
        shared=_shared(puzzle, helper),
        other_cells=_n("the only other cell", "the other cells", len(step.settled)),
        cells_are=_named(puzzle, step),
    )


def _say_safe_with(puzzle: Premises, step: Inference) -> str:
    """Return the sentence for a helper that needs all the mines among the shared cells."""
    if step.found:
        end = _("That is all that {who} still needs, so {its_cells}, {cells_are}.")
    else:
        end = _("That is all that {who} needs, so {its_cells}, {cells_are}.")
    ended = end.format(
        who=name(puzzle, step.premise),
        its_cells=_n("its other cell", "its other cells", len(step.settled)),
        cells_are=_named(puzzle, step),
    )
    return f"{capital(_why_safe(puzzle, step))} {capital(ended)}"


def _why_safe(puzzle: Premises, step: Inference) -> str:
    """Return why the helper's mines are among the shared cells."""
    helper = step.helpers[0]
    is_more = puzzle.premise(helper.premise).shown != helper.need
    both = {
        "other": name(puzzle, helper.premise),
        "who": name(puzzle, step.premise),
        "shared": join_names(puzzle.cells(helper.cells)),
    }
    if helper.premise == MINE_COUNT or helper.outside:
        return _n(
            "{other} needs {mines} and has only {cells} that it does not share with {who}, so "
            "at least {least} of them is among the cells that both touch, {shared}.",
            "{other} needs {mines} and has only {cells} that it does not share with {who}, so "
            "at least {least} of them are among the cells that both touch, {shared}.",
            helper.least,
        ).format(
            mines=mines(helper.need, "more" if is_more else ""),
            cells=cells(helper.outside),
            least=count(helper.least),
            **both,
        )
    if len(helper.cells) == 1:
        text = _("{other} has its {mines} among {shared}, and {who} touches that cell too.")
    else:
        text = _("{other} has its {mines} among {shared}, and {who} touches all of these too.")
    return text.format(mines=mines(helper.need, "other" if is_more else ""), **both)


def _say_several(puzzle: Premises, step: Inference) -> str:
    size = len(step.settled)
    if step.is_mine:
        text = _("{who} needs {mines}. {shares}. So {other_cells}, {cells_are}.")
        others = _n("the only other cell", "the other cells", size)
    else:
        text = _(
            "{who} needs {mines}. {shares}. That is all it needs, so {other_cells}, {cells_are}."
        )
        others = _n("its other cell", "its other cells", size)
    return text.format(
        who=name(puzzle, step.premise),
        mines=mines_needed(step),
        shares=capital(shares(puzzle, step)),
        other_cells=others,
        cells_are=_named(puzzle, step),
    )


def _say_count_with(puzzle: Premises, step: Inference) -> str:
    """Return what follows from the mine count once the numbers have taken their mines."""
    helpers, others = len(step.helpers), _all_others(puzzle, step)
    numbers = join_names(name(puzzle, b.premise) for b in step.helpers)
    if step.is_mine:
        return _n(
            "{mines_left}, and {numbers} takes at most {most} of them, so {others}.",
            "{mines_left}, and {numbers} together take at most {most} of them, so {others}.",
            helpers,
        ).format(
            mines_left=mines_left(step.need),
            numbers=numbers,
            most=count(sum(b.most for b in step.helpers)),
            others=others,
        )
    if helpers == 1:
        text = _("{numbers} needs {mines}.")
    else:
        text = _("{numbers} share no cells and together need {mines}.")
    need = text.format(numbers=numbers, mines=mines(sum(b.least for b in step.helpers)))
    then = _("{left}, so {others}.").format(left=left(step.need), others=others)
    return f"{capital(need)} {capital(then)}"


def _conclusion(puzzle: Premises, step: Inference) -> str:
    """Return 'r2c3 is a mine', 'both are mines', 'r1c1 and r1c2 are safe'."""
    size = len(step.settled)
    if not step.is_mine or step.premise == MINE_COUNT:
        return is_kind(join_names(puzzle.cells(step.settled)), size, step.is_mine)
    if size == 1:
        return _("it is a mine")
    return _("both are mines") if size == 2 else _("all of them are mines")


def _named(puzzle: Premises, step: Inference) -> str:
    """Return 'r2c3, is a mine': the end of a sentence that introduced the cells."""
    if step.is_mine:
        text = _n("{cells}, is a mine", "{cells}, are mines", len(step.settled))
    else:
        text = _n("{cells}, is safe", "{cells}, are safe", len(step.settled))
    return text.format(cells=join_names(puzzle.cells(step.settled)))


def _all_others(puzzle: Premises, step: Inference) -> str:
    if len(step.settled) == 1:
        text = _("the only other covered cell, {cells_are}")
    else:
        text = _("all other covered cells, {cells_are}")
    return text.format(cells_are=_named(puzzle, step))


def _shared(puzzle: Premises, helper: Bound) -> str:
    if 0 < helper.need < puzzle.premise(helper.premise).shown:
        text = _("{cells} that it shares with {other} (which needs only {need} more), {where}")
    else:
        text = _("{cells} that it shares with {other}, {where}")
    return text.format(
        cells=cells(len(helper.cells)),
        other=name(puzzle, helper.premise),
        need=count(helper.need),
        where=join_names(puzzle.cells(helper.cells)),
    )
