"""Questions of all kinds about positions and games of all shapes, as a door gets them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from sapper.board import Position
from sapper.board.geometry import SHAPES, Geometry
from sapper.documents import document
from tests.support.middle_games import mid_game
from tests.support.random_positions import late_position, random_position, spoiled

Asked = tuple[str, dict[str, Any], str]
"""A question, its body, and the language of its answer."""

GAME = "5x5/4 safe 1 0 o3,2 o0,2 f0,0 o1,4 o3,3"
GAMES = (
    GAME,
    "3x3/1 raw 1 0 o0,0",
    "9x9/10 open 158 0 o4,4 o0,0 f1,1 o8,8",
    "torus-6x6/5 safe 3 2 o2,2@0.5 o5,5@1.25 o0,3@2",
    "hex-7x6/6 open 8 1 o3,3 o0,0 o6,5",
    "9x9/10 open 158 0 o4,4 x",
)


def questions(count: int) -> Iterator[Asked]:
    """Yield at least this many questions; the same ones every time."""
    rng = random.Random(44)
    asked = [*_of_games(), *_mistaken()]
    while len(asked) < count:
        asked += _of_position(rng, _position(rng))
    yield from asked


def _position(rng: random.Random) -> Position:
    kind = rng.randrange(5)
    if kind == 0:
        return random_position(rng)
    if kind == 1:
        return late_position(rng)
    if kind == 2:
        return spoiled(rng, late_position(rng))
    if kind == 3:
        return mid_game(rng, Geometry.grid(16, 30), 99, 0.5)
    geometry = Geometry.of_shape(rng.choice(SHAPES), rng.randint(5, 9), rng.randint(5, 9))
    return mid_game(rng, geometry, geometry.size // 6, rng.random())


def _of_position(rng: random.Random, position: Position) -> Iterator[Asked]:
    is_graph = position.geometry.shape == "graph"  # which only a document can carry
    line = json.dumps(document(position)) if is_graph else str(position)
    if rng.random() < 0.15:
        line = line.replace(f"/{position.mines}:", "/?:", 1)
    covered = list(position.covered())
    cell = list(rng.choice(covered)) if covered else [0, 0]
    language = rng.choice(("en", "en", "id"))
    common: dict[str, Any] = {"position": line, "trust_flags": rng.random() < 0.2}
    rest: tuple[tuple[str, dict[str, Any]], ...] = (
        ("read", {}),
        ("analyse", {"density": 0.2}),
        ("analyse", {"density": 0.2, "fractions": True}),
        ("cell", {"cell": cell, "density": 0.2}),
        ("explain", {"cell": cell}),
        ("explain", {}),
        *(("hint", {"level": level}) for level in (1, 2, 3, 4)),
        ("best", {"player": rng.choice(("fast", "lookahead", "champion", "patient"))}),
        ("win", {"games": 20}),
        ("continue", {"seed": str(rng.randrange(2**64))}),
        ("trace", {"player": rng.choice(("backtracking", "rules_by_cell"))}),
        ("picture", {"heat": True}),
    )
    for question, more in rest:
        yield question, {**common, **more}, language


def _of_games() -> Iterator[Asked]:
    for game in GAMES:
        for language in ("en", "id"):
            yield "review", {"game": game}, language
        for question in ("steps", "metrics", "certify"):
            yield question, {"game": game}, "en"
        yield "watch", {"game": " ".join(game.split()[:5]), "player": "greedy"}, "id"
    for board in ("9x9/10", "torus-6x6/5", "hex-7x6/6", "4x4/15", "3x3/9", "none"):
        for start in ("raw", "safe", "open"):
            yield (
                "deal",
                {"board": board, "start": start, "first": [1, 1], "seed": str(2**64 - 1)},
                "en",
            )
    for grade in (None, "single", "pair", "count"):
        yield "generate", {"board": "8x8/10", "grade": grade, "seed": 5}, "en"
    yield "generate", {"board": "8x8/14", "seed": 5}, "id"
    yield "rates", {"tallies": [[3, 10], [0, 0]]}, "en"


def _mistaken() -> Iterator[Asked]:
    yield "hint", {}, "en"
    yield "hint", {"position": "3x3/2:01_/12_/___", "levle": 1}, "en"
    yield "why", {}, "en"
    for text in ("", "3x3/2:01_/12_", "nothing", "3x3/2:01_/12_/__?", "3x3/99:___/___/___"):
        for language in ("en", "id"):
            yield "analyse", {"position": text}, language
    yield "cell", {"position": "3x3/2:01_/12_/___", "cell": [7, 7]}, "id"
    yield "analyse", {"position": "200x200/9:" + "/".join(["_" * 200] * 200)}, "en"
