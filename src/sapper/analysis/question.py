"""One question to the native core about one position, and its answer.

Only this module and `many_questions` call the core's solving functions. To learn what follows from
a position, make a `Question`, solve it within a budget and read the answer's named properties.
Making a question costs a fraction of a microsecond; the smallest answers take a few microseconds.
"""

from __future__ import annotations

import reprlib
from fractions import Fraction
from numbers import Real
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.analysis.budget import DEFAULT_BUDGET, Allowance, Budget, budget_errors, budget_exceeded
from sapper.analysis.exact import ExactCounts
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.language import _

__all__ = [
    "ANY_DENSITY",
    "Answer",
    "Chances",
    "Mask",
    "Question",
    "Verdicts",
    "check_prior",
    "rows_of_chances",
]

Chances = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Verdicts = npt.NDArray[np.uint8]

# Verdicts of the core, one byte per cell (native/sapper/count/solve.hpp): 0 for an open cell, 1 for
# an undecided one; an extra bit marks certain cells that follow only with the mine count.
_KIND, _SAFE, _MINE, _BY_MINE_COUNT = 3, 2, 3, 4
_CERTAIN = 2  # the bit that safe cells and mines share
_POSSIBLE = _core.Outcome.POSSIBLE
ANY_DENSITY = 0.5  # certain cells do not depend on the density


class Question:
    """A board (graph and faces), its mine count if known, and what flags mean.

    Without a mine count, `density` is the chance of a mine in a cell about which nothing is known;
    it affects only the chances, not what is certain. Flags are mines if `trust_flags`, otherwise
    ordinary covered cells.
    """

    __slots__ = ("density", "faces", "graph", "mines", "trust_flags")

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
        self.density: Final = density

    @classmethod
    def about(
        cls,
        position: Position,
        trust_flags: bool = False,
        density: float | Fraction | None = None,
    ) -> Question:
        """Return the question about a position."""
        prior = None if density is None else float(density)
        return cls(position.geometry.native, position.faces, position.mines, trust_flags, prior)

    def solve(self, budget: Budget | Allowance = DEFAULT_BUDGET) -> Answer:
        """Return the chances and the certain cells, or an answer that is not possible.

        Raise `BudgetExceeded` when the work grows too large, as the other methods do.
        """
        mines = -1 if self.mines is None else self.mines
        density = ANY_DENSITY if self.density is None else self.density
        states, milliseconds = budget.limits
        try:  # a context manager would take as long as a small answer
            found = _core.solve(
                self.graph, self.faces, mines, density, self.trust_flags, states, milliseconds
            )
        except _core.BudgetSpent as spent:
            raise budget_exceeded(*spent.args) from None
        return Answer(found)

    def numbers(self, cell: int, budget: Budget | Allowance = DEFAULT_BUDGET) -> list[float]:
        """Return the chance of each number behind a cell, given that the cell is safe."""
        mines = -1 if self.mines is None else self.mines
        density = ANY_DENSITY if self.density is None else self.density
        with budget_errors():
            return _core.numbers(
                self.graph, self.faces, mines, density, self.trust_flags, cell, *budget.limits
            )

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


class Answer:
    """The answer to a question; cells are indices."""

    __slots__ = ("_found", "_verdicts", "is_possible")

    def __init__(self, found: _core.Answer) -> None:
        self._found = found
        self._verdicts: bytes | None = None
        self.is_possible = found.outcome is _POSSIBLE

    def __reduce__(self) -> tuple[Any, ...]:
        names = ("outcome", "clash", "untouched", "untouched_chance", "verdicts", "ways_log10")
        values = {name: getattr(self._found, name) for name in names}
        return _restore, (values, np.array(self._found.chances))

    @property
    def needs_other_mine_count(self) -> bool:
        """Whether layouts fit the numbers, but none with this mine count."""
        return self._found.outcome is _core.Outcome.MINE_COUNT_CLASHES

    @property
    def clash(self) -> list[int]:
        """Numbers some of which clash, if the numbers alone are impossible."""
        return self._found.clash

    @property
    def chances(self) -> Chances:
        """The chance of a mine in every covered cell, rows x columns; nan elsewhere; read-only."""
        return self._found.chances

    @property
    def untouched(self) -> int:
        """How many covered cells no number touches."""
        return self._found.untouched

    @property
    def untouched_chance(self) -> float:
        """The chance of a mine in a cell that no number touches, if there is one."""
        return self._found.untouched_chance

    @property
    def ways_log10(self) -> float:
        """The decimal logarithm of the number of layouts, in floating point, if there are any."""
        return self._found.ways_log10

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
    def certain(self) -> Mask:
        """All certain cells, as a mask."""
        return self._mask(_CERTAIN, _CERTAIN)

    @property
    def safe(self) -> Mask:
        """All cells that are certainly safe, as a mask."""
        return self._mask(_KIND, _SAFE)

    @property
    def mines(self) -> Mask:
        """All cells that are certainly mines, as a mask."""
        return self._mask(_KIND, _MINE)

    @property
    def by_mine_count(self) -> Mask:
        """The certain cells that the numbers alone leave open, as a mask."""
        return self._mask(_BY_MINE_COUNT, _BY_MINE_COUNT)

    @property
    def verdicts(self) -> bytes:
        """The core's verdict on every cell; copied once."""
        if self._verdicts is None:
            self._verdicts = self._found.verdicts
        return self._verdicts

    def _mask(self, bits: int, verdict: int) -> Mask:
        mask: Mask = np.frombuffer(self.verdicts, dtype=np.uint8) & bits == verdict
        return mask


def _restore(values: dict[str, Any], chances: Chances) -> Answer:
    """Return an answer that was pickled: its values without the core's own object."""
    chances.setflags(write=False)
    found: Any = SimpleNamespace(**values, chances=chances)
    return Answer(found)


def check_prior(mines: int | None, density: float | Fraction | None) -> None:
    """Raise `InputError` unless there is a mine count or a density, and not both."""
    if mines is not None:
        raise InputError(
            f"a density is only for an unknown mine count, but this board has {mines} mines: "
            "leave the density out"
        )
    if density is None:
        raise InputError(
            _("the mine count is unknown: give the mines, or a density between 0 and 1")
        )
    # Checked as the double the core gets: a density rounded to 0 would make cells certain.
    if not isinstance(density, Real) or not 0 < float(density) < 1:
        raise InputError(f"expected a density between 0 and 1, got {reprlib.repr(density)}")


def rows_of_chances(chances: Chances) -> list[list[float | None]]:
    """Return chances as documents have them: lists of rows, None where there is no chance."""
    values = chances.astype(object)
    values[np.isnan(chances)] = None
    rows: list[list[float | None]] = values.tolist()
    return rows
