"""Functions take positions, cells and numbers in all forms that callers have, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sapper
from sapper import Budget, Cell, CellError, Game, InputError, Position, SapperError
from sapper.board.inputs import position_of
from sapper.games.continuation import continue_position
from sapper.players import Move, probability_matrix, search_tree, trace
from sapper.proofs import explain_all, unavoidable

LINE = "3x3/2:01_/12_/___"
ROWS = [[0, 1, -1], [1, 2, -1], [-1, -1, -1]]
POSITION = Position.parse(LINE)
WITH_MINES: list[tuple[Any, int | None]] = [
    (POSITION, None),
    (POSITION, 2),
    (POSITION.with_mines(None), 2),
    (LINE, None),
    (POSITION.pretty(), None),
    (POSITION.to_json(), None),
    (json.loads(POSITION.to_json()), None),
    ("01_\n12_\n___", 2),
    ("mines 2\n01_\n12_\n___", None),
    (ROWS, 2),
    (tuple(map(tuple, ROWS)), 2),
    (np.array(ROWS), 2),
    (np.array(ROWS, np.int8), 2),
    (np.array(ROWS, object), 2),
    (POSITION.matrix(), 2),
    ([[0, 1, None], [1, 2, "_"], [np.nan, 999, -1.0]], 2),
    (np.where(np.array(ROWS) < 0, np.nan, ROWS), 2),
    (np.array([[0, 1, None], [1, 2, None], [None, None, None]]), 2),
]
FUNCTIONS: dict[str, Callable[..., object]] = {
    "analyse": lambda p, mines: sapper.document(sapper.analyse(p, mines=mines)),
    "explain": lambda p, mines: sapper.document(sapper.explain(p, (2, 2), mines=mines)),
    "explain_all": lambda p, mines: explain_all(p, mines=mines),
    "unavoidable": lambda p, mines: unavoidable(p, mines=mines),
    "best": lambda p, mines: sapper.document(sapper.best(p, mines=mines)),
    "hint": lambda p, mines: sapper.document(sapper.hint(p, 4, mines=mines)),
    "conflict": lambda p, mines: sapper.conflict(p, mines=mines),
    "win_chance": lambda p, mines: sapper.document(sapper.win_chance(p, mines=mines)),
    "trace": lambda p, mines: sapper.document(trace(p, "greedy", mines=mines)),
    "search_tree": lambda p, mines: search_tree(p, mines=mines),
    "probability_matrix": lambda p, mines: probability_matrix(p, mines=mines).tolist(),
    "continue_position": lambda p, mines: continue_position(p, mines=mines).text,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_all_forms_of_a_position_have_one_answer(name: str) -> None:
    ask = FUNCTIONS[name]
    wanted = repr(ask(POSITION, None))
    for source, mines in WITH_MINES:
        assert repr(ask(source, mines)) == wanted


NO_POSITION: list[tuple[Any, str]] = [
    (None, "expected a Position, a text, rows of integers or an array of integers, got NoneType"),
    (7, "got int 7"),
    ([], "expected 1 to 4000000 cells, got 0x0"),
    ([[0, 1], [1]], "expected 2 cells in row 1, got 1"),
    ([[0, 11]], "at row 0, column 1, got '11'"),
    ([[0], [True]], "expected an integer at row 1, column 0, got 'True'"),
    ([[0], [np.inf]], "expected an integer at row 1, column 0, got 'inf'"),
    (np.full((2, 2), 0.5), "expected an integer at row 0, column 0, got '0.5'"),
    (np.zeros(4, int), r"expected rows of integers, got '\[0, 0, 0, 0\]'"),
    ("1!", "at row 0, column 1, got .!."),
    ("", "expected a position, got an empty text"),
    ({"rows": 1}, "expected a JSON object of rows, columns"),
]


def test_what_is_no_position_is_refused() -> None:
    for source, message in NO_POSITION:
        with pytest.raises(SapperError, match=message):
            position_of(source)
    for ask in FUNCTIONS.values():
        for source in (None, [[0, 11]], "1!"):
            with pytest.raises(SapperError):
                ask(source, None)


CELLS: list[Any] = [(2, 2), Cell(2, 2), "r2c2", "2,2", [2, 2], np.array([2, 2]), (np.int8(2), 2)]
TAKING_A_CELL: dict[str, Callable[[Any], object]] = {
    "explain": lambda cell: sapper.explain(LINE, cell).cell,
    "chance": lambda cell: sapper.analyse(LINE).chance(cell),
    "fraction": lambda cell: sapper.analyse(LINE).fraction(cell),
    "numbers": lambda cell: sapper.analyse(LINE).numbers(cell),
    "at": lambda cell: sapper.analyse(LINE).at(cell),
    "face": POSITION.face,
    "with_faces": lambda cell: POSITION.with_faces([(cell, 3)]),
    "index": POSITION.geometry.index,
    "around": POSITION.geometry.around,
    "open": lambda cell: _moved("open", cell),
    "make": lambda cell: _moved("make", Move("open", cell)),
    "play": lambda cell: sapper.play("champion", "9x9/10", first=cell).text,
    "simulate": lambda cell: sapper.simulate("fast", "9x9/10", games=2, first=cell).run,
    "compare": lambda cell: (
        sapper.compare("fast", "champion", board="9x9/10", games=2, first=cell)
        .contests[0]
        .results[0]
        .run
    ),
}


def _moved(kind: str, cell: Any) -> str:
    game = Game("9x9/10")
    getattr(game, kind)(cell)
    return game.text


@pytest.mark.parametrize("name", TAKING_A_CELL)
def test_all_forms_of_a_cell_are_one_cell(name: str) -> None:
    ask = TAKING_A_CELL[name]
    assert {repr(ask(cell)) for cell in CELLS} == {repr(ask(Cell(2, 2)))}


NO_CELL: list[Any] = ["b7", 5, (1,), (1, 2, 3), (1.5, 2), ("1", "2"), object(), {}]
OUTSIDE: list[Any] = [(9, 0), "r0c9", (-1, 0)]


@pytest.mark.parametrize("name", TAKING_A_CELL)
def test_what_is_no_cell_of_the_board_is_refused(name: str) -> None:
    for cell in NO_CELL + OUTSIDE:
        with pytest.raises(InputError, match=r"expected a (first )?cell") as caught:
            TAKING_A_CELL[name](cell)
        if isinstance(caught.value, CellError) and cell in OUTSIDE:
            assert caught.value.where


EMPTY = "9x9/10:" + "/".join(["_" * 9] * 9)
NO_NUMBER = ["5", 1.5, True, float("nan"), -1, 2**70, b"5", [], np.zeros((2, 2), int), object()]


NUMBERS: dict[str, Callable[[Any], Any]] = {
    "seed of a game": lambda n: Game("5x5/3", seed=n),
    "seed of play": lambda n: sapper.play("fast", "5x5/3", seed=n, game=n),
    "games of a run": lambda n: sapper.simulate("fast", "5x5/3", games=n),
    "moves of a game": lambda n: sapper.simulate("fast", "5x5/3", games=2, game_moves=n),
    "workers of a run": lambda n: sapper.simulate("fast", "5x5/3", games=2, workers=n),
    "games of a search": lambda n: sapper.best(EMPTY, player="deep", games=n),
    "candidates": lambda n: sapper.best(EMPTY, limit=n),
    "games of a chance": lambda n: sapper.win_chance(EMPTY, games=n, seed=n),
    "level": lambda n: sapper.hint(LINE, n),
    "mines": lambda n: sapper.analyse("01_/12_/___".replace("/", "\n"), mines=n),
    "workers of a batch": lambda n: sapper.analyse_many([LINE], workers=n),
    "states": lambda n: sapper.analyse(LINE, budget=Budget(10**5 * n if type(n) is int else n)),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS)
def test_an_option_takes_whole_numbers_and_nothing_else(name: str) -> None:
    for value in NO_NUMBER:
        with pytest.raises(InputError, match=r"^expected .*, got "):
            NUMBERS[name](value)
    number = np.int64(10**6) if name == "states" else np.int64(2)
    json.dumps(sapper.document(NUMBERS[name](number)))
