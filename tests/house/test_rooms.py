"""The import order of the rooms, and tests of its checker."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.rooms import FLOORS, PACKAGE, modules, room_of, violations

MODULES = modules()


def test_all_rooms_are_known() -> None:
    assert {room_of(module) for module in MODULES} - {"sapper"} <= set(FLOORS)
    assert len(MODULES) > 40


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.relative_to(PACKAGE).as_posix())
def test_rooms_import_only_earlier_rooms(module: Path) -> None:
    assert not list(violations(room_of(module), module.read_text("utf-8")))


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("players", "from sapper.games.game import Game"),
        ("players", "import sapper.games"),
        ("players", "from sapper import games"),
        ("players", "def decide():\n    from sapper.games import Game"),
        ("players", "from ..games import Game"),
        ("board", "from sapper.analysis import analyse"),
        ("board", "from sapper import analyse"),
        ("analysis", "import sapper"),
        ("analysis", "if True:\n    from sapper.proofs import proof"),
        ("errors", "from sapper.board import Cell"),
        ("lab", "from sapper.cli import main"),
        ("web", "from sapper.cli import main"),
        ("proofs", "from sapper import _core\nask = _core.solve"),
        ("reviews", "import sapper._core\nask = sapper._core.numbers"),
        ("web", "from sapper._core import sample"),
    ],
)
def test_the_checker_finds_violations(room: str, source: str) -> None:
    assert list(violations(room, source))


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("games", "from sapper.players.decision import Move"),
        ("players", "from sapper.analysis import analyse\nfrom sapper.errors import InputError"),
        ("analysis", "from sapper import _core\nask = _core.solve"),
        ("players", "from sapper import _core\nadviser = _core.Adviser('champion')"),
        ("board", "import numpy\nimport sapperlike"),
        ("cli", "from sapper import analyse"),
        ("errors", "if TYPE_CHECKING:\n    from sapper.board.cell import Cell"),
        ("sapper", "from sapper.lab import run"),
    ],
)
def test_the_checker_allows_other_code(room: str, source: str) -> None:
    assert not list(violations(room, source))
