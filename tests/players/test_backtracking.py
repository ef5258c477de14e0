"""Amadia's worked examples: search tree, layouts, shares."""

from itertools import product

from sapper.board.cell import Cell, is_number
from sapper.board.position import Position
from sapper.players import search_tree
from sapper.players.papers.backtracking_search import problem_of, solutions
from sapper.players.papers.components import components_of
from sapper.players.papers.notebook import Notebook

# Amadia, puzzle A: two covered cells in the third column of a 3x4 board.
PUZZLE_A = Position.parse("3x4/?:01_1/01_1/0111")


def test_puzzle_a_has_the_tree_of_the_paper():
    (tree,) = search_tree(PUZZLE_A)
    told = [(n.id, n.parent, n.cell, n.verdict, n.violated, n.is_solution) for n in tree.nodes]
    top, low = Cell(0, 2), Cell(1, 2)
    assert told == [
        (1, None, None, None, None, False),
        (2, 1, top, "mine", None, False),
        (3, 2, low, "mine", Cell(0, 1), False),
        (4, 2, low, "safe", Cell(2, 1), False),
        (5, 1, top, "safe", None, False),
        (6, 5, low, "mine", None, True),
        (7, 5, low, "safe", Cell(0, 1), False),
    ]
    assert tree.is_complete


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
