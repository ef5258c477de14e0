"""One question to the native core about one position, and its answer.

Only this module and `batch` call the core's solving functions. To learn what follows from
a position, make a `CoreQuery`, solve it within a budget and read the answer's named properties.
Making a question costs a fraction of a microsecond; the smallest answers take a few microseconds.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from fractions import Fraction
from itertools import compress
from numbers import Real
from typing import Final, cast

from sapper import _core
from sapper.analysis.budget import DEFAULT_BUDGET, Allowance, Budget, budget_errors, budget_exceeded
from sapper.analysis.exact import ExactCounts
from sapper.board.cell import SILENT
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.language import _

__all__ = ["ANY_DENSITY", "CoreAnswer", "CoreQuery", "chance_all_safe", "check_prior"]

# Verdicts of the core, one byte per cell (native/sapper/count/solve.hpp): 0 for an open cell, 1 for
# an undecided one; an extra bit marks certain cells that follow only with the mine count.
_KIND, _SAFE, _MINE, _BY_MINE_COUNT = 3, 2, 3, 4
_CERTAIN = 2  # the bit that safe cells and mines share
_IS_CERTAIN, _IS_SAFE, _IS_MINE, _IS_BY_MINE_COUNT = (
    bytes(verdict & bits == value for verdict in range(256))
    for bits, value in (
        (_CERTAIN, _CERTAIN), (_KIND, _SAFE), (_KIND, _MINE), (_BY_MINE_COUNT, _BY_MINE_COUNT),
    )
)  # fmt: skip
_POSSIBLE = _core.Outcome.POSSIBLE
ANY_DENSITY = 0.5  # certain cells do not depend on the density
_ROUNDED = 1e-6  # below it, 1 - chance has lost too many digits: the layouts are compared instead


class CoreQuery:
    """A board (graph and faces), its mine count if known, and what flags mean.

    Without a mine count, `density` is the chance of a mine in a cell about which nothing is known;
    it affects only the chances, not what is certain. Flags are mines if `trust_flags`, otherwise
    ordinary covered cells.
    """

    __slots__ = ("_options", "faces", "graph", "mines", "trust_flags")

    # Written by hand: a frozen dataclass or a named tuple takes three times as long to make.
    def __init__(
        self,
        graph: _core.Graph,
        faces: bytes,
        mines: int | None = None,
        trust_flags: bool = False,
        density: float | None = None,
    ) -> None:
        self.graph: Final = graph
        self.faces: Final = faces
        self.mines: Final = mines
        self.trust_flags: Final = trust_flags
        self._options: Final = (
            -1 if mines is None else mines,
            ANY_DENSITY if density is None else density,
            trust_flags,
        )

    @classmethod
    def about(
        cls,
        position: Position,
        trust_flags: bool = False,
        density: float | Fraction | None = None,
    ) -> CoreQuery:
        """Return the question about a position."""
        prior = None if density is None else float(density)
        return cls(position.geometry.native, position.faces, position.mines, trust_flags, prior)

    def solve(self, budget: Budget | Allowance = DEFAULT_BUDGET) -> CoreAnswer:
        """Return the chances and the certain cells, or an answer that is not possible.

        Raise `BudgetExceeded` when the work grows too large, as the other methods do.
        """
        limits = budget.limits
        try:  # a context manager would take as long as a small answer
            return CoreAnswer(_core.solve(self.graph, self.faces, *self._options, *limits))
        except _core.BudgetSpent as spent:
            raise budget_exceeded(*spent.args) from None

    def numbers(self, cell: int, budget: Budget | Allowance = DEFAULT_BUDGET) -> list[float]:
        """Return the chance of each number behind a cell, given that the cell is safe."""
        with budget_errors():
            return _core.numbers(self.graph, self.faces, *self._options, cell, *budget.limits)

    def components(
        self, budget: Budget | Allowance = DEFAULT_BUDGET
    ) -> list[tuple[list[int], list[int], int, int]]:
        """Return (cells, numbers, fewest mines, most mines) of each component."""
        with budget_errors():
            return _core.components(self.graph, self.faces, self.trust_flags, *budget.limits)

    def exact_counts(self, budget: Budget | Allowance = DEFAULT_BUDGET) -> ExactCounts | None:
        """Return the exact counts of all components, or None when the numbers clash."""
        with budget_errors():
            counts = _core.exact(self.graph, self.faces, self.trust_flags, *budget.limits)
        return None if counts is None else ExactCounts(*counts)

    def sample(self, count: int, seed: int) -> list[bytes]:
        """Return uniformly drawn layouts that fit, one byte per cell; an empty list if it cannot.

        The mine count must be known, and flags must not be trusted.
        """
        assert self.mines is not None
        assert not self.trust_flags
        with budget_errors():
            return _core.sample(self.graph, self.faces, self.mines, count, seed)

    def guess_layout(self, cells: list[int], layout: bytes, seed: int, number: int) -> bytes:
        """Return the layout in which move `number` of guess mode opens cells, drawn anew if so."""
        with budget_errors():
            return _core.guess_layout(self.graph, self.faces, cells, layout, seed, number)


class CoreAnswer:
    """The answer to a question; cells are indices.

    `untouched` covered cells no number touches, each a mine with `untouched_chance`; `ways_log10`
    is the decimal logarithm of the number of layouts, in floating point.
    """

    __slots__ = (
        "_found", "_verdicts", "is_possible", "untouched", "untouched_chance", "ways_log10",
    )  # fmt: skip

    def __init__(self, found: _core.Answer) -> None:
        self._found = found
        self._verdicts: bytes | None = None
        self.is_possible = found.outcome is _POSSIBLE
        self.untouched = found.untouched
        self.untouched_chance = found.untouched_chance
        self.ways_log10 = found.ways_log10

    @property
    def needs_other_mine_count(self) -> bool:
        """Whether layouts fit the numbers, but none with this mine count."""
        return self._found.outcome is _core.Outcome.MINE_COUNT_CLASHES

    @property
    def clash(self) -> list[int]:
        """Numbers some of which clash, if the numbers alone are impossible."""
        return self._found.clash

    @property
    def chances(self) -> memoryview[float]:
        """The chance of a mine in every covered cell, by index; nan elsewhere; read-only."""
        return cast("memoryview[float]", self._found.chances)

    def is_covered(self, cell: int) -> bool:
        """Return whether the cell is covered (a trusted flag is covered too)."""
        return self.verdicts[cell] != 0

    def is_certain(self, cell: int) -> bool:
        """Return whether the cell is the same in every layout."""
        return self.verdicts[cell] & _CERTAIN != 0

    def is_safe(self, cell: int) -> bool:
        """Return whether the cell is a mine in no layout."""
        return self.verdicts[cell] & _KIND == _SAFE

    def is_mine(self, cell: int) -> bool:
        """Return whether the cell is a mine in every layout."""
        return self.verdicts[cell] & _KIND == _MINE

    def needs_mine_count(self, cell: int) -> bool:
        """Return whether a certain cell follows only with the mine count."""
        return self.verdicts[cell] & _BY_MINE_COUNT != 0

    @property
    def certain(self) -> list[int]:
        """All certain cells."""
        return self._cells(_IS_CERTAIN)

    @property
    def safe(self) -> list[int]:
        """All cells that are certainly safe."""
        return self._cells(_IS_SAFE)

    @property
    def mines(self) -> list[int]:
        """All cells that are certainly mines."""
        return self._cells(_IS_MINE)

    @property
    def by_mine_count(self) -> list[int]:
        """The certain cells that the numbers alone leave open."""
        return self._cells(_IS_BY_MINE_COUNT)

    @property
    def verdicts(self) -> bytes:
        """The core's verdict on every cell; copied once."""
        if self._verdicts is None:
            self._verdicts = self._found.verdicts
        return self._verdicts

    def _cells(self, chosen: bytes) -> list[int]:
        verdicts = self.verdicts.translate(chosen)
        return list(compress(range(len(verdicts)), verdicts))


