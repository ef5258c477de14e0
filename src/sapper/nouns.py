"""Write a count with its noun, the same way everywhere."""

from __future__ import annotations

from typing import Final

from sapper.language import N_, _

__all__ = ["NOUNS", "count_noun"]

NOUNS: Final = (
    N_("answer"), N_("board"), N_("chunk"), N_("damaged chunk"), N_("guess"), N_("hard step"),
    N_("mine"), N_("move"), N_("opening"), N_("run"), N_("try"),
)  # fmt: skip
"""The nouns that are translated; languages other than English have no plural here."""


def count_noun(count: int, noun: str, plural: str | None = None) -> str:
    """Return a count with its noun: 1 move, 2 moves, 3 tries."""
    translated = _(noun)
    if translated == noun and count != 1:
        translated = plural or noun + "s"
    return f"{count:,} {translated}"
