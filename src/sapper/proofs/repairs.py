"""Find the single changes that make an impossible position possible.

A change can help only if it touches the clash: give a clashing number another value, cover it or an
open cell beside it, remove a shown mine or trusted flag beside it, or change the mine count. Every
candidate is checked by analysis, so every repair that is returned works.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sapper.analysis.core_query import CoreQuery
from sapper.analysis.partial_board import PartialBoard
from sapper.analysis.premises import MINE_COUNT, Premises
from sapper.board.cell import FLAG, HIDDEN, Cell, is_number
from sapper.board.position import Position
from sapper.language import _, _n

__all__ = ["Change", "Repair", "repairs_of"]

_MOST_TRIES = 250
_MOST_COUNTS_AWAY = 20


class Change(StrEnum):
    """What a repair changes."""

    NUMBER = "number"
    FLAG = "flag"
    COVERED = "covered"
    MINE_COUNT = "mine count"


@dataclass(frozen=True, slots=True)
class Repair:
    """One change: the cell (None for the mine count) and the number it should show."""

    change: Change
    cell: Cell | None
    value: int | None
    text: str

    def apply(self, position: Position) -> Position:
        """Return the position with this change made."""
        if self.cell is None:
            return position.with_mines(self.value)
        face = HIDDEN if self.value is None else self.value
        return position.with_faces({self.cell: face})

    def __repr__(self) -> str:
        return f"<Repair: {self.text}>"


def repairs_of(puzzle: Premises, premises: Sequence[int]) -> tuple[Repair, ...]:
    """Return all changes near the clashing premises that repair the position, likeliest first."""
    found: list[Repair] = []
    tries = 0
    settled: set[tuple[Cell | None, int]] = set()  # nearest value found, by cell and direction
    for direction, repair in _candidates(puzzle, premises):
        if tries >= _MOST_TRIES:
            break
        key = repair.cell, direction
        if direction and key in settled:
            continue
        tries += 1
        repaired = CoreQuery.about(repair.apply(puzzle.position), puzzle.trust_flags)
        if repaired.solve(puzzle.allowance).is_possible:
            settled.add(key)
            found.append(repair)
    return tuple(found)


def _candidates(puzzle: Premises, premises: Sequence[int]) -> Iterator[tuple[int, Repair]]:
    """Yield changes to try with their direction (-1 lower, 1 higher, 0 neither)."""
    numbers = [i for i in premises if i != MINE_COUNT]
    if MINE_COUNT in premises:
        yield from _other_counts(puzzle)
    for away in range(1, 9):
        for number in numbers:
            yield from _other_values(puzzle, number, away)
        if away == 1:
            yield from _remove_mines(puzzle, numbers)
            yield from _cover_numbers(puzzle, numbers)


def _other_values(puzzle: Premises, number: int, away: int) -> Iterator[tuple[int, Repair]]:
    cell, shown = puzzle.cell(number), puzzle.premise(number).shown
    most = len(puzzle.position.geometry.neighbour_lists[number])
    for direction in (-1, 1):
        value = shown + direction * away
        if 0 <= value <= most:
            text = _("the {number} at {cell} could be a {value}")
            text = text.format(number=shown, cell=cell, value=value)
            yield direction, Repair(Change.NUMBER, cell, value, text)


def _remove_mines(puzzle: Premises, numbers: Sequence[int]) -> Iterator[tuple[int, Repair]]:
    faces = puzzle.position.faces
    for index in sorted({i for n in numbers for i in puzzle.premise(n).known}):
        cell = puzzle.cell(index)
        if faces[index] == FLAG:
            text = _("the flag at {cell} could be wrong").format(cell=cell)
            yield 0, Repair(Change.FLAG, cell, None, text)
        else:
            text = _("the mine shown at {cell} could be a covered cell").format(cell=cell)
            yield 0, Repair(Change.COVERED, cell, None, text)


def _cover_numbers(puzzle: Premises, numbers: Sequence[int]) -> Iterator[tuple[int, Repair]]:
    faces = puzzle.position.faces
    around = puzzle.position.geometry.neighbour_lists
    beside = sorted({i for n in numbers for i in around[n] if is_number(faces[i])} - set(numbers))
    for index in (*numbers, *beside):
        cell = puzzle.cell(index)
        text = _("the {number} at {cell} could be a covered cell")
        text = text.format(number=faces[index], cell=cell)
        yield 0, Repair(Change.COVERED, cell, None, text)


def _other_counts(puzzle: Premises) -> Iterator[tuple[int, Repair]]:
    """Yield the nearest mine counts below and above that the numbers allow, or may allow."""
    mines = puzzle.position.mines
    assert mines is not None
    limits = PartialBoard(puzzle, puzzle.numbers, with_count=True).mine_range(puzzle.numbers, {})
    assert limits is not None, "only the mine count clashes"
    fewest, most = (total + puzzle.shown_mines for total in limits)
    for value in [fewest] if mines < fewest else [most] if mines > most else _near(mines):
        text = _n(
            "the board could have {value} mine instead of {mines}",
            "the board could have {value} mines instead of {mines}",
            value,
        ).format(value=value, mines=mines)
        if fewest <= value <= most:
            yield (-1 if value < mines else 1), Repair(Change.MINE_COUNT, None, value, text)


def _near(mines: int) -> Iterator[int]:
    for away in range(1, _MOST_COUNTS_AWAY + 1):
        yield mines - away
        yield mines + away
