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


def test_the_printed_demo_board_is_impossible(examples: dict[str, Example]) -> None:
    demo = examples["demo board"]
    assert (demo.ways, demo.safe, demo.mines) == (0, (), ())
    [row] = amadia_table([demo]).rows
    assert row[1:] == [None, 5, 0, None, None, "no layout fits", "no layout fits"]
    assert "Demo board: no layout of mines fits the 2 cells searched." in amadia_table([demo]).notes


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


def test_guesses_and_the_mine_count(examples: dict[str, Example]) -> None:
    guess, walled = sansani_table([examples["must guess"], examples["walled in"]]).rows
    assert guess[1:5] == [None, 2, None, None]
    assert all(str(opened).endswith(", a guess") for opened in guess[5:])
    assert walled[1:] == [None, 1, "r0c0", "r0c1, r1c0 and r1c1", "r0c0", "r0c0"]
