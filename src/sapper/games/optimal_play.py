"""The exact winning chance of optimal play on small boards.

All layouts are listed and all ways to play are searched, with bounds, a transposition table and the
symmetries of the board (`native/sapper/endgame/endgame.hpp`). The cost grows very fast with the
size of the board; beyond the budget the search raises `BudgetExceeded`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb

from sapper import _core
from sapper.board.cell import Cell, join_names
from sapper.board.geometry import Geometry
from sapper.board.notebook_value import Key, NotebookValue, View
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.board.svg import OPEN_COLOUR
from sapper.errors import BudgetExceeded, InputError
from sapper.games.dealing import excluded_cells
from sapper.language import _
from sapper.percent import percent, percent_figure

__all__ = ["Optimal", "optimal", "wins_from"]

DEFAULT_NODES = 50_000_000
MOST_LAYOUTS = 400_000
_BEST = "#8fd19e"
_MOST_VALUES = 40_000_000  # layouts times cells: a byte each


@dataclass(frozen=True)
class Optimal(NotebookValue):
    """The winning chance of optimal play, by the first cell."""

    board: BoardSpec
    start: StartRule
    by_first: dict[Cell, Fraction]

    document_as = (
        "board", "start", "chance", "chance_float", "best_first", ("by_first", "pairs"),
    )  # fmt: skip

    @property
    def chance(self) -> Fraction:
        """The winning chance from the best first cell."""
        return max(self.by_first.values())

    @property
    def chance_float(self) -> float:
        """The winning chance, rounded."""
        return float(self.chance)

    @property
    def pairs(self) -> list[tuple[Cell, Fraction]]:
        """The first cells, each with its winning chance."""
        return list(self.by_first.items())

    @property
    def best_first(self) -> tuple[Cell, ...]:
        """The first cells that reach the best chance."""
        return tuple(c for c, chance in self.by_first.items() if chance == self.chance)

    def view(self) -> View:
        """Return what a notebook shows: the chance to win, by the first cell."""
        hidden = Position.hidden(self.board.geometry, self.board.mines)
        best = self.best_first
        fills = {cell: _BEST if cell in best else OPEN_COLOUR for cell in self.by_first}
        labels = {cell: percent_figure(float(c), 1) for cell, c in self.by_first.items()}
        view = View(
            title=_("optimal play on {board}, start {start}").format(
                board=self.board, start=self.start
            ),
            sentences=[
                _("Best play wins {percent} ({fraction}).").format(
                    percent=percent(float(self.chance)), fraction=self.chance
                )
            ],
            legend=[
                Key(_BEST, "", _("best first cells")),
                Key(OPEN_COLOUR, "%", _("chance to win from this first cell")),
            ],
        )
        picture = hidden.svg(labels=labels, fills=fills, cell_size=40)
        return hidden.view_with(lambda: picture, view)

    def __repr__(self) -> str:
        first = join_names(self.best_first, 4)
        return f"<Optimal on {self.board} {self.start}: wins {float(self.chance):.6g} from {first}>"


def optimal(
    board: BoardSpec | str,
    start: StartRule | str = StartRule.SAFE,
    *,
    nodes: int = DEFAULT_NODES,
    report: Callable[[int, int], None] = lambda _done, _all: None,
) -> Optimal:
    """Return the exact winning chance of optimal play, for every first cell.

    `nodes` bounds the search for each first cell; `report` is called with the number of finished
    cells and of all cells. Raise `BudgetExceeded` beyond `nodes` or for too many layouts, and
    `InputError` if the start rule can hold for no first cell.
    """
    if not 1 <= nodes < 2**63:
        raise InputError(f"expected 1 to 2^63 - 1 nodes, got {nodes}")
    spec = BoardSpec.of(board)
    rule = StartRule.parse(start)
    maps = _symmetries(spec.geometry)
    classes = _classes(spec.geometry, maps)
    search = (
        _open_starts(spec, maps, nodes) if rule is StartRule.OPEN else _starts(spec, maps, nodes)
    )
    by_first: dict[Cell, Fraction] = {}
    for done, cells in enumerate(classes):
        report(done, len(classes))
        found = search(cells[0])
        if found is not None:
            wins, safe, layouts = found
            chance = Fraction(wins, layouts if rule is StartRule.RAW else safe)
            by_first.update((spec.geometry.cell(i), chance) for i in cells)
    report(len(classes), len(classes))
    if not by_first:
        raise InputError(f"start rule '{rule}' cannot hold on {spec} for any first cell")
    return Optimal(spec, rule, dict(sorted(by_first.items())))


_Found = tuple[int, int, int] | None
"""Wins, layouts in which the first cell is safe, and all layouts."""


def wins_from(
    board: BoardSpec | str, first: tuple[int, int], *, nodes: int = DEFAULT_NODES
) -> tuple[int, int]:
    """Return how many layouts with a safe first cell optimal play wins, and how many there are.

    Raise `BudgetExceeded` as `optimal` does.
    """
    spec = BoardSpec.of(board)
    search = _starts(spec, _symmetries(spec.geometry), nodes)
    found = search(spec.geometry.index(first))
    assert found is not None  # every board has a safe cell
    return found[:2]


def _starts(spec: BoardSpec, maps: list[list[int]], nodes: int) -> Callable[[int], _Found]:
    """Return the search by first cell; all first cells share the layouts and the table."""
    board = _list_layouts(spec, set(), maps)

    def search(first: int) -> _Found:
        return _search_from(board, spec, first, nodes)

    return search


def _open_starts(spec: BoardSpec, maps: list[list[int]], nodes: int) -> Callable[[int], _Found]:
    """Return the search by first cell that shows 0; each has its own, much shorter list."""

    def search(first: int) -> _Found:
        geometry = spec.geometry
        free = set(excluded_cells(geometry, StartRule.OPEN, geometry.cell(first)))
        if geometry.size - len(free) < spec.mines:
            return None
        # Only symmetries that fix the free cells map listed layouts to listed layouts.
        kept = [m for m in maps if {m[i] for i in free} == free]
        return _search_from(_list_layouts(spec, free, kept), spec, first, nodes)

    return search


def _list_layouts(spec: BoardSpec, free: set[int], maps: list[list[int]]) -> _core.SmallBoard:
    size = spec.geometry.size
    layouts = comb(size - len(free), spec.mines)
    most = min(MOST_LAYOUTS, _MOST_VALUES // size)
    if layouts > most:
        raise BudgetExceeded(
            _("{spec} has {layouts} layouts, more than the {most} that can be listed").format(
                spec=spec, layouts=layouts, most=most
            ),
            states=0,
            milliseconds=0.0,
            limit="layouts",
        )
    is_free = bytes(i in free for i in range(size))
    return _core.SmallBoard(spec.geometry.native, spec.mines, is_free, maps, MOST_LAYOUTS)


def _search_from(board: _core.SmallBoard, spec: BoardSpec, first: int, nodes: int) -> _Found:
    found = board.open_first(first, nodes)
    if found is None:
        raise BudgetExceeded(
            _("stopped by the budget of {nodes} nodes from {cell} on {spec}").format(
                nodes=nodes, cell=spec.geometry.cell(first), spec=spec
            ),
            states=nodes,
            milliseconds=0.0,
        )
    return found


def _symmetries(geometry: Geometry) -> list[list[int]]:
    """Return the rotations, reflections and torus shifts that preserve neighbours."""
    around = [set(near) for near in geometry.neighbour_lists]
    found = [list(range(geometry.size))]
    for places in _candidate_maps(geometry):
        if places not in found and all(
            {places[j] for j in near} == around[places[i]] for i, near in enumerate(around)
        ):
            found.append(places)
    return found[1:]


def _candidate_maps(geometry: Geometry) -> Iterator[list[int]]:
    """Yield the places of all cells after shifts, flips and turns that stay on the board."""
    rows, columns = geometry.rows, geometry.columns
    is_torus = geometry.shape == "torus"
    shifts = list(product(range(rows), range(columns))) if is_torus else [(0, 0)]
    either = (False, True)
    for (down, right), flip_row, flip_column, turn in product(shifts, either, either, either):
        places = []
        for cell in range(geometry.size):
            r, c = divmod(cell, columns)
            r, c = (c, r) if turn else (r, c)
            r, c = (rows - 1 - r if flip_row else r), (columns - 1 - c if flip_column else c)
            if is_torus:
                r, c = (r + down) % rows, (c + right) % columns
            if 0 <= r < rows and 0 <= c < columns:
                places.append(r * columns + c)
        if len(places) == geometry.size:
            yield places


def _classes(geometry: Geometry, maps: list[list[int]]) -> list[list[int]]:
    """Return the cells in classes that the symmetries map to each other."""
    left, classes = set(range(geometry.size)), []
    while left:
        first = min(left)
        group = sorted({first, *(m[first] for m in maps)})
        classes.append(group)
        left -= set(group)
    return classes
