"""Players defined anywhere play with several workers: scripts, standard input, lambdas."""

from __future__ import annotations

import subprocess
import sys
import threading
import types
from dataclasses import replace
from pathlib import Path

import pytest

from sapper.errors import InputError
from sapper.lab import simulate
from sapper.lab.ledger import Ledger
from sapper.players import Decision, Move, Player, PlayerSpec, player_spec

SCRIPT = """
from sapper.lab import simulate
from sapper.players import Decision, Move, Player, PlayerSpec, register

OFFSET = 3

class Latest(Player):
    def decide(self, position):
        cells = list(position.covered())
        return Decision(Move("open", cells[-OFFSET % len(cells)]), "a late cell", None, True)

register(PlayerSpec("latest", "", "", Latest))
tables = [simulate("latest", "5x5/3", games=40, seed=1, workers=n).data for n in (1, 2)]
assert tables[0].last.tolist() == tables[1].last.tolist()
print("games", len(tables[1]))
"""


def test_a_player_of_a_script_without_a_main_guard_or_of_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    for words, script in (([str(path)], None), (["-"], SCRIPT)):
        done = subprocess.run(
            [sys.executable, *words], input=script, capture_output=True, text=True, check=False,
            timeout=120,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (0, "games 40\n"), done.stderr


class First(Player):
    """Opens the first covered cell."""

    def decide(self, position: object) -> Decision:
        cell = next(position.covered())  # type: ignore[attr-defined]
        return Decision(Move("open", cell), "the first", None, True)


def test_a_lambda_and_a_local_class() -> None:
    class Last(First):
        def decide(self, position: object) -> Decision:
            *_, cell = position.covered()  # type: ignore[attr-defined]
            return Decision(Move("open", cell), "the last", None, True)

    for make in (lambda seed: First(seed + 1), Last):
        chosen = PlayerSpec("unregistered", "", "", make)
        one, two = (simulate(chosen, "5x5/3", games=30, seed=2, workers=n) for n in (1, 2))
        assert one.data.last.tolist() == two.data.last.tolist()
        assert one.to_dict()["player"] == "unregistered"


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


def test_a_given_player_plays_even_if_its_name_is_taken() -> None:
    other = replace(player_spec("greedy"), make=First)
    ours, theirs = (simulate(s, "9x9/10", games=30, workers=1) for s in (other, "greedy"))
    assert ours.wins < theirs.wins
    assert ours.identity != theirs.identity


def test_a_run_of_an_unregistered_player_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    simulate(PlayerSpec("mine", "", "", First), "5x5/3", games=10, workers=1, ledger=path)
    with Ledger(path) as ledger:
        (run,) = ledger.runs()
    assert run.native is None
    assert run.why_unscored == "mine has no learned winning chance"
    with pytest.raises(InputError, match="'mine'"):
        _ = run.player_spec
