"""The page's own engine makes games, boards without guess and figures as the server does."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import httpx

from sapper.errors import InputError
from sapper.games import Game
from sapper.games.generating import generate_many
from tests.support.random_positions import random_position
from tests.support.wasm_core import WasmCore
from tests.support.wasm_documents import compare

BOARDS = ("9x9/10", "16x16/40", "16x30/99", "torus-6x7/8", "hex-8x8/10", "torus-2x5/2")
LETTERS = "ooofffccccqu"


def random_game(rng: random.Random, number: int) -> Game:
    """Return a game with marks and chords, whose player often knows the mines, and its times."""
    board = BOARDS[number % len(BOARDS)]
    starts = ("raw", "safe") if board == BOARDS[-1] else ("raw", "safe", "open")
    game, seconds = Game(board, rng.choice(starts), seed=33, game=number), 0.0
    cells = [game.geometry.cell(index) for index in range(game.geometry.size)]
    for _ in range(rng.randrange(3, 50)):
        letter = rng.choice(LETTERS)
        rng.shuffle(cells)
        if game.layout and letter in "of" and rng.random() < 0.9:
            layout, sign = game.layout, 1 if letter == "o" else -1
            cells.sort(key=lambda cell: sign * layout[game.geometry.index(cell)])
        for row, column in cells[:60]:
            with suppress(InputError):
                time = None if rng.random() < 0.05 else seconds
                game.make(f"{letter}{row},{column}", time=time)
                break
        seconds += rng.randrange(2000) / 1000
    return game


def test_figures_of_games(core: WasmCore, api: httpx.Client) -> None:
    rng = random.Random(4)
    kinds = []
    for number in range(48):
        game = random_game(rng, number)
        wasted: dict[str, Any] = {"wasted_left": rng.randrange(3), "wasted_chord": rng.randrange(2)}
        found = compare(core, api, "metrics", is_part=True, game=game.text, **wasted)
        if found is None:
            assert game.layout is None
            continue
        kinds += [(guess["kind"], guess["is_survived"]) for guess in found["guesses"]]
        assert {"bbbv", "solved_bbbv", "bbbv_per_second", "efficiency", "clicks"} < set(found)
    for kind in ("open", "chord"):
        assert kinds.count((kind, True)) > 5
        assert (kind, False) in kinds


def test_figures_of_no_game(core: WasmCore, api: httpx.Client) -> None:
    opening = "9x9/10 safe 5 0"
    ends = ("", " f0,0", " o4,4 o4,4", " o4,4 c0,0", " o9,9", " o4,4 x0,0")
    for line in (*(opening + end for end in ends), "3x3/2 raw =001 0 o0,0"):
        assert compare(core, api, "metrics", game=line) is None, line
    for line in ("9x9/10 safe 5", "graph-1x3/1 safe 5 0 o0,0", '{"game": "9x9/10 safe 5 0"}'):
        assert core.ask("metrics", game=line) is None, line
    given = compare(core, api, "metrics", is_part=True, game="3x3/1 raw =001 0 o0,0@0")
    assert given is not None
    assert (given["bbbv"], given["bbbv_per_second"], given["guesses"]) == (1, None, [])


def test_games_go_on_at_positions(core: WasmCore, api: httpx.Client) -> None:
    rng = random.Random(6)
    positions = [random_game(rng, number).position for number in range(36)]
    while len(positions) < 100:
        position = random_position(rng)
        if position.geometry.shape != "graph":
            positions.append(position)
    found = []
    for position in positions:
        seed = str(rng.randrange(2**63))
        found.append(compare(core, api, "continue", position=str(position), seed=seed))
    made = [document for document in found if document is not None]
    assert len(made) > 50
    assert len(made) < len(found), "some are impossible or have no mine count"
    assert {document["status"] for document in made} >= {"playing", "won"}
    assert {document["is_same"] for document in made} == {True, False}
    wide = "40x40/200:" + "/".join(["_" * 40] * 40)
    assert compare(core, api, "continue", position=wide) is None
    assert compare(core, api, "continue", position="1x2/2:__") is None


def test_boards_without_guess(core: WasmCore, api: httpx.Client) -> None:
    grades = set()
    for board in BOARDS[:5]:
        for number, grade in enumerate((*[None] * 4, "single", "pair", "count")):
            body: dict[str, Any] = {"board": board, "seed": "1234567890123456789", "grade": grade}
            found = compare(core, api, "generate", is_part=True, number=number, **body)
            assert found is not None
            assert "difficulty" not in found
            grades.add(found.get("grade"))
    assert grades >= {None, "single", "pair", "count"}  # None: what only Python can tell
    many = generate_many("9x9/10", count=2000, grade="count", seed=3, workers=1)
    number = next(puzzle.number for puzzle in many if puzzle.tries == 17)  # of a second block
    body = {"board": "9x9/10", "grade": "count", "seed": 3, "number": number}
    assert compare(core, api, "generate", is_part=True, **body)
    for first, start in (([0, 0], "safe"), ([7, 7], "raw")):
        body = {"board": "hex-8x8/10", "first": first, "start": start, "seed": 3}
        assert compare(core, api, "generate", is_part=True, **body)


def test_repaired_boards_and_those_that_are_not_found(core: WasmCore, api: httpx.Client) -> None:
    for board in ("9x9/22", "16x30/130", "torus-9x9/20"):
        for number in range(3):
            body: dict[str, Any] = {"board": board, "method": "repair", "number": number}
            found = compare(core, api, "generate", is_part=True, **body)
            assert found is not None
            assert not found["is_uniform"]
    assert compare(core, api, "generate", board="4x4/10", seed=1) is None
    full = core.ask("generate", board="60x60/900", seed=1)
    assert (full["status"], full["document"]["limit"]) == (413, "time")
    for grade in ("chain", "cases", "component"):
        assert core.ask("generate", board="9x9/10", grade=grade) is None
