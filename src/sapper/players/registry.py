"""The players by name.

A player is written `name` or `name:option=value,option=value`, for example
`greedy:guess=density`; the text survives a round trip. `engine:` begins the text of an engine,
which this registry does not know: see `sapper.players.protocol.engines`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, TypeVar

from sapper.board.notebook_value import shorten
from sapper.errors import InputError
from sapper.language import _
from sapper.players.own_player import make_player
from sapper.players.papers.sources import PAPERS
from sapper.players.player import Player

__all__ = [
    "ENGINE",
    "Option",
    "PlayerSpec",
    "Players",
    "is_registered",
    "player_spec",
    "player_specs",
    "register",
    "register_all",
]


ENGINE: Final = "engine:"
"""Begins the text of a player that is another program."""


@dataclass(frozen=True)
class Option:
    """An option of a player: one of `values`, a whole number from `least` on, or a share in %."""

    name: str
    summary: str
    default: str
    values: tuple[str, ...] = ()
    least: int = 0
    is_share: bool = False

    document_as = ("name", ("summary", "local_summary"), "default", "values", "least")

    @property
    def local_summary(self) -> str:
        """The summary in the language in use."""
        return _(self.summary)

    def check(self, value: str) -> None:
        """Raise `InputError` unless the option allows the value."""
        if self.is_share:
            is_valid = bool(re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,6})?%", value))
            wanted = "a share such as 0.5%"
        elif self.values:
            is_valid, wanted = value in self.values, " or ".join(self.values)
        else:
            is_valid, wanted = self._is_number(value), f"a whole number from {self.least} on"
        if not is_valid:
            raise InputError(f"expected {self.name} = {wanted}, got {value!r}")

    def _is_number(self, value: str) -> bool:
        return bool(re.fullmatch("[0-9]{1,12}", value)) and int(value) >= self.least


@dataclass(frozen=True)
class PlayerSpec:
    """A way to play; makes a new player for every game."""

    name: str
    summary: str
    paper: str
    make: Callable[..., object] = field(repr=False)
    options: tuple[Option, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict, hash=False)
    native: str | None = None
    """The name under which the core plays whole games of this player, if it can."""
    is_function: bool = False
    """Whether `make` decides itself: a function of a position."""
    plays_apart: bool = False
    """Whether the laboratory plays it in another process also with one worker, as commands do."""
    family: str = ""
    """The method, one of `sapper.players.builtin.FAMILIES`; empty for other players."""

    document_as = (
        "name", ("summary", "local_summary"), "paper", "paper_title", "options", "is_native",
    )  # fmt: skip

    def __repr__(self) -> str:
        return f"<PlayerSpec {self.text}: {shorten(self.summary, 100)}>"

    def player(self, seed: int = 0) -> Player:
        """Return a new player; players with equal seeds make equal decisions.

        Raise `PlayerError` if the user's class cannot be instantiated.
        """
        return make_player(self.name, self.make, self.is_function, seed, self.chosen)

    def with_options(self, **chosen: str) -> PlayerSpec:
        """Return this specification with some options set."""
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                names = ", ".join(known) or "no options"
                raise InputError(f"{self.name} has no option {name!r}: it has {names}")
            known[name].check(value)
        return replace(self, chosen={**self.chosen, **chosen})

    @property
    def text(self) -> str:
        """The player as text: its name and the options that are set."""
        pairs = [f"{name}={value}" for name, value in sorted(self.chosen.items())]
        return ":".join([self.name, ",".join(pairs)]) if pairs else self.name

    @property
    def local_summary(self) -> str:
        """The summary in the language in use."""
        return _(self.summary)

    @property
    def paper_title(self) -> str | None:
        """The paper in one line."""
        return PAPERS[self.paper].topic if self.paper in PAPERS else None

    @property
    def is_native(self) -> bool:
        """Whether the core plays whole games of it."""
        return self.native is not None


class Players(NamedTuple):
    """All players, by name."""

    players: tuple[PlayerSpec, ...]


_known: dict[str, PlayerSpec] = {}
_builtin: set[str] = set()

P = TypeVar("P")


def register_all(entries: Iterable[PlayerSpec]) -> None:
    """Register the players that come with sapper; nothing can replace them."""
    for entry in entries:
        _known[entry.name] = entry
        _builtin.add(entry.name)


def register(player: P, *, name: str | None = None) -> P:
    """Register a player, a class with `decide(position)` or a function, and return it.

    A name that you registered before is replaced, with a warning that says so. Raise `InputError`
    for the name of a player that comes with sapper, and for what cannot play.
    """
    from sapper.players.finding import make_player_spec

    entry = make_player_spec(player)
    short = entry.name.rpartition(":")[2]  # without the module
    entry = replace(entry, name=name or short)
    if entry.name in _builtin:
        raise InputError(f"the player {entry.name!r} comes with sapper: choose another name")
    if f"{entry.name}:" == ENGINE:
        raise InputError("the name engine is taken: engine:COMMAND is another program")
    if not re.fullmatch(r"[\w.-]+", entry.name):
        raise InputError(f"expected a name of letters, digits, - _ and dots, got {entry.name!r}")
    if entry.name in _known:
        warnings.warn(f"the player {entry.name!r} is replaced", UserWarning, stacklevel=2)
    _known[entry.name] = entry
    return player


def is_registered(name: str) -> bool:
    """Return whether a player of this name is registered."""
    return name in _known


def player_specs() -> tuple[PlayerSpec, ...]:
    """Return all registered players by name."""
    return tuple(_known[name] for name in sorted(_known))


def player_spec(text: str) -> PlayerSpec:
    """Return the player of a text like `greedy` or `greedy:guess=density`.

    Raise `InputError` for a name that is not registered.
    """
    if text.startswith(ENGINE):
        raise InputError(
            f"{text!r} is the name of an engine, another program; give the command that starts it "
            "on the command line, as engine:COMMAND"
        )
    name, _other, rest = text.partition(":")
    found = _known.get(name)
    if found is None:
        raise InputError(f"unknown player {name!r}; choose from {', '.join(sorted(_known))}")
    chosen = {}
    for pair in filter(None, rest.split(",")):
        option, equals, value = pair.partition("=")
        if not equals:
            raise InputError(f"expected option=value after {name}:, got {pair!r}")
        chosen[option] = value
    return found.with_options(**chosen)
