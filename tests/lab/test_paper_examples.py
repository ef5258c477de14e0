"""The worked examples of Amadia and Sansani: as printed, and what we say if they were not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sapper.lab.papers import BEST_PLAYER
from sapper.lab.papers.examples import (
    AMADIA_TREE,
    SANSANI_LAYOUTS,
    Example,
    amadia_table,
    sansani_table,
    solve_examples,
)
from sapper.players.trace_steps import SearchStep


@pytest.fixture(scope="module")
def examples() -> dict[str, Example]:
    return {example.name: example for example in solve_examples(BEST_PLAYER)}


def with_nodes(example: Example, step: SearchStep) -> Example:
    """Return the example with another search tree."""
    return replace(example, tree=replace(example.tree, steps=(step,)))


def test_puzzle_a_has_the_printed_tree(examples: dict[str, Example]) -> None:
    puzzle = examples["puzzle A"]
    [step] = puzzle.searches
    assert step.nodes[: len(AMADIA_TREE)] == AMADIA_TREE
    table = amadia_table([puzzle])
    assert table.rows == [["puzzle A", 6, 7, 1, "r0c2", "r1c2", "r0c2", "r0c2"]]
    assert table.notes[0] == (
        "Puzzle A: 6 of the 6 printed nodes are the same in our tree; ours goes on to node 7, to "
        "find every solution."
    )


def test_the_corner_has_the_printed_layouts(examples: dict[str, Example]) -> None:
    corner = examples["corner"]
    assert corner.ways == len(SANSANI_LAYOUTS) == 4
    table = sansani_table([corner])
    assert table.rows == [["corner", 4, 4, "r2c2", None, "r2c2", "r2c2"]]
    assert table.notes[0].startswith(
        "Corner: 4 of the 4 printed layouts of the cells a to e are among the 4 that we find"
    )
    [step] = corner.searches
    fewer = [node for node in step.nodes if node.id != 25]
    changed = with_nodes(corner, replace(step, nodes=tuple(fewer)))
    assert (
        sansani_table([changed])
        .notes[0]
        .startswith(
            "Corner: 3 of the 4 printed layouts of the cells a to e are among the 3 that we find"
        )
    )
