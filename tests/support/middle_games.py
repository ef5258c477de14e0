"""Positions in the middle of a game: on boards too large to enumerate, or played by `Game`."""

from __future__ import annotations

import random

from hypothesis import settings

from sapper import Cell, ContradictionError, Geometry, Position, analyse
from sapper.board.cell import FLAG, HIDDEN, MAX_NUMBER, QUESTION, is_covered
from sapper.board.geometry import SHAPES
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Game, Status
from tests.support.random_positions import numbers_of

law = settings(deadline=None)
"""Hypothesis settings of the laws: boards differ in size, so there is no deadline."""


def mid_game(rng: random.Random, geometry: Geometry, mines: int, opened: float) -> Position:
    """Return a position after random safe openings, with flood fill, on a random layout.

    Stop when the share `opened` of the safe cells is open.
    """
    layout = set(rng.sample(range(geometry.size), mines))
    numbers = numbers_of(geometry, layout)
    faces = bytearray([HIDDEN]) * geometry.size
    safe = [i for i in range(geometry.size) if i not in layout]
    rng.shuffle(safe)
    wanted = round(opened * len(safe))
    for click in safe:
        if wanted <= 0:
            break
        flood = [click]
        for i in flood:
            if faces[i] == HIDDEN:
                faces[i] = numbers[i]
                wanted -= 1
                flood += geometry.neighbour_lists[i] if numbers[i] == 0 else ()
    return Position(geometry, mines, bytes(faces))


def scattered(rng: random.Random, geometry: Geometry, mines: int, opened: float) -> Position:
    """Return a position with random safe cells open."""
    layout = set(rng.sample(range(geometry.size), mines))
    numbers = numbers_of(geometry, layout)
    return Position(
        geometry,
        mines,
        bytes(
            numbers[i] if i not in layout and rng.random() < opened else HIDDEN
            for i in range(geometry.size)
        ),
    )


def lattice(size: int, *, density: float = 0.2, seed: int = 1) -> Position:
    """Return a square board with a number in every second row and column."""
    rng = random.Random(seed)
    geometry = Geometry.grid(size, size)
    layout = set(rng.sample(range(geometry.size), round(density * geometry.size)))
    numbers = numbers_of(geometry, layout)
    faces = bytes(
        numbers[i] if i not in layout and i // size % 2 == i % size % 2 == 0 else HIDDEN
        for i in range(geometry.size)
    )
    return Position(geometry, len(layout), faces)


