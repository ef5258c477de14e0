"""Calls of `sapper._core` with their results as text: run natively and in the page's Python.

It imports nothing but the library, so that it can be run as it stands in both.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from sapper import _core

FACES = {"_": 64, "F": 65, "Q": 66, "X": 67}
LIMITS = (_core.DEFAULT_STATES, 0.0)
BOARDS = (
    ("grid", 3, "01_ 12_ ___", 2),
    ("grid", 9, "0001_____ 0001_____ 00012____ 11001____ _1001____ _1112____ _________", 10),
    ("grid", 4, "1F__ _21_ __Q_", 4),
    ("grid", 3, "1__ ___ __8", 3),  # impossible
    ("grid", 2, "1_ __", 3),  # so with this mine count
    ("torus", 5, "2____ _____ ___1_ _____", 5),
    ("hex", 6, "1_____ ______ __2___ ______ _____1", 7),
    ("grid", 30, " ".join(["_" * 30] * 16), 99),
)


def plain(value: Any) -> Any:
    """Return a value of the core in plain data."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return value.hex()
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return [plain(each) for each in value]
    if hasattr(value, "name"):
        return value.name
    names = [name for name in dir(value) if not name.startswith("_")]
    fields = {name: getattr(value, name) for name in names}
    return {name: plain(each) for name, each in fields.items() if not callable(each)}


def result(call: Callable[..., Any], *values: Any, **named: Any) -> Any:
    """Return what a call gives, or its error."""
    try:
        found = plain(call(*values, **named))
    except Exception as error:  # whatever it is, both must raise it
        arguments = error.args[:1] if isinstance(error, _core.BudgetSpent) else error.args
        return [type(error).__name__, *map(str, arguments)]
    if isinstance(found, dict):
        found.pop("seconds", None)
    return found


def positions() -> Iterator[tuple[Any, bytes, int, int]]:
    for shape, columns, text, mines in BOARDS:
        rows = text.split()
        faces = bytes(FACES[c] if c in FACES else int(c) for c in "".join(rows))
        yield _core.Graph.of_shape(shape, len(rows), columns), faces, mines, len(faces)


def calls_of_positions() -> Iterator[Any]:
    for graph, faces, mines, size in positions():
        yield result(graph.neighbour_lists)
        for count, trust in ((mines, False), (-1, False), (mines, True)):
            yield result(_core.solve, graph, faces, count, 0.2, trust, *LIMITS)
            yield result(_core.numbers, graph, faces, count, 0.2, trust, size - 1, *LIMITS)
        yield result(_core.components, graph, faces, False, *LIMITS)
        yield result(_core.exact, graph, faces, False, *LIMITS)
        yield result(_core.sample, graph, faces, mines, 3, 2**63 + 1)
        covered = [cell for cell, face in enumerate(faces) if face >= _core.FACES[0]]
        for layout in _core.sample(graph, faces, mines, 2, 5):
            for count in (1, 2):
                asked = graph, faces, covered[:count], layout, 2**63 + 1, count
                yield result(_core.guess_layout, *asked)
        for player in ("fast", "lookahead", "champion", "patient", "nobody"):
            yield from calls_of_player(player, graph, faces, mines)
        yield result(_core.solve, graph, faces[1:], mines, 0.2, False, *LIMITS)
        yield result(_core.solve, graph, faces, mines, 0.2, False, 3, 0.0)


def calls_of_player(player: str, graph: Any, faces: bytes, mines: int) -> Iterator[Any]:
    try:
        adviser = _core.Adviser(player)
    except ValueError as error:
        yield str(error)
        return
    yield result(adviser.decide, graph, faces, mines, *LIMITS)
    yield result(adviser.endgame)
    yield result(adviser.decide, graph, faces, mines, *LIMITS, follows_budget=True)
    yield result(adviser.exact_wins, graph, faces, mines, *LIMITS)
    yield result(_core.roll_out, graph, faces, mines, -1, 5, 7, player)
    yield result(_core.is_scored, player, graph)


def calls_of_games() -> Iterator[Any]:
    rng = random.Random(1)
    graph = _core.Graph.of_shape("grid", 8, 8)
    layouts = [_core.deal(64, 10, [9, 10], seed, 2**64 - 1) for seed in (0, 2**64 - 1, 5)]
    yield plain(layouts)
    for layout in layouts:
        faces = bytes(rng.choice((64, 0)) for _ in layout)
        yield result(_core.board_counts, graph, layout)
        yield result(_core.solved_bbbv, graph, layout, faces)
        for is_human in (False, True):
            yield result(_core.zini, graph, layout, list(range(8)), is_human)
    yield result(_core.zini, graph, layouts[0], [8])
    for start in ("raw", "safe", "open", "soft"):
        tasks = [(0, 0, 50), (3, 10, 90)]
        rest = 12, start, 9, 2**40
        yield result(_core.find_boards, graph, *rest, tasks, 0, 4, 1)
        table = _core.simulate(graph, *rest, 3, 20, "champion", 1) if start != "soft" else None
        yield table and [plain(column) for column in (table.won, table.steps, table.last)]
    yield result(_core.find_boards, graph, 12, "open", 9, 1, [(0, 0, 1)], 0, 5, 1)
    text = BOARDS[1][2].replace(" ", "")
    seen = bytes(FACES[c] if c in FACES else int(c) for c in text)
    board = _core.Graph.of_shape("grid", 7, 9)
    yield result(_core.deep, board, seen, 10, 40, 0.0, 3, 1, *LIMITS, None)
    yield [result(_core.wilson, wins, 10.0) for wins in (0.0, 3.5, 10.0)]
    yield [_core.MOST_OPEN_NUMBERS, _core.NORMAL_95, _core.CLEARLY_BEHIND, plain(_core.FACES)]


def all_calls() -> str:
    """Return all results as JSON."""
    return json.dumps([*calls_of_positions(), *calls_of_games()])
