"""Put one step of reasoning into sentences that a beginner understands.

Each function handles one kind of step; cells are named as everywhere (r3c4).
"""

from __future__ import annotations

from sapper.analysis.puzzle import MINE_COUNT, Puzzle
from sapper.board.cell import join_names
from sapper.proofs.inference import Bound, Inference
from sapper.proofs.words import are, capital, cells, count, mines

__all__ = ["name", "step_sentence"]


def step_sentence(puzzle: Puzzle, step: Inference) -> str:
    """Return the sentences for one step."""
    if step.is_clash:
        return _say_clash(puzzle, step)
    if not step.helpers:
        return _say_alone(puzzle, step)
    if step.premise == MINE_COUNT:
        return _say_count_with(puzzle, step)
    if len(step.helpers) == 1:
        return (_say_mines_with if step.is_mine else _say_safe_with)(puzzle, step)
    return _say_several(puzzle, step)


def name(puzzle: Puzzle, premise: int) -> str:
    """Return 'the 2 at r3c4' or 'the mine count'."""
    if premise == MINE_COUNT:
        return "the mine count"
    return f"the {puzzle.premise(premise).shown} at {puzzle.cell(premise)}"


def _say_alone(puzzle: Puzzle, step: Inference) -> str:
    if step.premise == MINE_COUNT:
        return _say_count_alone(puzzle, step)
    who = capital(name(puzzle, step.premise))
    what = _conclusion(puzzle, step)
    found, size = len(step.found), len(step.cells)
    if not step.is_mine:
        if not found:
            return f"{who} touches no mine, so {what}."
        already = join_names(puzzle.cells(step.found))
        other = "other covered cell" if size == 1 else "other covered cells"
        its = "its one mine" if found == 1 else f"all its {count(found)} mines"
        return f"{who} already touches {its}, {already}, so its {other}, {_named(puzzle, step)}."
    left = f"only {cells(size, '' if step.given else 'covered')}"
    where = f"{left}{' left' if step.given else ''}, {join_names(puzzle.cells(step.cells))}"
    has = "has" if step.given else "touches"
    if not found:
        return f"{who} needs {mines(step.need)} and {has} {where}, so {what}."
    return (
        f"{who} already touches {mines(found)}, {join_names(puzzle.cells(step.found))}, and "
        f"needs {count(step.need)} more; it {has} {where}, so {what}."
    )


def _say_count_alone(puzzle: Puzzle, step: Inference) -> str:
    what = _conclusion(puzzle, step)
    if not step.is_mine:
        total = puzzle.premise(MINE_COUNT).shown
        if total == 0:
            return f"The board has no mines at all, so {what}."
        if total == 1:
            return f"The only mine of the board is found, so {what}."
        return f"All {count(total)} mines of the board are found, so {what}."
    return f"{capital(_left(step.need))} for as many covered cells, so {what}."


def _say_mines_with(puzzle: Puzzle, step: Inference) -> str:
    """Return the sentence for a helper that allows too few mines among the shared cells."""
    helper = step.helpers[0]
    who = capital(name(puzzle, step.premise))
    other = "the only other cell" if len(step.settled) == 1 else "the other cells"
    return (
        f"{who} {_needs(step)}; at most {count(helper.most)} of them can be among "
        f"the {_shared(puzzle, helper)}, so {other}, {_named(puzzle, step)}."
    )


def _say_safe_with(puzzle: Puzzle, step: Inference) -> str:
    """Return the sentence for a helper that needs all the mines among the shared cells."""
    helper = step.helpers[0]
    main, other = name(puzzle, step.premise), name(puzzle, helper.premise)
    rest = "its other cell" if len(step.settled) == 1 else "its other cells"
    shared = join_names(puzzle.cells(helper.cells))
    if helper.premise == MINE_COUNT or helper.outside:
        why = (
            f"{capital(other)} {_still(puzzle, helper)} and has only "
            f"{cells(helper.outside)} that it does not share with {main}, so at least "
            f"{count(helper.least)} of them {are(helper.least)} among the cells that both touch, "
            f"{shared}."
        )
    else:
        why = (
            f"{capital(other)} has its {_mines_left(puzzle, helper)} among {shared}, "
            f"and {main} touches {'that cell' if len(helper.cells) == 1 else 'all of these'} too."
        )
    needs = "still needs" if step.found else "needs"
    return f"{why} That is all that {main} {needs}, so {rest}, {_named(puzzle, step)}."


