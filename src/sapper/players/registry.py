"""The strategies by name.

A strategy is written `name` or `name:option=value,option=value`, for example
`greedy:guess=density`; the text survives a round trip.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypedDict

from sapper.errors import InputError
from sapper.players.papers.sources import PAPERS
from sapper.players.player import Player

__all__ = [
    "Option",
    "OptionDocument",
    "StrategiesDocument",
    "Strategy",
    "StrategyDocument",
    "register",
    "strategies",
    "strategies_document",
    "strategy",
]


class OptionDocument(TypedDict):
    """An option of a strategy: one of `values`, or a whole number from `least` on."""

    name: str
    summary: str
    default: str
    values: list[str]
    least: int


class StrategyDocument(TypedDict):
    """A strategy; the core plays whole games of it if `is_native`."""

    name: str
    summary: str
    paper: str
    paper_title: str | None
    options: list[OptionDocument]
    is_native: bool


class StrategiesDocument(TypedDict):
    """All strategies, by name."""

    strategies: list[StrategyDocument]


@dataclass(frozen=True)
class Option:
    """An option of a strategy: one of `values`, or a whole number from `least` on."""

    name: str
    summary: str
    default: str
    values: tuple[str, ...] = ()
    least: int = 0

    def check(self, value: str) -> None:
        """Raise `InputError` unless the option allows the value."""
        if not (value in self.values if self.values else self._is_number(value)):
            wanted = " or ".join(self.values) or f"a whole number from {self.least} on"
            raise InputError(f"expected {self.name} = {wanted}, got {value!r}")

    def to_dict(self) -> OptionDocument:
        """Return plain data for JSON."""
        return OptionDocument(
            name=self.name,
            summary=self.summary,
            default=self.default,
            values=list(self.values),
            least=self.least,
        )

    def _is_number(self, value: str) -> bool:
        return bool(re.fullmatch("[0-9]{1,12}", value)) and int(value) >= self.least


@dataclass(frozen=True)
class Strategy:
    """A way to play; makes a new player for every game."""

    name: str
    summary: str
    paper: str
    make: Callable[..., Player] = field(repr=False)
    options: tuple[Option, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict, hash=False)
    native: str | None = None
    """The setting under which the core plays whole games of this strategy, if it can."""

    def player(self, seed: int = 0) -> Player:
        """Return a new player; players with equal seeds make equal decisions."""
        return self.make(seed=seed, **self.chosen)

    def with_options(self, **chosen: str) -> Strategy:
        """Return this strategy with some options set."""
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                names = ", ".join(known) or "no options"
                raise InputError(f"{self.name} has no option {name!r}: it has {names}")
            known[name].check(value)
        return replace(self, chosen={**self.chosen, **chosen})

    @property
    def text(self) -> str:
        """The strategy as text: its name and the options that are set."""
        pairs = [f"{name}={value}" for name, value in sorted(self.chosen.items())]
        return ":".join([self.name, ",".join(pairs)]) if pairs else self.name

    def to_dict(self) -> StrategyDocument:
        """Return plain data for JSON."""
        return StrategyDocument(
            name=self.name,
            summary=self.summary,
            paper=self.paper,
            paper_title=PAPERS[self.paper].topic if self.paper in PAPERS else None,
            options=[option.to_dict() for option in self.options],
            is_native=self.native is not None,
        )


_known: dict[str, Strategy] = {}


def register(strategy: Strategy) -> Strategy:
    """Register a strategy by its name; raise `InputError` if the name is taken."""
    if strategy.name in _known:
        raise InputError(f"a strategy named {strategy.name!r} is already registered")
    _known[strategy.name] = strategy
    return strategy


def strategies() -> tuple[Strategy, ...]:
    """Return all registered strategies, by name."""
    return tuple(_known[name] for name in sorted(_known))


def strategies_document() -> StrategiesDocument:
    """Return all registered strategies as plain data."""
    return StrategiesDocument(strategies=[entry.to_dict() for entry in strategies()])


def strategy(text: str) -> Strategy:
    """Return the strategy of a text like `greedy` or `greedy:guess=density`."""
    name, _, rest = text.partition(":")
    if name not in _known:
        raise InputError(f"unknown strategy {name!r}; choose from {', '.join(sorted(_known))}")
    chosen = {}
    for pair in filter(None, rest.split(",")):
        option, equals, value = pair.partition("=")
        if not equals:
            raise InputError(f"expected option=value after {name}:, got {pair!r}")
        chosen[option] = value
    return _known[name].with_options(**chosen)
