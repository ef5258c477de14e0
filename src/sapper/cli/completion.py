"""What the shell can complete: the names of players and boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["complete_board", "complete_player"]

Complete = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def _completion(words: Callable[[], Iterable[tuple[str, str]]]) -> Complete:
    """Return the callback of click for a function that gives words with their meanings."""

    def complete(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
        from textwrap import shorten

        from click.shell_completion import CompletionItem

        return [
            CompletionItem(word, help=shorten(meaning, 60, placeholder=" ..."))
            for word, meaning in words()
            if word.startswith(typed)
        ]

    return complete


@_completion
def complete_player() -> Iterable[tuple[str, str]]:
    """Return the players."""
    from sapper.players import player_specs

    return [(each.name, each.summary) for each in player_specs()]


@_completion
def complete_board() -> Iterable[tuple[str, str]]:
    """Return the boards that have a name."""
    from sapper.board import PRESETS

    return PRESETS.items()
