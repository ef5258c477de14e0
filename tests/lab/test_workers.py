"""Players defined anywhere play with several workers: scripts, standard input, lambdas."""

from __future__ import annotations

import sys
import threading
import types

import pytest

from sapper.errors import InputError
from sapper.lab import simulate
from sapper.players import Decision, Move, Player, PlayerSpec


class First(Player):
    """Opens the first covered cell."""

    def decide(self, position: object) -> Decision:
        cell = next(position.covered())  # type: ignore[attr-defined]
        return Decision(Move("open", cell), "the first", None, True)


def test_a_player_that_cannot_be_pickled() -> None:
    lock = threading.Lock()

    def locked(seed: int) -> Player:
        with lock:
            return First(seed)

    chosen = PlayerSpec("locked", "", "", locked)
    assert simulate(chosen, "5x5/3", games=5, workers=1).games == 5
    with pytest.raises(InputError, match=r"cannot be sent to a worker process.*use one worker"):
        simulate(chosen, "5x5/3", games=5, workers=2)


def test_a_module_that_workers_cannot_import_is_refused() -> None:
    module = types.ModuleType("only_in_this_process")
    source = "class Mine:\n    def decide(self, position):\n        return next(position.covered())"
    exec(source, vars(module))
    sys.modules[module.__name__] = module
    try:
        assert simulate(module.Mine, "5x5/3", games=5, workers=1).games == 5
        with pytest.raises(InputError, match=r"worker process cannot load .*ModuleNotFoundError"):
            simulate(module.Mine, "5x5/3", games=5, workers=2)
    finally:
        del sys.modules[module.__name__]
