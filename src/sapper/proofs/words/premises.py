"""Name the premises of a step, and say what they need and leave."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.analysis.premises import MINE_COUNT, Premises
from sapper.board.cell import join_names
from sapper.language import _, _n
from sapper.proofs.reasoning import Inference
from sapper.proofs.words import count, mines

__all__ = ["left", "mines_left", "mines_needed", "name", "names_of", "shares"]


def name(puzzle: Premises, premise: int) -> str:
    """Return 'the 2 at r3c4' or 'the mine count'."""
    if premise == MINE_COUNT:
        return _("the mine count")
    return _("the {number} at {cell}").format(
        number=puzzle.premise(premise).shown, cell=puzzle.cell(premise)
    )


def names_of(puzzle: Premises, premises: Sequence[int]) -> str:
    """Return the names of the numbers among some premises."""
    return join_names(name(puzzle, i) for i in sorted(premises) if i != MINE_COUNT)


def left(n: int) -> str:
    """Return 'only two mines are left', for the mine count."""
    if n == 0:
        return _("no mine is left")
    return _n("only {mines} is left", "only {mines} are left", n).format(mines=mines(n))


def mines_left(n: int) -> str:
    """Return 'two mines are left', for the mine count."""
    return _n("{mines} is left", "{mines} are left", n).format(mines=mines(n))


def mines_needed(step: Inference) -> str:
    """Return 'two mines' or, if some are found, 'two more mines'."""
    return mines(step.need, "more" if step.found else "")


def shares(puzzle: Premises, step: Inference) -> str:
    """Return 'at most one mine is among r1c1 and r1c2 (by the 1 at r0c1) and ...'."""
    parts: list[str] = []
    for bound in step.helpers:
        n = bound.most if step.is_mine else bound.least
        if step.is_mine:
            text = _n(
                "at most {mines} is among {cells} (by {number})",
                "at most {mines} are among {cells} (by {number})",
                n,
            )
        else:
            text = _n(
                "at least {mines} is among {cells} (by {number})",
                "at least {mines} are among {cells} (by {number})",
                n,
            )
        parts.append(
            text.format(
                mines=count(n) if parts else mines(n),
                cells=join_names(puzzle.cells(bound.cells)),
                number=name(puzzle, bound.premise),
            )
        )
    return join_names(parts)
