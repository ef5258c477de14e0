"""Where the positions of tasks come from: stages of games that are played without a mistake.

At a stage every mine that was found has a flag, so flags are right, and everything that easier
reasoning gives is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sapper.analysis.analysis import Analysis, Component
from sapper.board.cell import FLAG, Cell
from sapper.board.layout import Layout
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.dealing import check_room, deal
from sapper.games.generating.wish import MOST_TRIES, first_of
from sapper.games.grades import Grade
from sapper.games.grades.knowledge import Knowledge
from sapper.games.grades.levels import easiest_round

__all__ = [
    "Allowance",
    "Source",
    "Stage",
    "certain_cells",
    "chance_levels",
    "dealt_stages",
    "stages_of",
]


@dataclass
class Allowance:
    """How many boards may still be dealt for a task, and how many were."""

    left: int
    dealt: int = 0

    def spend(self, boards: int) -> None:
        """Count boards that were dealt."""
        self.left -= boards
        self.dealt += boards


@dataclass(frozen=True)
class Source:
    """Which boards a task may take: try number t of task i is game i * 2^32 + t of the seed."""

    spec: BoardSpec
    level: Grade
    seed: int
    index: int
    attempt: int
    allowance: Allowance


class Stage(NamedTuple):
    """A position, and the easiest reasoning that gives a certain cell there; None if none does."""

    position: Position
    grade: Grade | None


def dealt_stages(source: Source) -> list[Stage]:
    """Return the stages of the dealt board of a try, up to the first guess."""
    spec, first = source.spec, first_of(source.spec, None)
    check_room(spec, StartRule.OPEN, first)
    source.allowance.spend(1)
    game = source.index * MOST_TRIES + source.attempt
    cells = deal(spec, StartRule.OPEN, first, seed=source.seed, game=game)
    return list(stages_of(Layout(spec.geometry, cells), first))


def stages_of(layout: Layout, first: Cell) -> Iterator[Stage]:
    """Yield the stages of a board, from its first cell to its end or the first guess."""
    knowledge = Knowledge(layout)
    knowledge.open([layout.geometry.index(first)])
    while not knowledge.is_cleared:
        position = knowledge.position
        found = easiest_round(knowledge, mine_count=True)
        yield Stage(position, None if found is None else found.grade)
        if found is None:
            return
        knowledge.learn(found.conclusions)


def certain_cells(analysis: Analysis) -> tuple[list[Cell], list[Cell]]:
    """Return the covered cells that are certainly safe and certainly mines, without flags."""
    position = analysis.position
    mines = [cell for cell in analysis.mines if position.face(cell) != FLAG]
    return sorted(analysis.safe), sorted(mines)


def chance_levels(analysis: Analysis) -> dict[Cell, Grade]:
    """Return how hard it is to count the chance of every undecided cell.

    Where the mines of a component are fixed, its numbers alone decide; else the mine count does.
    """
    levels: dict[Cell, Grade] = {}
    for component in analysis.components:
        levels |= dict.fromkeys(component.cells, _level(component))
    known = analysis.safe | analysis.mines
    covered = (cell for cell in analysis.position.covered() if cell not in known)
    return {cell: levels.get(cell, Grade.COUNT) for cell in covered}


def _level(component: Component) -> Grade:
    if component.fewest_mines != component.most_mines:
        return Grade.COUNT
    return Grade.of_numbers(len(component.numbers))
