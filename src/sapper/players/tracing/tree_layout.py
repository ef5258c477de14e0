"""Lay out a search tree: leaves side by side, parents above their children."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sapper.players.steps import SearchNode

__all__ = ["Place", "place_nodes"]


class Place(NamedTuple):
    """The place of a node: column (can be fractional) and depth below the root."""

    x: float
    depth: int


def place_nodes(nodes: Sequence[SearchNode]) -> dict[int, Place]:
    """Return the place of every node; nodes are in visiting order, parents first."""
    children: dict[int, list[int]] = {node.id: [] for node in nodes}
    depth: dict[int, int] = {}
    for node in nodes:
        depth[node.id] = 0 if node.parent is None else depth[node.parent] + 1
        if node.parent is not None:
            children[node.parent].append(node.id)
    columns: dict[int, float] = {}
    leaves = 0
    for node in nodes:  # visiting order is left to right
        if not children[node.id]:
            columns[node.id] = float(leaves)
            leaves += 1
    for node in reversed(nodes):
        below = children[node.id]
        if below:
            columns[node.id] = (columns[below[0]] + columns[below[-1]]) / 2
    return {node.id: Place(columns[node.id], depth[node.id]) for node in nodes}
