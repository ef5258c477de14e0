"""Write a count with its noun, the same way everywhere."""

from __future__ import annotations

from typing import Final

from sapper.language import N_, _

__all__ = ["COUNTED", "count_noun"]

COUNTED: Final = (
    N_("{count:,} answer"), N_("{count:,} board"), N_("{count:,} chunk"),
    N_("{count:,} damaged chunk"), N_("{count:,} guess"), N_("{count:,} hard step"),
    N_("{count:,} mine"), N_("{count:,} move"), N_("{count:,} opening"), N_("{count:,} run"),
    N_("{count:,} try"),
)  # fmt: skip
"""What is translated; languages other than English have no plural here."""


def count_noun(count: int, noun: str, plural: str | None = None) -> str:
    """Return a count with its noun: 1 move, 2 moves, 3 tries."""
    english = f"{{count:,}} {noun}"
    text = _(english)
    if text == english and count != 1:
        text = f"{{count:,}} {plural or noun + 's'}"
    return text.format(count=count)
