"""Players of a notebook, and the identities of players."""

from __future__ import annotations

from typing import Any

from sapper.lab.identity import identity_of
from sapper.lab.run import Run

__all__ = ["identity", "run_cell"]


def run_cell(text: str, **more: object) -> Any:
    """Return the player of a notebook's cell: code in `__main__`, which may have a file."""
    scope: dict[str, object] = {"__name__": "__main__", **more}
    exec(text, scope)
    return scope["Mine"] if "Mine" in scope else scope["decide"]


def identity(player: Any) -> str:
    """Return the identity of a player as it is now."""
    return identity_of(Run.of(player, "5x5/3"))
