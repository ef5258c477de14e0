"""Small random positions of all shapes: possible, impossible, with flags."""

from __future__ import annotations

import random
from collections.abc import Iterable

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION
from sapper.board.geometry import SHAPES, Geometry
from sapper.board.position import Position


def numbers_of(geometry: Geometry, mines: Iterable[int]) -> list[int]:
    """Return the number of mines around every cell."""
    numbers = [0] * geometry.size
    for mine in mines:
        for i in geometry.neighbour_lists[mine]:
            numbers[i] += 1
    return numbers


def random_geometry(rng: random.Random, cells: int) -> Geometry:
    kind = rng.choice(["grid", "grid", *SHAPES, "graph"])
    if kind == "graph":
        return _random_graph(rng, rng.randint(1, cells))
    rows = rng.randint(1, 5)
    columns = rng.randint(1, max(1, cells // rows))
    return Geometry.of_shape(kind, rows, columns)


def _random_graph(rng: random.Random, size: int) -> Geometry:
    lists: list[set[int]] = [set() for _ in range(size)]
    for _ in range(rng.randint(0, 3 * size)):
        i, j = rng.randrange(size), rng.randrange(size)
        if i != j:
            lists[i].add(j)
            lists[j].add(i)
    return Geometry.graph(lists)


def random_position(rng: random.Random, *, cells: int = 20, covered: int = 11) -> Position:
    """Return a position of a real layout: some cells open, some marked, some mines shown."""
    geometry = random_geometry(rng, cells)
    size = geometry.size
    mines = set(rng.sample(range(size), rng.randint(0, size)))
    if rng.random() < 0.7:
        mines = set(rng.sample(range(size), min(size, rng.randint(0, size // 3 + 1))))
    stay_covered = set(rng.sample(range(size), min(size, rng.randint(0, covered))))
    numbers = numbers_of(geometry, mines)
    faces = bytearray()
    for i in range(size):
        if i in stay_covered:
            faces.append(rng.choice([HIDDEN] * 6 + [FLAG, QUESTION]))
        elif i in mines:
            faces.append(MINE)
        else:
            faces.append(numbers[i])
    return Position(geometry, len(mines), bytes(faces))


def late_position(rng: random.Random) -> Position:
    """Return a small board with few covered cells, where unavoidable guesses are common."""
    geometry = random_geometry(rng, 16)
    size = geometry.size
    mines = set(rng.sample(range(size), min(size, rng.randint(1, max(1, size // 3)))))
    covered = set(rng.sample(range(size), min(size, rng.randint(2, 8)))) | {
        m for m in mines if rng.random() < 0.8
    }
    numbers = numbers_of(geometry, mines)
    faces = bytes(
        HIDDEN if i in covered else MINE if i in mines else numbers[i] for i in range(size)
    )
    return Position(geometry, len(mines), faces)


def spoiled(rng: random.Random, position: Position) -> Position:
    """Return the position with one number or the mine count changed; often impossible."""
    opened = [c for c, _ in position.numbers()]
    if opened and rng.random() < 0.7:
        cell = rng.choice(opened)
        return position.with_faces({cell: max(0, position.face(cell) + rng.choice([-1, 1]))})
    mines = (position.mines or 0) + rng.choice([-2, -1, 1, 2])
    return position.with_mines(min(max(0, mines), position.geometry.size))
