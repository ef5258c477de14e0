"""Steps of reasoning as data; cells and premises are indices."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Bound", "Case", "Inference"]


@dataclass(frozen=True, slots=True)
class Bound:
    """A helper's bound: `least` to `most` of the cells it shares with the main premise are mines.

    `outside` counts its undecided cells that are not shared, `need` its mines not yet found.
    """

    premise: int
    cells: frozenset[int]
    least: int
    most: int
    outside: int
    need: int


@dataclass(frozen=True, slots=True)
class Inference:
    """One step: the main premise with its helpers settles the cells in `settled`.

    An empty `settled` means a clash; then `is_mine` says that mines are missing, otherwise there
    are too many.

    `found` are the mines known before the step, `need` how many were still missing among `cells`;
    `given` are the cells known from earlier steps that the step relies on.
    """

    premise: int
    found: frozenset[int]
    need: int
    cells: frozenset[int]
    helpers: tuple[Bound, ...]
    settled: frozenset[int]
    is_mine: bool
    given: frozenset[int]

    @property
    def is_clash(self) -> bool:
        """Whether this step shows that the premises cannot all be right."""
        return not self.settled

    @property
    def premises(self) -> tuple[int, ...]:
        """All premises of this step, the main one first."""
        return (self.premise, *(helper.premise for helper in self.helpers))


@dataclass(frozen=True, slots=True)
class Case:
    """An assumption and what follows: steps up to a clash, or up to two cases that both clash."""

    cell: int | None
    is_mine: bool
    steps: tuple[Inference, ...]
    cases: tuple[Case, ...]