def _say_several(puzzle: Puzzle, step: Inference) -> str:
    one = len(step.settled) == 1
    rest = (
        ("the only other cell" if one else "the other cells")
        if step.is_mine
        else ("its other cell" if one else "its other cells")
    )
    why = "" if step.is_mine else "That is all it needs, so "
    end = f"{why or 'So '}{rest}, {_named(puzzle, step)}."
    return f"{capital(name(puzzle, step.premise))} {_needs(step)}. {_shares(puzzle, step)}. {end}"


def _shares(puzzle: Puzzle, step: Inference) -> str:
    """Return 'At most one mine is among r1c1 and r1c2 (by the 1 at r0c1) and ...'."""
    word = "at most" if step.is_mine else "at least"
    parts: list[str] = []
    for bound in step.helpers:
        n = bound.most if step.is_mine else bound.least
        who = count(n) if parts else mines(n)
        where = join_names(puzzle.cells(bound.cells))
        parts.append(f"{word} {who} {are(n)} among {where} (by {name(puzzle, bound.premise)})")
    return capital(join_names(parts))


def _say_count_with(puzzle: Puzzle, step: Inference) -> str:
    """Return what follows from the mine count once the numbers have taken their mines."""
    one = len(step.helpers) == 1
    numbers = capital(join_names(name(puzzle, b.premise) for b in step.helpers))
    others = _all_others(puzzle, step)
    if step.is_mine:
        most = sum(b.most for b in step.helpers)
        takes = "takes" if one else "together take"
        there = "is" if step.need == 1 else "are"
        return (
            f"There {there} {mines(step.need)} to place. {numbers} {takes} at most "
            f"{count(most)} of them, so {others}."
        )
    least = sum(b.least for b in step.helpers)
    needs = "needs" if one else "share no cells and together need"
    return f"{numbers} {needs} {mines(least)}. {capital(_left(step.need))}, so {others}."


def _say_clash(puzzle: Puzzle, step: Inference) -> str:
    """Return why a premise cannot be right; `is_mine` means that mines are missing."""
    if step.helpers:
        return _say_clash_with(puzzle, step)
    who = name(puzzle, step.premise)
    touch = "would touch" if step.given else "touches"
    if step.premise == MINE_COUNT:
        return _say_count_clash(puzzle, step)
    found = len(step.found)
    if step.need < 0:
        around = f"{join_names(puzzle.cells(step.found))}"
        return f"{capital(who)} {touch} {mines(found)}, {around}: impossible."
    if not step.cells:
        have = f"only {mines(found)}" if found else "no mine"
        return f"{capital(who)} {touch} {have} and has no cell left for more: impossible."
    where = join_names(puzzle.cells(step.cells))
    has = "has only" if step.given else "touches only"
    left = f"{cells(len(step.cells), 'other' if step.given else 'covered')}, {where}"
    return f"{capital(who)} {_needs(step)} but {has} {left}: impossible."


def _say_count_clash(puzzle: Puzzle, step: Inference) -> str:
    total, found, room = puzzle.premise(MINE_COUNT).shown, len(step.found), len(step.cells)
    if step.need < 0:
        only = f"only {count(total)}" if total else "none"
        if step.given:
            return f"That makes {mines(found)}, but the board has {only}: impossible."
        return f"The board shows {mines(found)} but should have {only}: impossible."
    if not step.given and not found:
        where = f"only {cells(room, 'covered')}" if room else "no covered cell"
        return f"The board has {mines(total)} but {where}: impossible."
    more = capital(mines(step.need, "more"))
    left = f"only {cells(room)} {are(room)} left" if room else "no covered cell is left"
    return f"{more} must be somewhere, but {left}: impossible."