def expander(numbers: int, cells: int, *, seed: int = 1) -> Position:
    """Return a graph whose numbers touch random cells: no order of counting keeps few open."""
    rng = random.Random(seed)
    half = numbers + cells // 2
    around: list[set[int]] = [set() for _ in range(numbers + cells)]
    for number in range(numbers):
        mines, others = range(numbers, half), range(half, numbers + cells)
        for cell in rng.sample(mines, 2) + rng.sample(others, 2):
            around[number].add(cell)
            around[cell].add(number)
    faces = bytes([2] * numbers + [HIDDEN] * cells)
    return Position(Geometry.graph(around), cells // 2, faces)


def beyond_doubles(mines: int | None) -> Position:
    """Return 64 numbers in a row, each with twenty cells of its own and one of the next."""
    numbers, own = 64, 20
    cells = numbers * own
    lists: list[list[int]] = [[] for _ in range(cells + numbers)]
    for number in range(numbers):
        for cell in range(number * own, min((number + 1) * own + 1, cells)):
            lists[cells + number].append(cell)
            lists[cell].append(cells + number)
    return Position(Geometry.graph(lists), mines, bytes([HIDDEN] * cells + [10] * numbers))


def unfinished_game(rng: random.Random, spec: BoardSpec, *, with_flags: bool) -> Game | None:
    """Return an unfinished game after some safe openings, with random marks."""
    game = Game(spec, StartRule.RAW, seed=rng.getrandbits(32))
    game.open(game.geometry.cell(rng.randrange(game.geometry.size)))
    while game.is_over and spec.safe_cells > 1:
        game.undo()
        game.open(game.geometry.cell(rng.randrange(game.geometry.size)))
        if game.status is Status.WON:
            return None
    for _ in range(rng.randint(0, spec.safe_cells // 3)):
        safe = [i for i, face in enumerate(game.position.faces) if face == HIDDEN]
        assert game.layout is not None
        safe = [i for i in safe if not game.layout[i]]
        if game.is_over or not safe:
            break
        game.open(game.geometry.cell(rng.choice(safe)))
    if game.is_over:
        return None
    for cell in list(game.position.covered()) if with_flags else ():
        if rng.random() < 0.2:
            (game.flag if rng.random() < 0.6 else game.question)(cell)
    return game


def positions_of_games(seed: int, count: int, *, with_flags: bool = True) -> list[Position]:
    """Return mid-game positions on small boards of all shapes."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        rows, columns = rng.randint(2, 8), rng.randint(2, 8)
        mines = rng.randint(1, max(1, rows * columns // 4))
        shape = rng.choice(["grid", *SHAPES])
        game = unfinished_game(rng, BoardSpec(rows, columns, mines, shape), with_flags=with_flags)
        if game is not None:
            found.append(game.position)
    return found


def near_points(rng: random.Random, size: int, reach: float) -> Geometry:
    """Return the graph of random points in a square; near points are neighbours."""
    points = [(rng.random(), rng.random()) for _ in range(size)]
    lists: list[list[int]] = [[] for _ in points]
    for i, (x, y) in enumerate(points):
        for j, (u, v) in enumerate(points[:i]):
            is_near = (x - u) ** 2 + (y - v) ** 2 < reach**2
            if is_near and max(len(lists[i]), len(lists[j])) < MAX_NUMBER:
                lists[i].append(j)
                lists[j].append(i)
    return Geometry.graph(lists)


def some_board(seed: int) -> Position:
    """Return a mid-size position with shape, density and stage chosen by the seed."""
    rng = random.Random(seed)
    geometry = rng.choice(
        [
            Geometry.grid(12, 12),
            Geometry.grid(7, 30),
            Geometry.torus(10, 11),
            Geometry.hex(12, 12),
            near_points(rng, 90, 0.16),
        ]
    )
    mines = round(geometry.size * rng.choice([0.08, 0.15, 0.2, 0.3]))
    make = rng.choice([mid_game, mid_game, scattered])
    return make(rng, geometry, mines, rng.choice([0.15, 0.3, 0.5, 0.8]))


def ways(position: Position) -> int:
    """Return the exact number of layouts, 0 when none fits."""
    try:
        return analyse(position).ways
    except ContradictionError:
        return 0


def marked(rng: random.Random, position: Position) -> Position:
    """Return the position with a third of its covered cells flagged or questioned."""
    faces = (
        rng.choice([HIDDEN, HIDDEN, HIDDEN, HIDDEN, FLAG, QUESTION]) if is_covered(face) else face
        for face in position.faces
    )
    return Position(position.geometry, position.mines, bytes(faces))


def undecided(position: Position) -> list[Cell]:
    analysis = analyse(position)
    return [c for c in position.covered() if c not in analysis.safe | analysis.mines]


def dotted_line(seed: int, columns: int, density: float) -> Position:
    """Return three rows with a number in every other cell of the middle row."""
    rng = random.Random(seed)
    geometry = Geometry.grid(3, columns)
    opened = set(range(columns, 2 * columns, 2))
    mines = {i for i in range(geometry.size) if i not in opened and rng.random() < density}
    numbers = numbers_of(geometry, mines)
    faces = bytes(numbers[i] if i in opened else HIDDEN for i in range(geometry.size))
    return Position(geometry, len(mines), faces)


LATTICE = Position.parse(
    "24x24/144:" + "/".join("_2" * 12 if row % 2 else "_" * 24 for row in range(24))
)
"""Numbers on every other cell of every other row: one component, too large for small budgets."""
