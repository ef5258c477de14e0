"""Lines of games whose mines are given: `BOARD START =HEX GAME MOVES...`.

Only the layout and the first cell are of interest here; `sapper.games` plays such a line. A line
whose mines are dealt from a seed is no layout before it is played.
"""

from __future__ import annotations

import json
import re

from sapper.board.cell import Cell
from sapper.board.layout import Layout
from sapper.board.spec import StartRule
from sapper.errors import InputError, ParseError
from sapper.language import _

__all__ = ["is_game", "layout_of_game", "start_rule_of", "write_game"]

_OPEN = re.compile(r"o([0-9]{1,7}),([0-9]{1,7})(@[0-9.]+)?")


def is_game(text: str) -> bool:
    """Return whether a text is a game line with its mines, or a document with one."""
    words = _words(text)
    return len(words) >= 4 and words[1] in list(StartRule) and words[2].startswith("=")


def layout_of_game(text: str) -> tuple[Layout, Cell | None, int]:
    """Return the layout, the first cell that is opened, and how many more moves there are."""
    board, _other, mines, _other, *moves = _words(text)
    try:
        layout = Layout.parse(f"{board}{mines}")
    except InputError as error:
        raise ParseError(str(error)) from None
    opened = [match for move in moves if (match := _OPEN.fullmatch(move))]
    if not opened:
        return layout, None, len(moves)
    first = Cell(int(opened[0][1]), int(opened[0][2]))
    if first.row >= layout.geometry.rows or first.column >= layout.geometry.columns:
        raise ParseError(
            _("the first cell {first} of the game is outside of {spec}").format(
                first=first, spec=layout.spec
            )
        )
    return layout, first, len(moves) - 1


def write_game(layout: Layout, first: Cell | None = None) -> str:
    """Return the line of a game on the layout, with the strictest start rule that holds."""
    board, mines = layout.text.split("=")
    move = "" if first is None else f" o{first.row},{first.column}"
    return f"{board} {start_rule_of(layout, first)} ={mines} 0{move}"


def start_rule_of(layout: Layout, first: Cell | None) -> StartRule:
    """Return what the first cell of a layout turns out to be; raw if it is not known."""
    if first is None or layout.cells[layout.geometry.index(first)]:
        return StartRule.RAW
    is_zero = layout.numbers[layout.geometry.index(first)] == 0
    return StartRule.OPEN if is_zero else StartRule.SAFE


def _words(text: str) -> list[str]:
    if text.lstrip().startswith("{"):
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            return []
        line = document.get("game") if isinstance(document, dict) else None
        return line.split() if isinstance(line, str) else []
    return text.split() if text.count("\n") == 0 else []
