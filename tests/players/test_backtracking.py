"""Amadia's worked examples: search tree, layouts, shares."""

from itertools import product

from sapper.board.cell import is_number
from sapper.board.position import Position
from sapper.players.papers.backtracking_search import problem_of, solutions
from sapper.players.papers.components import components_of
from sapper.players.papers.notebook import Notebook


def test_all_assignments_are_found():
    """Compared with every combination of mines, on small corners of numbers."""
    found = 0
    for numbers in product(range(3), repeat=3):
        position = Position.parse("2x4/?:{}{}{}_/____".format(*numbers))
        notes = Notebook()
        notes.read(position)
        components = components_of(notes)
        listed = [list(map(list, solutions(problem_of(c), budget=10**5))) for c in components]
        count = 1
        for assignments in listed:
            count *= len(assignments)
        expected = _consistent(position, {i for c in components for g in c.groups for i in g.cells})
        assert count == expected
        found += expected > 0
    assert found > 3


def _consistent(position, cells):
    around, cells = position.geometry.neighbour_lists, sorted(cells)
    total = 0
    for bits in product((0, 1), repeat=len(cells)):
        mines = {i for i, bit in zip(cells, bits, strict=True) if bit}
        total += all(
            not is_number(face) or len(mines.intersection(around[i])) == face
            for i, face in enumerate(position.faces)
        )
    return total
