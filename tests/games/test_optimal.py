"""Optimal play on small boards: known fractions, brute force, and the champion."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from experiments.optimum.exact_play import ExactPlay
from sapper import BudgetExceeded, Game, InputError, Position, optimal
from sapper.board.cell import Cell
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Status
from sapper.games.optimal_play import wins_from
from sapper.players import player_spec
from sapper.players.engine.choice import NativePlayerName
from tests.support.best_play import BestPlay


def hidden(spec: BoardSpec) -> Position:
    return Game(spec).position


@cache
def best_play(board: str) -> BestPlay:
    spec = BoardSpec.parse(board)
    cells = range(spec.geometry.size)
    return BestPlay(hidden(spec), map(frozenset, combinations(cells, spec.mines)))


def brute_force(board: str, start: str) -> dict[tuple[int, int], Fraction]:
    """Return the chance from every allowed first cell, by the full game tree."""
    spec = BoardSpec.parse(board)
    found: dict[tuple[int, int], Fraction] = {}
    for cell in range(spec.geometry.size):
        if start == "open":
            chance = _open_chance(spec, cell)
        else:
            play = best_play(board)
            of = play.count if start == "raw" else play.safe_layouts(cell)
            chance = Fraction(play.wins_opening(cell), of)
        if chance is not None:
            found[spec.geometry.cell(cell)] = chance
    return found


def _open_chance(spec: BoardSpec, cell: int) -> Fraction | None:
    around = {cell, *spec.geometry.neighbour_lists[cell]}
    free = [i for i in range(spec.geometry.size) if i not in around]
    if len(free) < spec.mines:
        return None
    return BestPlay(hidden(spec), map(frozenset, combinations(free, spec.mines))).chance


@pytest.mark.parametrize(
    ("board", "start", "chance"),
    [
        ("4x4/4", "raw", Fraction(961, 1820)),
        ("4x4/4", "safe", Fraction(961, 1365)),
        ("4x4/4", "open", Fraction(34, 35)),
        ("5x4/4", "safe", Fraction(1475, 1938)),
        ("6x5/3", "safe", Fraction(3449, 3654)),
        pytest.param("5x5/4", "safe", Fraction(4118, 5313), marks=pytest.mark.slow),
        pytest.param("5x5/6", "open", Fraction(3037, 4004), marks=pytest.mark.slow),
        pytest.param("5x5/5", "safe", Fraction(27271, 42504), marks=pytest.mark.slow),
    ],
)
def test_known_fractions(board: str, start: str, chance: Fraction) -> None:
    found = optimal(board, start)
    assert found.chance == chance
    assert all(found.by_first[cell] == chance for cell in found.best_first)


SMALL = [
    f"{rows}x{columns}/{mines}"
    for rows, columns in [(1, 1), (1, 2), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4)]
    for mines in range(rows * columns)
]
OTHER_SHAPES = ["torus-3x3/3", "torus-3x4/3", "hex-3x3/3", "hex-3x4/4", "hex-4x3/4", "torus-2x4/2"]


@pytest.mark.parametrize("board", SMALL + OTHER_SHAPES)
def test_every_first_cell_of_every_small_board(board: str) -> None:
    for start in ("raw", "safe", "open"):
        expected = brute_force(board, start)
        if expected:
            assert optimal(board, start).by_first == expected, start
            continue
        with pytest.raises(InputError, match=f"'{start}' cannot hold"):
            optimal(board, start)


@pytest.mark.parametrize("board", ["3x3/2", "4x4/3", "4x4/7", "5x3/4", "hex-4x4/3"])
def test_a_raw_start_is_a_safe_start_times_its_survival(board: str) -> None:
    raw, safe = optimal(board, "raw"), optimal(board, "safe")
    luck = 1 - Fraction(raw.board.mines, raw.board.geometry.size)
    assert raw.by_first == {cell: chance * luck for cell, chance in safe.by_first.items()}


def test_an_exceeded_budget_raises() -> None:
    with pytest.raises(
        BudgetExceeded, match="stopped by the budget of 10 nodes from r0c0 on 4x4/4"
    ):
        optimal("4x4/4", nodes=10)
    with pytest.raises(BudgetExceeded, match=r"16x30/99 has .* more than the 83333"):
        optimal("16x30/99")


@pytest.mark.slow
def test_a_large_board_with_few_layouts_is_too_large() -> None:
    """Memory is layouts times cells: here 1.6 GB, and the limit is 1 GB."""
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
        "import sapper\n"
        "try: sapper.optimal('200x200/1')\n"
        "except sapper.BudgetExceeded: print('raised')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "raised\n", done.stderr


COVERED = ["3x3/2", "3x3/4", "3x4/3", "4x3/5", "4x4/2", "4x4/3", "hex-3x4/3", "torus-4x3/3"]


@pytest.mark.parametrize("board", COVERED)
def test_the_champion_plays_optimally_on_small_boards(board: str) -> None:
    """At most 300 layouts are left after the first number, so the champion plays perfectly."""
    spec = BoardSpec.parse(board)
    first = optimal(board).best_first[0]
    answers = best_play(board).shows[spec.geometry.index(first)]
    assert max(answer.bit_count() for answer in answers) <= 300
    won = sum(is_won("champion", spec, layout, first) for layout in layouts_of(spec))
    assert Fraction(won, comb(spec.geometry.size, spec.mines)) == optimal(board, "raw").chance


def layouts_of(spec: BoardSpec) -> list[bytes]:
    size = spec.geometry.size
    return [
        bytes(i in mines for i in range(size)) for mines in combinations(range(size), spec.mines)
    ]


def is_won(name: str, spec: BoardSpec, layout: bytes, first: tuple[int, int]) -> bool:
    game = Game(spec, StartRule.RAW, layout=layout)
    player = player_spec(name).player(0)
    game.open(first)
    while game.status is Status.PLAYING:
        game.make(player.decide(game.position).move)
    return game.status is Status.WON


@pytest.mark.parametrize("name", ["fast", "lookahead"])
def test_all_layouts_at_once_are_won_as_one_by_one(name: NativePlayerName) -> None:
    spec = BoardSpec.parse("4x4/3")
    won = [is_won(name, spec, layout, (0, 0)) for layout in layouts_of(spec) if not layout[0]]
    played = ExactPlay(name, spec, (0, 0))
    assert (played.wins, played.layouts) == (sum(won), len(won))


def test_wins_from_one_cell_are_those_of_all_cells() -> None:
    chances = optimal("4x4/3").by_first
    for cell in ((0, 0), (1, 1)):
        assert Fraction(*wins_from("4x4/3", cell)) == chances[Cell(*cell)]
