"""Drills on paper: an HTML page to print, with the answers on a second page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from sapper.games.drills.drill import Drill
from sapper.language import N_, _, language
from sapper.nouns import count_mines
from sapper.proofs.proof import Technique

__all__ = ["drills_html"]

_CELL = 20
_WIDTH = re.compile(r'width="([0-9.]+)"')
_WIDE = 326  # pixels; wider boards have a row to themselves


def drills_html(drills: Sequence[Drill]) -> str:
    """Return a page to print: the positions, and on a new page the answers with their proofs."""
    style = files("sapper.games.drills").joinpath("sheet.css").read_text(encoding="utf-8")
    heading = escape(_heading(drills))
    is_wide = any(_width_of(drill.svg(cell_size=_CELL)) > _WIDE for drill in drills)
    kind = "sheet wide" if is_wide else "sheet"
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{heading}</title><style>\n{style}</style></head>\n<body><main>\n"
        f"<h1>{heading}</h1>\n<p>{escape(_(_TASK))}</p>\n"
        f'<div class="{kind}">\n{"".join(_positions(drills))}</div>\n'
        f'<section class="answers"><h1>{escape(_("Answers"))}</h1>\n'
        f'<div class="{kind}">\n{"".join(_answers(drills))}</div></section>\n'
        "</main></body></html>\n"
    )


_TASK = N_(
    "Find a cell that is certainly safe or certainly a mine. Flags are right. The number of mines "
    "of the whole board stands below each position."
)
_NAMES = {
    Technique.SINGLE_NUMBER: N_("one number at a time"),
    Technique.SUBSET: N_("one number inside another"),
    Technique.DIFFERENCE: N_("the difference of two numbers"),
    Technique.CHAIN: N_("chains of numbers"),
    Technique.CASE_SPLIT: N_("trying cases"),
    Technique.MINE_COUNT: N_("counting the mines"),
}


def _heading(drills: Sequence[Drill]) -> str:
    names = dict.fromkeys(_(_NAMES[drill.technique]) for drill in drills)
    return _("Minesweeper drills: {techniques}").format(techniques=", ".join(names))


def _positions(drills: Sequence[Drill]) -> Iterator[str]:
    for number, drill in enumerate(drills, 1):
        count = drill.position.mines or 0
        mines = count_mines(count)
        yield (
            f"<figure><h2>{number}</h2>{drill.svg(cell_size=_CELL)}"
            f"<figcaption>{mines}</figcaption></figure>\n"
        )


def _answers(drills: Sequence[Drill]) -> Iterator[str]:
    for number, drill in enumerate(drills, 1):
        proof = drill.answer
        told = (_("{cell} is a mine") if proof.is_mine else _("{cell} is safe")).format(
            cell=proof.cell
        )
        others = len(drill.answers) - 1
        more = _("The same technique settles {count} more.").format(count=others) if others else ""
        yield (
            f"<figure><h2>{number}. {escape(told)}</h2>"
            f"{drill.answer_svg(cell_size=_CELL)}"
            f"<figcaption>{escape(f'{proof.text} {more}'.strip())}</figcaption></figure>\n"
        )


def _width_of(picture: str) -> float:
    match = _WIDTH.search(picture)
    assert match is not None
    return float(match[1])
