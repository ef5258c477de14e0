"""Links to whole boards, `?b=SIZE&m=MINES`, of JSMinesweeper and LlamaSweeper.

`b` is 1 (9x9), 2 (16x16), 3 (16 rows of 30), or width and height as decimal numbers one after the
other: `4020` is 40 wide and 20 high. `m` has five cells to a digit of 0-9a-v. The click path `c` of
LlamaSweeper is not read.

Programs write width and height with different numbers of digits, so `830` may be 8x30 or 83x0 and
`8100` 8x100 or 81x00. The number of digits in `m` decides; we write both with the same number of
digits, which all of them read.
"""

from __future__ import annotations

import re
import string

from sapper.board.formats.header import Header, excerpt
from sapper.board.formats.mine_bits import (
    count_digits,
    grid_layout,
    need_grid,
    pack_mines,
    unpack_mines,
)
from sapper.board.layout import Layout
from sapper.errors import ParseError
from sapper.language import _

__all__ = ["is_link", "read_link", "write_link"]

_BITS = 5
_DIGITS = string.digits + string.ascii_lowercase[:22]
_VALUE_OF = {digit: value for value, digit in enumerate(_DIGITS)}
_PRESETS = {"1": (9, 9), "2": (16, 16), "3": (16, 30)}
_NAMES = {size: name for name, size in _PRESETS.items()}
_LONGEST_SIZE = 14  # digits of width and height together


def _parameters_of(text: str) -> dict[str, str]:
    """Return the parameters behind the last question mark of an address; also without address."""
    query = text.strip().rpartition("?")[2].partition("#")[0]
    pairs = (part.partition("=") for part in query.split("&"))
    return {name: value for name, equals, value in pairs if equals}


def is_link(text: str) -> bool:
    """Return whether a text is one line with the parameters b and m."""
    return len(text.split()) == 1 and {"b", "m"} <= _parameters_of(text).keys()


def read_link(text: str) -> tuple[Layout, tuple[str, ...]]:
    """Return the layout of a link, and a note if its size was ambiguous.

    Raise `ParseError` for a link that no board fits.
    """
    parameters = _parameters_of(text)
    size, mines = parameters["b"], parameters["m"].lower()
    if not set(mines) <= set(_DIGITS) or not mines:
        raise ParseError(
            _("expected digits 0-9 and a-v in m= of the link, got {excerpt}").format(
                excerpt=excerpt(mines)
            )
        )
    header, notes = _read_size(size, len(mines))
    digits = [_VALUE_OF[digit] for digit in mines]
    layout = grid_layout(header, unpack_mines(digits, _BITS, header.rows * header.columns))
    return layout, notes


def write_link(layout: Layout) -> str:
    """Return the part of a link that says the board: put it behind the address of a program."""
    need_grid(layout, "a link")
    rows, columns = layout.geometry.rows, layout.geometry.columns
    longest = max(len(str(rows)), len(str(columns)))
    size = _NAMES.get((rows, columns)) or f"{columns:0{longest}}{rows:0{longest}}"
    mines = "".join(_DIGITS[digit] for digit in pack_mines(layout.cells, _BITS))
    return f"?b={size}&m={mines}"


def _read_size(size: str, digits: int) -> tuple[Header, tuple[str, ...]]:
    """Return the size that b means, where m has this many digits."""
    if not re.fullmatch(f"[0-9]{{1,{_LONGEST_SIZE}}}", size):
        raise ParseError(
            _("expected 1, 2, 3 or width and height in b= of the link, got {excerpt}").format(
                excerpt=excerpt(size)
            )
        )
    meant = [_PRESETS[size]] if size in _PRESETS else _splits(size)
    fitting = [sides for sides in meant if count_digits(sides[0] * sides[1], _BITS) == digits]
    if not fitting:
        raise ParseError(
            _(
                "b={size} and m= of the link do not fit: {digits} digits hold {least} to "
                "{most} cells"
            ).format(size=size, digits=digits, least=_BITS * digits - 4, most=_BITS * digits)
        )
    (rows, columns), usual = fitting[0], meant[0]
    if (rows, columns) != usual and len(fitting) > 1:
        boards = " or ".join(f"{r}x{c}" for r, c in fitting)
        raise ParseError(
            _("b={size} of the link is ambiguous: it may mean {boards} cells").format(
                size=size, boards=boards
            )
        )
    is_usual = (rows, columns) == usual
    note = _(
        "b={size} was taken for {rows} rows of {columns}, which the number of mines' digits fits"
    ).format(size=size, rows=rows, columns=columns)
    return Header(rows, columns, None), () if is_usual else (note,)


def _splits(size: str) -> list[tuple[int, int]]:
    """Return the rows and columns that b may mean, first those of halves of equal length."""
    half = len(size) // 2
    places = [half, *(at for at in range(1, len(size)) if at != half and size[at] != "0")]
    return [(int(size[at:]), int(size[:at] or "0")) for at in places]
