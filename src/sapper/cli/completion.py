"""What the shell can complete: the names of players and boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = [
    "complete_board",
    "complete_native_player",
    "complete_player",
]

Words = Iterable[tuple[str, str]]
"""Words, each with what it means."""


def _completion(
    words_for: Callable[[str], Words],
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Return the callback of click for a function from what is typed to all words."""

    def complete(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
        from textwrap import shorten

        from click.shell_completion import CompletionItem

        return [
            CompletionItem(word, help=shorten(meaning, 60, placeholder=" ..."))
            for word, meaning in words_for(typed)
            if word.startswith(typed)
        ]

    return complete


@_completion
def complete_player(typed: str) -> Words:
    """Yield the players; after a colon the options of one."""
    from sapper.players import player_specs

    name, colon, _ = typed.partition(":")
    for each in player_specs():
        if not colon:
            yield each.name, each.summary
        elif each.name == name:
            for option in each.options:
                for value in option.values or (option.default,):
                    yield f"{name}:{option.name}={value}", option.summary


@_completion
def complete_native_player(_typed: str) -> Words:
    """Yield the players that `best` may ask."""
    from sapper.players import player_specs

    yield from ((each.name, each.summary) for each in player_specs() if each.native)
    yield "deep", "Random layouts played to the end for every candidate."


@_completion
def complete_board(_typed: str) -> Words:
    """Return the boards that have a name."""
    from sapper.board import PRESETS

    return PRESETS.items()
