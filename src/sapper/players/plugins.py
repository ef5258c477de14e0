"""Players of installed packages: entry points of the group `sapper.players`.

    [project.entry-points."sapper.players"]
    cautious = "mypackage.players:CautiousPlayer"

They are looked up only where a name is not registered, or where all are listed; a broken one is
named and never keeps the others from being used.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Final, NamedTuple

from sapper.errors import InputError
from sapper.players.registry import PlayerSpec

__all__ = ["GROUP", "Plugins", "plugin", "plugins"]

GROUP: Final = "sapper.players"


class Plugins(NamedTuple):
    """The players of other packages, and why others cannot be used, by name."""

    found: dict[str, PlayerSpec]
    broken: dict[str, str]


def plugins() -> Plugins:
    """Return all players of installed packages."""
    all_plugins = Plugins({}, {})
    for name, entry in _entries().items():
        try:
            all_plugins.found[name] = _load(entry)
        except InputError as error:
            all_plugins.broken[name] = str(error)
    return all_plugins


def plugin(name: str) -> PlayerSpec | None:
    """Return the player of this name, or None; raise `InputError` if it is broken."""
    entry = _entries().get(name)
    return None if entry is None else _load(entry)


def _load(entry: EntryPoint) -> PlayerSpec:
    from sapper.players.finding import import_player_spec

    package = entry.dist.name if entry.dist is not None else "an installed package"
    try:
        return import_player_spec(entry.value, name=entry.name, paper=package)
    except InputError as error:
        raise InputError(
            f"the player {entry.name!r} of {package} cannot be used: {error}"
        ) from error


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
