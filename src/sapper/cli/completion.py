"""What the shell can complete: the names of players, boards and start rules."""

from __future__ import annotations

from textwrap import shorten

__all__ = [
    "complete_board",
    "complete_first",
    "complete_native_player",
    "complete_player",
    "complete_start",
]  # fmt: skip

Items = list[tuple[str, str]]
"""Words, each with what it means."""


def complete_player(incomplete: str) -> Items:
    """Return the players; after a colon the options of one."""
    from sapper.players import player_specs

    name, colon, _ = incomplete.partition(":")
    if not colon:
        return [(each.name, _short(each.summary)) for each in player_specs()]
    options = [option for each in player_specs() if each.name == name for option in each.options]
    return [
        (f"{name}:{option.name}={value}", option.summary)
        for option in options
        for value in option.values or (option.default,)
    ]


def _short(summary: str) -> str:
    """Return a summary that fits one line of any shell: a line break would end it."""
    return shorten(summary, 60, placeholder=" ...")


def complete_board() -> Items:
    """Return the boards that have a name."""
    from sapper.board import PRESETS

    return list(PRESETS.items())


def complete_native_player() -> Items:
    """Return the players that `best` may ask."""
    from sapper.players import player_specs

    native = [(each.name, _short(each.summary)) for each in player_specs() if each.native]
    return [*native, ("deep", "Random layouts played to the end for every candidate.")]


def complete_start() -> list[str]:
    """Return the start rules."""
    from sapper.board import StartRule

    return [rule.value for rule in StartRule]


def complete_first() -> list[str]:
    """Return the first cells that have a name."""
    return ["corner", "middle", "random", "player"]
