"""What the server says about itself: version, boards, limits, players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sapper
from sapper.board.spec import PRESETS, StartRule
from sapper.players.registry import Players
from sapper.web.limits import ServerLimits

__all__ = ["FACTS", "About", "about_server", "has_engine"]

_CORE: Final = Path(__file__).parent / "static" / "engine" / "sapper.wasm"


@dataclass(frozen=True)
class Preset:
    """A board with a name."""

    name: str
    board: str


@dataclass(frozen=True)
class About:
    """Version, boards and limits of the server."""

    version: str
    presets: tuple[Preset, ...]
    starts: tuple[str, ...]
    most_cells: int
    most_games: int
    has_engine: bool
    """Whether this server also has the core as WebAssembly, for the page."""


FACTS: Final[Mapping[str, Any]] = {"about": About, "players": Players}
"""What is had by GET."""


def has_engine() -> bool:
    """Return whether the core was built as WebAssembly, for the page: by `make wasm`."""
    return _CORE.is_file()


def about_server(limits: ServerLimits) -> About:
    """Return what a server with these limits says about itself."""
    return About(
        version=sapper.__version__,
        presets=tuple(Preset(name, board) for name, board in PRESETS.items()),
        starts=tuple(rule.value for rule in StartRule),
        most_cells=limits.cells,
        most_games=limits.games,
        has_engine=has_engine(),
    )