def _say_clash_with(puzzle: Puzzle, step: Inference) -> str:
    too_few = step.is_mine
    rest = len(step.cells) - sum(len(b.cells) for b in step.helpers)
    if step.premise == MINE_COUNT:
        total = sum(b.most if too_few else b.least for b in step.helpers)
        numbers = join_names(name(puzzle, b.premise) for b in step.helpers)
        need = "need" if len(step.helpers) > 1 else "needs"
        if too_few:
            take = "take" if len(step.helpers) > 1 else "takes"
            other = f"only {cells(rest)} {are(rest)}" if rest else "no other cell is"
            return (
                f"{capital(mines(step.need))} {are(step.need)} to place, but {numbers} {take} "
                f"at most {count(total)} and {other} left: impossible."
            )
        return f"{capital(numbers)} {need} {mines(total)}, but {_left(step.need)}: impossible."
    who = name(puzzle, step.premise)
    if too_few:
        other = f", and it has only {cells(rest, 'other')}" if rest else ""
        return f"{capital(who)} {_needs(step)}. {_shares(puzzle, step)}{other}: impossible."
    room = "needs no more mine" if step.need == 0 else f"needs only {mines(step.need)}"
    return f"{_shares(puzzle, step)}, but {who} {room}: impossible."


def _conclusion(puzzle: Puzzle, step: Inference) -> str:
    """Return 'r2c3 is a mine', 'both are mines', 'r1c1 and r1c2 are safe'."""
    size = len(step.settled)
    if step.is_mine and step.premise != MINE_COUNT:
        return {1: "it is a mine", 2: "both are mines"}.get(size, "all of them are mines")
    kind = "safe" if not step.is_mine else "a mine" if size == 1 else "mines"
    return f"{join_names(puzzle.cells(step.settled))} {are(size)} {kind}"


def _named(puzzle: Puzzle, step: Inference) -> str:
    """Return 'r2c3, is a mine': the end of a sentence that introduced the cells."""
    size = len(step.settled)
    kind = "safe" if not step.is_mine else "a mine" if size == 1 else "mines"
    return f"{join_names(puzzle.cells(step.settled))}, {are(size)} {kind}"


def _all_others(puzzle: Puzzle, step: Inference) -> str:
    size = len(step.settled)
    kind = "safe" if not step.is_mine else "a mine" if size == 1 else "mines"
    other = "the only other covered cell" if size == 1 else "all other covered cells"
    return f"{other}, {join_names(puzzle.cells(step.settled))}, {are(size)} {kind}"


def _needs(step: Inference) -> str:
    """Return 'needs two mines' or 'needs two more mines'."""
    return f"needs {mines(step.need, 'more' if step.found else '')}"


def _still(puzzle: Puzzle, helper: Bound) -> str:
    found = puzzle.premise(helper.premise).shown != helper.need
    return f"needs {mines(helper.need, 'more' if found else '')}"


def _mines_left(puzzle: Puzzle, helper: Bound) -> str:
    found = puzzle.premise(helper.premise).shown != helper.need
    return mines(helper.need, "other" if found else "")


def _shared(puzzle: Puzzle, helper: Bound) -> str:
    shown = puzzle.premise(helper.premise).shown
    more = f" (which needs only {count(helper.need)} more)" if 0 < helper.need < shown else ""
    with_whom = f"that it shares with {name(puzzle, helper.premise)}{more}"
    return f"{cells(len(helper.cells))} {with_whom}, {join_names(puzzle.cells(helper.cells))}"


def _left(n: int) -> str:
    """Return 'only two mines are left', for the mine count."""
    if n == 0:
        return "no mine is left"
    return f"only {mines(n)} {are(n)} left"
