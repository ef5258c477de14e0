"""Every option refuses what it cannot use, and takes whole numbers of every kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import sapper
from sapper import BoardSpec, Budget, Game, Geometry, InputError, SapperError
from sapper.players import trace

LINE = "3x3/2:01_/12_/___"
EMPTY = "9x9/10:" + "/".join(["_" * 9] * 9)
NO_NUMBER = ["5", 1.5, True, float("nan"), -1, 2**70, b"5", [], np.zeros((2, 2), int), object()]


NUMBERS: dict[str, Callable[[Any], Any]] = {
    "seed of a game": lambda n: Game("5x5/3", seed=n),
    "number of a game": lambda n: Game("5x5/3", game=n),
    "seed of play": lambda n: sapper.play("fast", "5x5/3", seed=n, game=n),
    "seed of a run": lambda n: sapper.simulate("fast", "5x5/3", games=2, seed=n),
    "games of a run": lambda n: sapper.simulate("fast", "5x5/3", games=n),
    "workers of a run": lambda n: sapper.simulate("fast", "5x5/3", games=2, workers=n),
    "seed of a search": lambda n: sapper.best(EMPTY, player="deep", games=3, seed=n),
    "games of a search": lambda n: sapper.best(EMPTY, player="deep", games=n),
    "candidates": lambda n: sapper.best(EMPTY, limit=n),
    "games of a chance": lambda n: sapper.win_chance(EMPTY, games=n, seed=n),
    "seed of a trace": lambda n: trace(LINE, "greedy", seed=n),
    "level": lambda n: sapper.hint(LINE, n),
    "mines": lambda n: sapper.analyse("01_/12_/___".replace("/", "\n"), mines=n),
    "mines of rows": lambda n: sapper.analyse(np.full((3, 3), -1), mines=n),
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


def test_what_is_no_budget_is_refused() -> None:
    no_budget: list[Any] = [7, "5", Budget]
    for ask, value in product((
        sapper.analyse, sapper.best, sapper.hint, sapper.conflict, sapper.win_chance,
        lambda p, budget: sapper.explain(p, (2, 2), budget=budget),
        lambda p, budget: sapper.analyse_many([p], budget=budget),
    ), no_budget):  # fmt: skip
        with pytest.raises(InputError, match="expected a Budget such as"):
            ask(LINE, budget=value)


REFUSED: dict[str, Callable[[Any], Any]] = {
    "density": lambda v: sapper.analyse("3x3/?:01_/12_/___", density=v),
    "player": lambda v: sapper.best(LINE, player=v),
    "player of a chance": lambda v: sapper.win_chance(EMPTY, player=v),
    "geometry": lambda v: sapper.analyse_many([LINE], geometry=v),
    "batch": sapper.analyse_many,
    "review": sapper.review,
    "game": Game.parse,
    "board": BoardSpec.parse,
    "boards": lambda v: sapper.compare("champion", "fast", board=v, games=2),
    "cell": sapper.Cell.parse,
    "graph": Geometry.graph,
    "ledger": lambda v: sapper.simulate("fast", "5x5/3", games=2, ledger=v),
    "cluster": lambda v: sapper.simulate("fast", "5x5/3", games=2, cluster=v),
    "cell size": lambda v: sapper.Position.parse(LINE).svg(cell_size=v),
    "time": lambda v: sapper.best(EMPTY, player="deep", time=v),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_value_of_a_wrong_type_is_refused(name: str) -> None:
    for value in (-7, b"5", object(), np.array(0.5), 1j):
        with pytest.raises(SapperError):
            REFUSED[name](value)


def test_a_comparison_takes_boards_as_values() -> None:
    board = BoardSpec.parse("5x5/3")
    forms: list[Any] = [board, [board], [board, "6x6/4"], "5x5/3"]
    for boards in forms:
        assert sapper.compare("champion", "fast", board=boards, games=4).contests