def chance_all_safe(position: Position, cells: Iterable[int], allowance: Allowance) -> float:
    """Return the chance that none of these covered cells, given by index, is a mine.

    The chances of single cells cannot be multiplied, because mines are not independent. Cell by
    cell the chance is taken given that the cells before it are safe, whatever number they show.
    """
    safe, faces = 1.0, bytearray(position.faces)

    def solve() -> CoreAnswer:
        return CoreQuery(position.geometry.native, bytes(faces), position.mines).solve(allowance)

    for cell in cells:
        answer = solve()
        if not answer.is_possible or answer.is_mine(cell):
            return 0.0
        faces[cell] = SILENT
        chance = 1.0 - answer.chances[cell]
        safe *= chance if chance >= _ROUNDED else 10.0 ** (solve().ways_log10 - answer.ways_log10)
    return safe


def check_prior(mines: int | None, density: float | Fraction | None) -> None:
    """Raise `InputError` unless there is a mine count or a density, and not both."""
    if mines is not None:
        raise InputError(
            f"a density is only for an unknown mine count, but this board has {mines} mines: "
            "leave the density out"
        )
    if density is None:
        raise InputError(
            _("the mine count is unknown: give the mines, or a density between 0 and 1"),
            field="mines",
        )
    # Checked as the double the core gets: a density rounded to 0 would make cells certain.
    if not isinstance(density, Real) or not 0 < float(density) < 1:
        raise InputError(f"expected a density between 0 and 1, got {reprlib.repr(density)}")
