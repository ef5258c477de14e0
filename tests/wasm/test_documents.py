"""The page's own engine answers with the documents of the server, on many positions."""

from __future__ import annotations

import random
from typing import Any

import httpx

from sapper import _core
from sapper.board.geometry import SHAPES
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Game, deal
from sapper.games.continuation import make_certain_moves
from tests.support.impossible_positions import SETTLED_BUT_IMPOSSIBLE
from tests.support.random_positions import random_position
from tests.support.wasm_core import WasmCore
from tests.support.wasm_documents import compare


def games_positions(boards: dict[str, int]) -> list[Position]:
    """Return positions from the middle of games, where nothing is certain any more."""
    positions = []
    for board, games in boards.items():
        for number in range(games):
            game = Game(BoardSpec.parse(board), StartRule.OPEN, seed=77, game=number)
            game.open((1, 1))
            positions.append(game.position)
            make_certain_moves(game)
            positions.append(game.position)
    return [position for position in positions if any(position.covered())]


def small_positions(count: int) -> list[Position]:
    rng = random.Random(20261117)
    found = (random_position(rng) for _ in range(100 * count))
    shaped = (p for p in found if p.geometry.shape in SHAPES and any(p.covered()))
    return [next(shaped) for _ in range(count)]


BOARDS = {"9x9/10": 6, "16x16/40": 6, "16x30/99": 8, "torus-9x9/12": 4, "hex-9x9/12": 4}


def test_analyses_and_cells(core: WasmCore, api: httpx.Client) -> None:
    rng = random.Random(5)
    compared = clashes = 0
    for position in [*games_positions(BOARDS), *small_positions(60)]:
        body: dict[str, Any] = {"position": str(position), "trust_flags": rng.random() < 0.5}
        if position.mines is None:
            body["density"] = rng.choice([0.2, 0.07, 1e-7])
        compared += compare(core, api, "analyse", **body) is not None
        for cell in rng.sample(list(position.covered()), 1):
            clashes += compare(core, api, "cell", cell=list(cell), **body) is None
    assert compared > 100
    assert clashes < compared


def test_unknown_mines(core: WasmCore, api: httpx.Client) -> None:
    for line in ("3x3/?:01_/12_/___", "4x4/?:1___/____/__2_/____", "3x3/?:___/___/___"):
        for density in (0.21, 0.5, 1e-5):
            assert compare(core, api, "analyse", position=line, density=density)
            for cell in ([0, 2], [2, 0]):
                assert compare(core, api, "cell", position=line, density=density, cell=cell)
        assert compare(core, api, "analyse", position=line) is None
        assert compare(core, api, "best", position=line) is None


def test_best_moves(core: WasmCore, api: httpx.Client) -> None:
    kinds = set()
    for position in [*games_positions(BOARDS), *small_positions(40)]:
        if position.mines is not None:
            found = compare(core, api, "best", position=str(position))
            kinds.add(found and found["basis"])
    assert {"certain", "winning-chance", "endgame", None} <= kinds
    for line in SETTLED_BUT_IMPOSSIBLE:
        assert compare(core, api, "best", position=line) is None
    for player in ("patient", "lookahead", "fast"):
        line = "8x8/12:" + "/".join(["_" * 8] * 8)
        assert compare(core, api, "best", position=line, player=player, limit=3)


def test_winning_chances(core: WasmCore, api: httpx.Client) -> None:
    for position in games_positions({"8x8/12": 3}):
        assert compare(core, api, "win", position=str(position), games=20, seed=3)


def test_deals(core: WasmCore, api: httpx.Client) -> None:
    for number, (board, start) in enumerate(
        (board, start) for board in BOARDS for start in ("raw", "safe", "open")
    ):
        body: dict[str, Any] = {"board": board, "start": start, "first": [number % 5, 3]}
        assert compare(core, api, "deal", seed="1234567890123456789", game=number, **body)
    crowded: dict[str, Any] = {"board": "4x4/10", "start": "open", "first": [1, 1], "seed": 0}
    assert compare(core, api, "deal", **crowded) is None


def test_lines_are_read_and_other_texts_left_to_the_server(
    core: WasmCore, api: httpx.Client
) -> None:
    assert compare(core, api, "read", position="hex-3x3/2:01_/12_/___")
    assert compare(core, api, "read", position="3x3/2:01_/12/___") is None
    assert compare(core, api, "analyse", position="200x200/2:" + "_" * 200) is None
    for text in ("0 1 .\n1 2 .\n. . .", "03x3/2:01_/12_/___", "graph-1x3/1:_1_"):
        assert core.ask("analyse", position=text) is None
    assert core.ask("analyse", position="3x3/2:01_/12_/___", fractions=True) is None
    assert core.ask("explain", position="3x3/2:01_/12_/___", cell=[2, 2]) is None


def test_a_count_too_long_to_print(core: WasmCore, api: httpx.Client) -> None:
    rows = ["_" * 100 for _ in range(100)]
    assert compare(core, api, "analyse", position="100x100/2000:" + "/".join(rows))
    rows[50] = "_" * 50 + "1" + "_" * 49
    line = "100x100/900:" + "/".join(rows)
    assert compare(core, api, "analyse", position=line)
    assert compare(core, api, "cell", position=line, cell=[50, 51])


def test_boards_without_guess(core: WasmCore) -> None:
    spec, first = BoardSpec.parse("9x9/10"), (4, 4)
    verdicts = []
    for number in range(30):
        layout = deal(spec, StartRule.OPEN, first, seed=9, game=number)
        rows = ["".join("*" if m else "." for m in layout[i : i + 9]) for i in range(0, 81, 9)]
        found = core.ask("no-guess", board="9x9/10", rows=rows, first=[4, 4])["document"]
        native = _core.clear_board(spec.geometry.native, layout, 10, spec.geometry.index(first), 4)
        assert (found["is_no_guess"], found["safe_left"]) == (native[0], native[2])
        verdicts.append(native[0])
    assert len(set(verdicts)) == 2
