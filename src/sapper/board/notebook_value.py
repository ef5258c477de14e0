"""Values that notebooks show, frozen values and short reprs; `sapper.board.views` writes the HTML.

It is a module of its own because values of all rooms import it, also those that players use: a
change of how results look must not change the identity of a player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.board.views import View

__all__ = ["Frozen", "NotebookValue", "shorten"]

_LONGEST_REPR = 180


class Frozen:
    """A value whose attributes cannot be changed."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} is frozen: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} is frozen: cannot delete {name!r}")


class NotebookValue:
    """A value that a notebook shows as a `View`."""

    __slots__ = ()

    def view(self) -> View:
        """Return what there is to see."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return self.view().html()


def shorten(text: str, most: int = _LONGEST_REPR) -> str:
    """Return a text cut off with `...`, so that a `repr` stays one short line."""
    return text if len(text) <= most else text[: most - 3] + "..."
