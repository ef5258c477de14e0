"""What a layout measures, before anybody plays it: 3BV, openings, islands, ZiNi, density.

The core computes all of it in time linear in the cells; `docs/how-to/metrics.md` has the
definitions and says where programs differ. 3BV, openings and islands take microseconds; ZiNi takes
some ten times as long and is computed when it is first asked for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple, get_args

from sapper import _core
from sapper.board.layout import Layout
from sapper.board.notebook_value import NotebookValue, View, shorten
from sapper.board.spec import BoardSpec
from sapper.language import N_, _, local_number

__all__ = [
    "BOARD_FORMULAS",
    "SCAN_ORDERS",
    "BoardMetrics",
    "Formula",
    "ScanOrder",
    "figure_text",
]

ScanOrder = Literal[
    "columns", "rows", "columns-up", "rows-up",
    "columns-left", "rows-left", "columns-left-up", "rows-left-up",
]  # fmt: skip
SCAN_ORDERS: Final[tuple[ScanOrder, ...]] = get_args(ScanOrder)
"""The orders in which ZiNi looks at cells, from the top left unless they say `left` or `up`.

`columns` goes column by column, as ms_toollib does; `rows` row by row, as LlamaSweeper does;
`left` goes from right to left, `up` from the bottom to the top.
"""


class Formula(NamedTuple):
    """A figure: its key in documents, its name, its formula, and whether it is a share."""

    key: str
    name: str
    text: str
    is_share: bool = False

    @property
    def attribute(self) -> str:
        """The property that computes it: no name in Python begins with a digit."""
        return self.key.replace("3bv", "bbbv")


Formula.document_as = (("figure", "key"), ("formula", "text"))  # type: ignore[attr-defined]

BOARD_FORMULAS: Final = (
    Formula("3bv", "3BV", N_("openings + numbers that touch no 0")),
    Formula("openings", N_("openings"), N_("connected groups of 0")),
    Formula("islands", N_("islands"), N_("connected groups of numbers that touch no 0")),
    Formula("zini", N_("ZiNi (columns)"), N_("clicks of the greedy chording player; ms_toollib's")),
    Formula(
        "zini_rows", N_("ZiNi (rows)"), N_("the same, cells scanned row by row; LlamaSweeper's")
    ),
    Formula("zini_8way", N_("8-way ZiNi"), N_("the least ZiNi of the eight scanning orders")),
    Formula("human_zini", N_("human ZiNi"), N_("openings first, then chords on open cells only")),
    Formula(
        "max_efficiency",
        N_("max efficiency"),
        N_("3BV / least ZiNi, 8-way or human"),
        is_share=True,
    ),
    Formula("density", N_("density"), N_("mines / cells"), is_share=True),
    Formula("3bv_density", N_("3BV density"), N_("3BV / safe cells"), is_share=True),
    Formula(
        "zero_share", N_("cells that show 0"), N_("cells that show 0 / safe cells"), is_share=True
    ),
)
"""The figures of a board in the order in which they are shown."""


@dataclass(frozen=True)
class BoardMetrics(NotebookValue):
    """The figures of one layout, equal and hashed by the layout; see `Layout.metrics`."""

    document_as = (
        "board", "layout", "cells", "mines", ("3bv", "bbbv"), "openings", "islands", "numbers",
        "zini", "scan_order", "zini_rows", "zini_8way", "human_zini", "max_efficiency", "density",
        ("3bv_density", "bbbv_density"), "zero_share", "formulas",
    )  # fmt: skip

    layout: Layout
    bbbv: int = field(init=False, compare=False)
    """Bechtel's board benchmark value: the fewest left clicks without flags."""
    openings: int = field(init=False, compare=False)
    """How many connected groups of zeros there are."""
    islands: int = field(init=False, compare=False)
    """How many connected groups there are of numbers that touch no zero."""
    numbers: tuple[int, ...] = field(init=False, compare=False)
    """How many cells show 0, 1, 2 and so on."""

    def __post_init__(self) -> None:
        counts = _core.board_counts(self.layout.geometry.native, self.layout.cells)
        for name, value in zip(("bbbv", "openings", "islands"), counts, strict=False):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "numbers", tuple(counts[3]))

    @property
    def board(self) -> BoardSpec:
        """The board of the layout."""
        return self.layout.spec

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.layout.geometry.size

    @property
    def mines(self) -> int:
        """The number of mines."""
        return self.board.mines

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """How the figures are computed."""
        return BOARD_FORMULAS

    @property
    def scan_order(self) -> ScanOrder:
        """The scanning order of `zini`: column by column."""
        return SCAN_ORDERS[0]

    @property
    def zini(self) -> int:
        """The clicks of greedy ZiNi in the order `columns`."""
        return self.zini_by_order[self.scan_order]

    @cached_property
    def zini_by_order(self) -> dict[ScanOrder, int]:
        """The clicks of greedy ZiNi in each of the eight orders."""
        layout = self.layout
        found = _core.zini(layout.geometry.native, layout.cells, list(range(len(SCAN_ORDERS))))
        return {order: clicks for order, (clicks, _) in zip(SCAN_ORDERS, found, strict=True)}

    @property
    def zini_8way(self) -> int:
        """The least of greedy ZiNi over the eight orders."""
        return min(self.zini_by_order.values())

    @cached_property
    def human_zini(self) -> int:
        """The clicks if every opening is clicked first and chords are made on open cells only."""
        [(clicks, _)] = _core.zini(self.layout.geometry.native, self.layout.cells, [0], True)
        return clicks

    @property
    def max_efficiency(self) -> float:
        """3BV by the least ZiNi known: the efficiency of a player who makes only those clicks."""
        return self.bbbv / min(self.zini_8way, self.human_zini)

    @property
    def density(self) -> float:
        """The share of the cells that are mines."""
        return self.mines / self.cells

    @property
    def bbbv_density(self) -> float:
        """3BV by the number of safe cells."""
        return self.bbbv / self.board.safe_cells

    @property
    def zero_share(self) -> float:
        """The share of the safe cells that show 0."""
        return self.numbers[0] / self.board.safe_cells

    @property
    def zini_rows(self) -> int:
        """The clicks of greedy ZiNi in the order `rows`."""
        return self.zini_by_order["rows"]

    def rows(self) -> dict[str, tuple[str, str, str]]:
        """Return name, figure and formula of everything by its key, as tables show them."""
        return {
            each.key: (_(each.name), figure_text(getattr(self, each.attribute), each), _(each.text))
            for each in BOARD_FORMULAS
        }

    @property
    def remarks(self) -> list[str]:
        """What no row says: how many cells show each number."""
        shown = [f"{number}: {count}" for number, count in enumerate(self.numbers) if count]
        return [_("cells by number: {counts}").format(counts=", ".join(shown))]

    def view(self) -> View:
        """Return what a notebook shows: a table."""
        title = _("metrics of {source}").format(source=shorten(self.layout.text, 60))
        heads = (_("figure"), _("value"), _("formula"))
        rows = list(self.rows().values())
        return View(title=title, sentences=self.remarks, heads=heads, rows=rows)

    def __repr__(self) -> str:
        figures = f"3BV {self.bbbv}, {self.openings} openings, {self.islands} islands"
        return f"<BoardMetrics of {shorten(self.layout.text, 80)}: {figures}>"


def figure_text(value: float | bool | None, formula: Formula) -> str:
    """Return a figure as tables show it: a share in percent, at most three decimals, else –."""
    from sapper.percent import percent

    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if formula.is_share:
        return percent(value)
    if isinstance(value, int):
        return str(value)
    return local_number(f"{value:.3f}") if math.isfinite(value) else _("infinite")
