"""Every option refuses what it cannot use, and takes whole numbers of every kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sapper
from sapper import Budget, Game, InputError

LINE = "3x3/2:01_/12_/___"
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
